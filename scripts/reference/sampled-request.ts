// A sample's request, before it is written in a language.

export interface SampledRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly json: unknown;
  /** A form's parts, in order; a list is one part for each entry. */
  readonly parts: readonly SampledPart[] | undefined;
}

export interface SampledPart {
  readonly name: string;
  /** A file's is its name: one of the sample models that the service gives for download. */
  readonly value: string;
  readonly isFile: boolean;
}

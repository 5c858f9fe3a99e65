// Model file: the caller's file, in a form that can be sent more than once.

/**
 * An STL, OBJ, 3MF, PLY or STEP model, in millimetres: a Blob, a File, or bytes with their name. A stream is not accepted: a model that
 * must be sliced first may have to be sent again.
 */
export type ModelFile = Blob | { readonly name: string; readonly data: Blob | Uint8Array | ArrayBuffer };

/** A file, or the id of a model that was sent before. */
export type ModelChoice =
  | { readonly file: ModelFile; readonly modelId?: undefined }
  | { readonly modelId: string; readonly file?: undefined };

export interface NamedBlob {
  readonly name: string;
  readonly blob: Blob;
}

/** @throws TypeError for anything but a model file */
export function namedBlob(file: ModelFile): NamedBlob {
  if (file instanceof Blob) {
    return { name: "name" in file && typeof file.name === "string" ? file.name : "model", blob: file };
  }
  const { name, data } = file ?? {};
  if (typeof name === "string" && data instanceof Blob) return { name, blob: data };
  if (typeof name === "string" && (data instanceof ArrayBuffer || ArrayBuffer.isView(data))) {
    // Shared memory, the other kind of buffer, is refused by Blob itself.
    return { name, blob: new Blob([data as ArrayBuffer]) };
  }
  throw new TypeError("a model file must be a Blob, a File, or {name, data} with a Blob, Uint8Array or ArrayBuffer");
}

// The part of occt-import-js that reads STEP: OpenCASCADE compiled to WebAssembly. The package has no types of its own.

declare module "occt-import-js" {
  export interface TessellationSettings {
    readonly linearUnit: "millimeter";
    readonly linearDeflectionType: "bounding_box_ratio";
    /** A share of the mean side of the box around a part. */
    readonly linearDeflection: number;
    /** In radians. */
    readonly angularDeflection: number;
  }

  /** The faces of one body in their places. */
  export interface TessellatedBody {
    readonly attributes: { readonly position: { readonly array: readonly number[] } };
    /** One for each face of the body. */
    readonly brep_faces: readonly unknown[];
    readonly index: { readonly array: readonly number[] };
  }

  export interface OpenCascade {
    /** All its memory, at most 2 GiB. */
    readonly HEAPU8: Uint8Array;
    /** Throws anything: an exception of C++, an abort, a trap. The instance is then of no further use. */
    ReadStepFile(
      file: Uint8Array,
      settings: TessellationSettings,
    ): { readonly success: false } | { readonly success: true; readonly meshes: readonly TessellatedBody[] };
  }

  export default function createOpenCascade(settings: {
    readonly print: () => void;
    readonly printErr: () => void;
  }): Promise<OpenCascade>;
}

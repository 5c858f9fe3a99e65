// The zip reader's part of Node's zlib module: inflating with a length limit, which DecompressionStream lacks.

declare module "node:zlib" {
  /** @throws Error as soon as more than `maxOutputLength` bytes come out */
  export function inflateRawSync(
    packed: Uint8Array,
    options: { readonly chunkSize: number; readonly maxOutputLength: number },
  ): Uint8Array;
}

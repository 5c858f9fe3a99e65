// The zip reader's part of Node's zlib module: inflating that stops at a length, which DecompressionStream cannot.

declare module "node:zlib" {
  /** @throws Error as soon as more than `maxOutputLength` bytes come out */
  export function inflateRawSync(
    packed: Uint8Array,
    options: { readonly chunkSize: number; readonly maxOutputLength: number },
  ): Uint8Array;
}

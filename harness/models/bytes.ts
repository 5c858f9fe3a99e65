// Text as the bytes of a file.

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  // Copied, since the types of workerd do not say that the encoder's buffer is no shared one.
  return new Uint8Array(new TextEncoder().encode(text));
}

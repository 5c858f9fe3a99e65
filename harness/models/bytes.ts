// Text as the bytes of a file.

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  // Copied, since workerd's types do not exclude a shared buffer behind the encoder's.
  return new Uint8Array(new TextEncoder().encode(text));
}

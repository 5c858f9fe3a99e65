// SHA-256 of a text, and of bytes in memory.

/** SHA-256 of a text, hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  return sha256OfBytes(new TextEncoder().encode(text));
}

/** SHA-256 of bytes in memory, hexadecimal. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", bytes));
}

/** A digest as lower-case hexadecimal, the one form used in this project. */
export function hexadecimal(digest: ArrayBuffer): string {
  let text = "";
  for (const byte of new Uint8Array(digest)) text += HEXADECIMAL[byte];
  return text;
}

const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

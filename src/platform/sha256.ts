// SHA-256 of a text.

/** SHA-256 of a text, hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** A digest as lower-case hexadecimal, the one form used in this project. */
export function hexadecimal(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

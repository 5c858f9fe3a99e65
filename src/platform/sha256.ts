// SHA-256, of a text at once and of bytes that arrive piece by piece.

/** SHA-256 of a text, hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

export interface Sha256Stream {
  add(bytes: Uint8Array): Promise<void>;
  /** Hexadecimal. Nothing can be added after. */
  finish(): Promise<string>;
}

export function sha256Stream(): Sha256Stream {
  const stream = new crypto.DigestStream("SHA-256");
  const writer = stream.getWriter();
  return {
    add: (bytes) => writer.write(bytes),
    async finish() {
      await writer.close();
      return hexadecimal(await stream.digest);
    },
  };
}

function hexadecimal(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Texts in windows-1251, as older Windows programs write Ukrainian: no platform encodes it any more.

const DECODED = new TextDecoder("windows-1251").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));

/** @throws Error for a letter that the encoding lacks */
export function windows1251(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => {
    const byte = DECODED.indexOf(letter);
    if (byte === -1) throw new Error(`windows-1251 has no ${letter}`);
    return byte;
  });
}

// Canaries: words of one studio that no answer to another studio may have.

/** A digit of the studio's number, as the letter of its place. */
const LATIN = "abcdefghij";
const CYRILLIC = "абвгдежзик";
const DIGITS = 5;

const IN_TEXT = new RegExp(`canary([${LATIN}]{${DIGITS}})|Канарка([${CYRILLIC}]{${DIGITS}})`, "giu");
/** As a JSON text, a header or an address may write them. */
const ESCAPED = /\\u04[0-9a-f]{2}|%D[01]%[0-9A-F]{2}/i;

/** For file names, e-mail addresses, contents of files. */
export function latinCanary(studio: number): string {
  return `canary${lettersOf(studio, LATIN)}`;
}

/** For names of people and things, which may take Cyrillic letters alone. */
export function cyrillicCanary(studio: number): string {
  return `Канарка${lettersOf(studio, CYRILLIC)}`;
}

/** The numbers of the studios that have a canary in the text, or in the bytes of one. */
export function canariesIn(bytes: Uint8Array | string): ReadonlySet<number> {
  const text = Buffer.from(bytes).toString("utf8");
  const found = [...numbersIn(text)];
  if (ESCAPED.test(text)) found.push(...numbersIn(unescaped(text)));
  return new Set(found);
}

function* numbersIn(text: string): Generator<number> {
  for (const [, latin, cyrillic] of text.matchAll(IN_TEXT)) {
    const [letters, alphabet] = latin === undefined ? [cyrillic ?? "", CYRILLIC] : [latin, LATIN];
    yield Number([...letters.toLowerCase()].map((letter) => alphabet.indexOf(letter)).join(""));
  }
}

function lettersOf(studio: number, alphabet: string): string {
  return [...String(studio).padStart(DIGITS, "0")].map((digit) => alphabet[Number(digit)]).join("");
}

function unescaped(text: string): string {
  const decoded = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded.replaceAll(/(?:%[0-9A-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8"),
  );
}

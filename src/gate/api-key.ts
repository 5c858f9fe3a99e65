// API keys: their format, creating one, and reading one from a header.
//
// The service keeps only a key's SHA-256, unsalted: 381 random bits cannot be guessed however fast the hash.

const KEY_PATTERN = /^pk_live_[A-Za-z0-9]{64}$/;
const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The key in an Authorization header, or undefined where there is none or it cannot be a key. */
export function apiKeyOf(authorization: string | undefined): string | undefined {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const token = authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
  return token !== undefined && KEY_PATTERN.test(token) ? token : undefined;
}

/** A new random key, to be shown once to its creator. */
export function createApiKey(): string {
  let secret = "";
  while (secret.length < 64) {
    for (const byte of crypto.getRandomValues(new Uint8Array(96))) {
      // Bytes above the largest multiple of 62 are skipped, or the first letters would be more frequent.
      if (byte < 248 && secret.length < 64) secret += LETTERS_AND_DIGITS[byte % 62];
    }
  }
  return `pk_live_${secret}`;
}

/** How the key begins: enough to tell it from the studio's others, and far from enough to use it. */
export function firstCharactersOf(key: string): string {
  return key.slice(0, "pk_live_".length + 4);
}

// Signatures by which this service recognises texts that it gave out.

import { fromBase64Url, toBase64Url } from "./base64url.ts";

/** Signed along with the text, so that a signature for one purpose passes for no other. */
export type Purpose =
  | "form-token"
  | "removal"
  | "key-place"
  | "key-tag"
  | "order-page-quote"
  | "order-page-quote-with-top-up"
  | "order-page-quote-with-products"
  | "kept-quote"
  | "visitor-pass"
  | "request-sender";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };
const MIN_SECRET_LENGTH = 32;

/** The signature of a text, as 43 characters of base64url. */
export async function sign(secret: string, purpose: Purpose, text: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await signingKey(secret), signedBytes(purpose, text));
  return toBase64Url(new Uint8Array(signature));
}

/** Whether it is the signature of the text for the purpose. */
export async function isSignature(secret: string, purpose: Purpose, text: string, signature: string): Promise<boolean> {
  if (!/^[\w-]{43}$/.test(signature)) return false;
  const bytes = fromBase64Url(signature);
  // The last character has two unused bits: only our own spelling of them is accepted.
  if (toBase64Url(bytes) !== signature) return false;
  return crypto.subtle.verify("HMAC", await signingKey(secret), bytes, signedBytes(purpose, text));
}

/**
 * As `isSignature`, by any of the secrets.
 *
 * @param secrets the current one, and the previous one while its signatures are still valid
 */
export async function isSignatureOfAny(
  secrets: readonly (string | undefined)[],
  purpose: Purpose,
  text: string,
  signature: string,
): Promise<boolean> {
  for (const secret of secrets) {
    if (secret && (await isSignature(secret, purpose, text, signature))) return true;
  }
  return false;
}

/** CryptoKey, a name that only workerd's types have: the operator's scripts sign too. */
type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Keys and not promises: a promise begun by a cancelled request might never settle for the others. */
const signingKeys = new Map<string, SigningKey>();

async function signingKey(secret: string): Promise<SigningKey> {
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`a link secret must have at least ${MIN_SECRET_LENGTH} characters`);
  const known = signingKeys.get(secret);
  if (known !== undefined) return known;
  const secretBytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", secretBytes, ALGORITHM, false, ["sign", "verify"]);
  signingKeys.set(secret, key);
  return key;
}

function signedBytes(purpose: Purpose, text: string): Uint8Array {
  return new TextEncoder().encode(`${purpose} ${text}`);
}

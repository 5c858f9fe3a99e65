// Sealed texts: given out by this service, and readable only by it.

import { fromBase64Url, toBase64Url } from "./base64url.ts";

/** Each purpose has a key of its own, so that a text sealed for one purpose opens for no other. */
export type SealPurpose = "download-link" | "telegram-token" | "carrier-key";

/** The Worker's secrets that seal: the current one, and the previous one while it is being replaced. */
export interface SealingSecrets {
  readonly LINK_SECRET: string;
  readonly LINK_SECRET_PREVIOUS?: string | undefined;
}

/** First byte of every sealed text, authenticated with it: a new form gets a new number. */
const FORM = new Uint8Array([1]);
/** NIST SP 800-38D, 8.2.2: random, 96 bits; good for 2^32 texts of one secret. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_SECRET_LENGTH = 32;

/** Encrypts and authenticates a text (AES-256-GCM), as base64url: 39 characters more than 4/3 of its UTF-8 bytes. */
export async function seal(secret: string, purpose: SealPurpose, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: FORM },
    await sealingKey(secret, purpose),
    new TextEncoder().encode(text),
  );
  const token = new Uint8Array(FORM.length + NONCE_BYTES + sealed.byteLength);
  token.set(FORM);
  token.set(iv, FORM.length);
  token.set(new Uint8Array(sealed), FORM.length + NONCE_BYTES);
  return toBase64Url(token);
}

/** The sealed text's content; undefined if it was not sealed by this secret for this purpose. */
export async function unseal(secret: string, purpose: SealPurpose, sealed: string): Promise<string | undefined> {
  const bytes = bytesOf(sealed);
  const nonceEnd = FORM.length + NONCE_BYTES;
  if (bytes === undefined || bytes[0] !== FORM[0] || bytes.length < nonceEnd + TAG_BYTES) return undefined;
  const algorithm = { name: "AES-GCM", iv: bytes.subarray(FORM.length, nonceEnd), additionalData: FORM };
  const key = await sealingKey(secret, purpose);
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(nonceEnd)));
  } catch {
    return undefined;
  }
}

/**
 * The content of a text that is kept. One that the previous secret has sealed is given `renewed` too, sealed by the current one, to be
 * kept in its place: the previous secret goes away. Undefined if neither secret opens it.
 */
export async function unsealKept(
  secrets: SealingSecrets,
  purpose: SealPurpose,
  sealed: string,
): Promise<{ readonly text: string; readonly renewed: string | undefined } | undefined> {
  const { LINK_SECRET: current, LINK_SECRET_PREVIOUS: previous } = secrets;
  const text = await unseal(current, purpose, sealed);
  if (text !== undefined) return { text, renewed: undefined };
  const old = previous ? await unseal(previous, purpose, sealed) : undefined;
  return old === undefined ? undefined : { text: old, renewed: await seal(current, purpose, old) };
}

/** The bytes of base64url in our own spelling only: the last character may have unused bits. */
function bytesOf(text: string): Uint8Array | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes = fromBase64Url(text);
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** CryptoKey, a name that only workerd's types have: the proof of rotations seals too. */
type SealingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Keys and not promises: a promise begun by a cancelled request might never settle for the others. */
const sealingKeys = new Map<string, SealingKey>();

async function sealingKey(secret: string, purpose: SealPurpose): Promise<SealingKey> {
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`a link secret must have at least ${MIN_SECRET_LENGTH} characters`);
  const name = `${purpose} ${secret}`;
  const known = sealingKeys.get(name);
  if (known !== undefined) return known;
  const key = await deriveKey(secret, purpose);
  sealingKeys.set(name, key);
  return key;
}

/** HKDF (RFC 5869): the secret also keys signatures, and no key may serve two algorithms. */
async function deriveKey(secret: string, purpose: SealPurpose): Promise<SealingKey> {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode(`studio-integration-api ${purpose}`);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

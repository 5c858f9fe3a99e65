// Secret tokens of sessions, links and customers' pages: 256 random bits. The database mostly keeps only their SHA-256.

import { toBase64Url } from "./base64url.ts";
import { sha256Hex } from "./sha256.ts";

const TOKEN = /^[\w-]{43}$/;

/** 32 random bytes in base64url. */
export function createToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The stored hash of a token; undefined for a text that cannot be a token. */
export async function tokenHashOf(token: string | undefined): Promise<string | undefined> {
  return token !== undefined && TOKEN.test(token) ? sha256Hex(token) : undefined;
}

/** A new token and its stored hash. */
export async function createHashedToken(): Promise<{ readonly token: string; readonly tokenHash: string }> {
  const token = createToken();
  return { token, tokenHash: await sha256Hex(token) };
}

// Passwords: hashed with scrypt, its parameters and salt beside the hash, so that they can be raised later.

import { scrypt, timingSafeEqual } from "node:crypto";
import { fromBase64Url, toBase64Url } from "../platform/base64url.ts";

/** scrypt's N, r and p. */
interface ScryptParameters {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** N = 2¹⁴, r = 8, p = 5: the minimum of OWASP's Password Storage Cheat Sheet for scrypt with 16 MB of memory. */
const PARAMETERS: ScryptParameters = { cost: 16_384, blockSize: 8, parallelization: 5 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 200;

/**
 * `scrypt$N$r$p$salt$hash`, salt and hash in base64url.
 *
 * @param parameters weaker ones only in tests, which sign people in by the hundred
 */
export async function hashPassword(password: string, parameters = PARAMETERS): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { cost, blockSize, parallelization } = parameters;
  const hash = await derive(password, salt, parameters);
  return ["scrypt", cost, blockSize, parallelization, toBase64Url(salt), toBase64Url(hash)].join("$");
}

/** @param stored a hash of `hashPassword`; undefined for an unknown person: as slow, and false */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [scheme, cost, blockSize, parallelization, salt = "", hash = ""] = (stored ?? UNMATCHED_HASH).split("$");
  if (scheme !== "scrypt") throw new Error("a stored password hash is not scrypt's");
  const derived = await derive(password, fromBase64Url(salt), {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  });
  return timingSafeEqual(derived, fromBase64Url(hash)) && stored !== undefined;
}

/** Compared for an unknown person, so that the time taken does not reveal which e-mails have accounts. */
const UNMATCHED_HASH = `scrypt$${PARAMETERS.cost}$${PARAMETERS.blockSize}$${PARAMETERS.parallelization}$${"A".repeat(22)}$${"A".repeat(43)}`;

function derive(password: string, salt: Uint8Array, parameters: ScryptParameters): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // The same letters can be typed as different code points: NFC makes them one (RFC 8265, 4.2).
    scrypt(password.normalize("NFC"), salt, HASH_BYTES, parameters, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
}

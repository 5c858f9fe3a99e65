// API keys: their format, creating one, reading one from a header, and the studio that a key names.
//
// After `pk_live_` come 43 random letters or digits, 8 that name the studio and its region, and a tag of 13. The 8 are masked, so
// that the whole looks random and two keys of a studio have nothing in common. Mask and tag are made with a link secret, so that
// no key with a valid tag can be made outside the service.
//
// The service keeps only a key's SHA-256, unsalted: 256 random bits cannot be guessed however fast the hash. A key without a
// valid tag is looked up in the database: older keys have no tag, and a tag is valid only while its secret is accepted.

import { asStudioId } from "../domain/ids.ts";
import { REGIONS, type Region, type StudioPlace } from "../domain/studio.ts";
import { fromBase64Url } from "../platform/base64url.ts";
import { type Purpose, sign } from "../platform/signature.ts";

const PREFIX = "pk_live_";
const KEY_PATTERN = /^pk_live_[A-Za-z0-9]{64}$/;
const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE = BigInt(LETTERS_AND_DIGITS.length);

/** The smallest number of characters that hold 256 random bits. */
const RANDOM_CHARACTERS = 43;
const ADDRESS_CHARACTERS = 8;
/** 77 bits. */
const TAG_CHARACTERS = 13;

/** Exceeds the number of regions, so that a new region changes no key. */
const PLACES_FOR_REGIONS = 16;
const ADDRESSES = BASE ** BigInt(ADDRESS_CHARACTERS);

/** The key in an Authorization header, or undefined if its text cannot be a key. */
export function apiKeyOf(authorization: string): string | undefined {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const token = authorization.match(/^Bearer +(\S+) *$/i)?.[1];
  return token !== undefined && KEY_PATTERN.test(token) ? token : undefined;
}

/**
 * A new random key of the studio, to be shown once to its creator.
 *
 * @param secret the service's link secret
 */
export async function createApiKey(secret: string, studioId: number, region: Region): Promise<string> {
  const random = randomCharacters(RANDOM_CHARACTERS);
  const address = BigInt(studioId) * BigInt(PLACES_FOR_REGIONS) + BigInt(REGIONS.indexOf(region));
  if (address >= ADDRESSES) throw new RangeError(`a key cannot name studio ${studioId}`);
  const masked = (address + (await numberSigned(secret, "key-place", random))) % ADDRESSES;
  const untagged = random + charactersOf(masked, ADDRESS_CHARACTERS);
  return PREFIX + untagged + charactersOf(await numberSigned(secret, "key-tag", untagged), TAG_CHARACTERS);
}

/**
 * The studio that a key names, without the database; undefined if its tag fits no secret. The key was made by this service, but
 * may be revoked, or its studio gone: the studio's gate decides.
 *
 * @param secrets the current one, and the previous one while there is one
 */
export async function studioNamedBy(
  key: string,
  secrets: readonly (string | undefined)[],
): Promise<StudioPlace | undefined> {
  for (const secret of secrets) {
    if (secret !== undefined && secret !== "" && (await isTagged(key, secret))) return placeIn(key, secret);
  }
  return undefined;
}

async function isTagged(key: string, secret: string): Promise<boolean> {
  const untagged = key.slice(PREFIX.length, -TAG_CHARACTERS);
  const expected = (await numberSigned(secret, "key-tag", untagged)) % BASE ** BigInt(TAG_CHARACTERS);
  // Compared as numbers: a comparison of characters takes longer the more of them match.
  return numberOf(key.slice(-TAG_CHARACTERS)) === expected;
}

async function placeIn(key: string, secret: string): Promise<StudioPlace | undefined> {
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_CHARACTERS);
  const masked = numberOf(key.slice(PREFIX.length + RANDOM_CHARACTERS, -TAG_CHARACTERS));
  const mask = (await numberSigned(secret, "key-place", random)) % ADDRESSES;
  const address = Number((masked - mask + ADDRESSES) % ADDRESSES);
  const region = REGIONS[address % PLACES_FOR_REGIONS];
  return region && { studioId: asStudioId(Math.floor(address / PLACES_FOR_REGIONS)), region };
}

/** The key's first characters: they identify it among the studio's keys, and do not suffice to use it. */
export function firstCharactersOf(key: string): string {
  return key.slice(0, PREFIX.length + 4);
}

function randomCharacters(count: number): string {
  let characters = "";
  while (characters.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * count))) {
      // Bytes above the largest multiple of 62 are skipped; otherwise the first letters would be more frequent.
      if (byte < 248 && characters.length < count) characters += LETTERS_AND_DIGITS[byte % 62];
    }
  }
  return characters;
}

/** The signature of a text as a number of 256 bits. */
async function numberSigned(secret: string, purpose: Purpose, text: string): Promise<bigint> {
  const bytes = fromBase64Url(await sign(secret, purpose, text));
  return bytes.reduce<bigint>((number, byte) => number * 256n + BigInt(byte), 0n);
}

/** The last `count` digits of a number to the base of 62. */
function charactersOf(number: bigint, count: number): string {
  let characters = "";
  for (let rest = number; characters.length < count; rest /= BASE) {
    characters = LETTERS_AND_DIGITS.charAt(Number(rest % BASE)) + characters;
  }
  return characters;
}

function numberOf(characters: string): bigint {
  return [...characters].reduce((number, character) => {
    return number * BASE + BigInt(LETTERS_AND_DIGITS.indexOf(character));
  }, 0n);
}

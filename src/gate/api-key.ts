// API keys: their format, creating one, reading one from a header, and the studio that a key names.
//
// After `pk_live_` come 50 random letters or digits, 8 that name the studio and its region, and 6 of a checksum. The 8 are
// masked with a hash of the 50, so that the whole looks random and two keys of a studio have nothing in common.
//
// The service keeps only a key's SHA-256, unsalted: 297 random bits cannot be guessed however fast the hash. The service's
// first keys are 64 random characters: they name no studio, and the database is asked whose they are.

import { asStudioId } from "../domain/ids.ts";
import { REGIONS, type Region } from "../domain/region.ts";
import type { StudioPlace } from "../domain/studio-place.ts";
import { sha256Hex } from "../platform/sha256.ts";

const PREFIX = "pk_live_";
const KEY_PATTERN = /^pk_live_[A-Za-z0-9]{64}$/;
const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const RANDOM_CHARACTERS = 50;
const ADDRESS_CHARACTERS = 8;
/** By chance one key in 62⁶, some 57 billion, of those without a checksum seems to have one. */
const CHECKSUM_CHARACTERS = 6;

/** More than there are regions, so that a new one changes no key. */
const PLACES_FOR_REGIONS = 16;
/** 62⁸: twice as much is still an exact number. */
const ADDRESSES = LETTERS_AND_DIGITS.length ** ADDRESS_CHARACTERS;

/** The key in an Authorization header, or undefined where there is none or it cannot be a key. */
export function apiKeyOf(authorization: string | undefined): string | undefined {
  // The scheme's case does not matter (RFC 9110, 11.1).
  const token = authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
  return token !== undefined && KEY_PATTERN.test(token) ? token : undefined;
}

/** A new random key of the studio, to be shown once to its creator. */
export async function createApiKey(studioId: number, region: Region): Promise<string> {
  const random = randomCharacters(RANDOM_CHARACTERS);
  const address = studioId * PLACES_FOR_REGIONS + REGIONS.indexOf(region);
  if (!(address < ADDRESSES)) throw new RangeError(`a key cannot name studio ${studioId}`);
  const unchecked = random + charactersOf((address + (await maskOf(random))) % ADDRESSES, ADDRESS_CHARACTERS);
  return PREFIX + unchecked + (await checksumOf(unchecked));
}

/**
 * The studio that a key names, or undefined for a key of the first form. Needs no database.
 *
 * Whoever knows the form can make a key that names any studio. It leads to that studio's gate, which knows the hashes of
 * its keys and says no; the answer of a read that ran meanwhile is discarded.
 */
export async function studioNamedBy(key: string): Promise<StudioPlace | undefined> {
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_CHARACTERS);
  const unchecked = key.slice(PREFIX.length, -CHECKSUM_CHARACTERS);
  if (key.slice(-CHECKSUM_CHARACTERS) !== (await checksumOf(unchecked))) return undefined;
  const masked = numberOf(unchecked.slice(RANDOM_CHARACTERS));
  const address = (masked - (await maskOf(random)) + ADDRESSES) % ADDRESSES;
  const studioId = Math.floor(address / PLACES_FOR_REGIONS);
  const region = REGIONS[address % PLACES_FOR_REGIONS];
  // A forged key may name a studio that there is not: its gate finds that out.
  return region === undefined || studioId === 0 ? undefined : { studioId: asStudioId(studioId), region };
}

/** How the key begins: enough to tell it from the studio's others, and far from enough to use it. */
export function firstCharactersOf(key: string): string {
  return key.slice(0, PREFIX.length + 4);
}

function randomCharacters(count: number): string {
  let characters = "";
  while (characters.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * count))) {
      // Bytes above the largest multiple of 62 are skipped, or the first letters would be more frequent.
      if (byte < 248 && characters.length < count) characters += LETTERS_AND_DIGITS[byte % 62];
    }
  }
  return characters;
}

async function maskOf(random: string): Promise<number> {
  return (await digestOf("address", random)) % ADDRESSES;
}

async function checksumOf(unchecked: string): Promise<string> {
  return charactersOf(await digestOf("checksum", unchecked), CHECKSUM_CHARACTERS);
}

/** 52 bits of a SHA-256: the most that a number holds exactly. */
async function digestOf(purpose: string, text: string): Promise<number> {
  return Number.parseInt((await sha256Hex(`${purpose}:${text}`)).slice(0, 13), 16);
}

/** The last `count` digits of a number to the base of 62. */
function charactersOf(number: number, count: number): string {
  let characters = "";
  for (let rest = number; characters.length < count; rest = Math.floor(rest / LETTERS_AND_DIGITS.length)) {
    characters = LETTERS_AND_DIGITS.charAt(rest % LETTERS_AND_DIGITS.length) + characters;
  }
  return characters;
}

function numberOf(characters: string): number {
  return [...characters].reduce(
    (number, character) => number * LETTERS_AND_DIGITS.length + LETTERS_AND_DIGITS.indexOf(character),
    0,
  );
}

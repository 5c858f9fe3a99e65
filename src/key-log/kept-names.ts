// Kept names: names of fields that the log of a studio's keys may keep.
//
// A name is the client's text, and may hold a customer's data.

import { isNearFieldName } from "../http/request/known-names.ts";

const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 64;
/** More digits in a whole name may be of a telephone number with signs between them. */
const MAX_DIGITS = 5;
/** Stands for the names that are not kept. */
export const OTHER_NAMES = "…";

const PLACE_IN_LIST = /^\d{1,4}$/;
/** Letters of programs only: without signs and spaces no name holds an e-mail's address or a sentence. */
const WORD = /^[A-Za-z][\w-]*$/;
/** As programs write names, and people do not write theirs. Four digits in a row may be of a telephone number or a card. */
const PROGRAMS_NAME = /^[a-z_](?:[A-Za-z_-]|\d(?!\d{3}))*$/;
/** Names of faults that belong to no field of a body or query. */
const BESIDE_FIELDS = new Set(["body", "Idempotency-Key"]);

/** Paths of faulty fields: fields that some operation has, and near misses of them. */
export function keptFaultyNames(names: readonly string[]): string[] {
  return kept(names, (part) => BESIDE_FIELDS.has(part) || (WORD.test(part) && isNearFieldName(part)));
}

/** Paths of ignored fields. */
export function keptIgnoredNames(names: readonly string[]): string[] {
  return kept(names, (part) => PROGRAMS_NAME.test(part));
}

/** @param isKept asked of each part of a path but the places in its lists */
function kept(names: readonly string[], isKept: (part: string) => boolean): string[] {
  const isWhole = (name: string) =>
    name.length <= MAX_NAME_CHARACTERS &&
    name.replace(/\D/g, "").length <= MAX_DIGITS &&
    partsOf(name).every((part) => PLACE_IN_LIST.test(part) || isKept(part));
  const fitting = names.filter(isWhole).slice(0, MAX_NAMES);
  return fitting.length < names.length ? [...fitting, OTHER_NAMES] : fitting;
}

/** `items[0].materialId` and `items.0.materialId` are the same parts; `models[]` is one. */
function partsOf(name: string): string[] {
  return name
    .replace(/\[\]$/, "")
    .replace(/\[([^[\]]*)\]/g, ".$1")
    .split(".");
}

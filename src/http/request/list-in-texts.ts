// Lists in a form or a query: one JSON array, or a text per entry under `a`, `a[]` or `a[0]`.

import type { Faults } from "../../domain/errors.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { parsedJson } from "../../platform/parsed-json.ts";
import { repeatedKeys, SENT_TWICE } from "./repeated-keys.ts";

export interface ListInTexts {
  readonly entries: "numbers" | "objects";
  /** The sentence about an unreadable list. */
  readonly unreadable: Sentence;
  /** Whether one text may hold several entries, as in a query. */
  readonly hasCommas?: true;
}

/** The fault of a list that is no JSON array. */
export const noJsonArray = (example: string): Sentence => ({
  en: `must be a JSON array, such as ${example}`,
  uk: `має бути масивом JSON, наприклад ${example}`,
});

const SPELLED_TWICE: Sentence = {
  en: "must be sent in one way: as a JSON array, or as one field per entry, all of them spelled alike",
  uk: "має бути надіслано одним способом: масивом JSON або окремими полями з однаковим написанням",
};

const SPELLING = /^(.+?)\[(\d{0,9})\]$/s;

/** The list that a name may be a spelling of: `a` of `a`, `a[]` and `a[0]`. */
export function listNamedBy(written: string): string {
  return SPELLING.exec(written)?.[1] ?? written;
}

/**
 * The entries, in their order; undefined if they cannot be read: `faults` has the reason.
 *
 * @param texts by every spelling that was sent of the list's name
 */
export function entriesOf(
  name: string,
  texts: ReadonlyMap<string, readonly string[]>,
  list: ListInTexts,
  faults: Faults,
): unknown[] | undefined {
  const numbered = [...texts].filter(([written]) => isNumbered(written));
  if (numbered.some(([, values]) => values.length > 1)) {
    faults.add(name, SENT_TWICE);
    return undefined;
  }
  if (texts.size > Math.max(1, numbered.length)) {
    faults.add(name, SPELLED_TWICE);
    return undefined;
  }
  const values = [...texts].toSorted(([one], [other]) => indexIn(one) - indexIn(other)).flatMap(([, sent]) => sent);
  const [only = ""] = values.length === 1 && texts.has(name) ? values : [];
  const isArray = only.startsWith("[");
  const entries = isArray ? arrayIn(only) : eachIn(values, list);
  if (entries === undefined) faults.add(name, list.unreadable);
  else if (list.entries === "objects" && isArray) addRepeatedKeys(name, only, entries, faults);
  else if (list.entries === "objects") {
    for (const [index, entry] of entries.entries())
      addRepeatedKeys(`${name}.${index}`, values[index] ?? "", entry, faults);
  }
  return entries;
}

function isNumbered(written: string): boolean {
  return (SPELLING.exec(written)?.[2] ?? "") !== "";
}

function indexIn(written: string): number {
  return Number(SPELLING.exec(written)?.[2] ?? 0);
}

function arrayIn(text: string): unknown[] | undefined {
  const array = parsedJson(text);
  return Array.isArray(array) ? array : undefined;
}

function eachIn(values: readonly string[], { entries, hasCommas }: ListInTexts): unknown[] | undefined {
  const texts = hasCommas ? values.flatMap((value) => value.split(",").map((entry) => entry.trim())) : values;
  const read = texts.map((text) => {
    if (entries === "numbers") return /^-?\d+$/.test(text) ? Number(text) : undefined;
    return text.startsWith("{") ? parsedJson(text) : undefined;
  });
  return read.includes(undefined) ? undefined : read;
}

function addRepeatedKeys(at: string, json: string, parsed: unknown, faults: Faults): void {
  for (const path of repeatedKeys(json, parsed)) faults.add(`${at}.${path}`, SENT_TWICE);
}

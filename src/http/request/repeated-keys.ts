// Repeated keys of a JSON text: its parser keeps the last value of each and says nothing.

import type { Sentence } from "../../domain/sentence.ts";

/** Two values leave open which one was meant. */
export const SENT_TWICE: Sentence = { en: "must be sent once", uk: "має бути надіслано один раз" };

/** A refusal names no more of them: each names its whole path. */
const MAX_FOUND = 20;

/** A string, with the colon that makes it a key, or a sign that opens, parts or closes objects and arrays. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:)?|[{}[\],]/g;

/** An object or an array that is open. */
interface Open {
  /** An object's keys so far; an array has none. */
  readonly keys: Set<string> | undefined;
  /** The key or index of the value that is read. */
  step: string | number;
}

/**
 * Paths of keys that an object of a JSON text has more than once, such as `0.quantity`.
 *
 * @param parsed the output of `JSON.parse`
 */
export function repeatedKeys(json: string, parsed: unknown): string[] {
  // A value that is written as it was sent has lost nothing: so do most clients write it, and none of theirs is searched.
  if (JSON.stringify(parsed) === json) return [];
  const found = new Set<string>();
  const open: Open[] = [];
  for (const [token, text, colon] of json.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === "{") open.push({ keys: new Set(), step: "" });
    else if (token === "[") open.push({ keys: undefined, step: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof inner?.step === "number") inner.step++;
    else if (text !== undefined && colon !== undefined && inner?.keys !== undefined) {
      inner.step = String(JSON.parse(text));
      if (inner.keys.has(inner.step)) found.add(open.map(({ step }) => step).join("."));
      inner.keys.add(inner.step);
      if (found.size === MAX_FOUND) break;
    }
  }
  return [...found];
}

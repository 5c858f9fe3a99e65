// Texts that people type to be read by others: nothing in them that cannot be seen.

import { z } from "zod";
import { customIssue, EMPTY_TEXT } from "./custom-issues.ts";

/** Letters, digits, signs; not the fillers and blanks that Unicode counts among these. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Unicode's line breaks (UAX 14: BK, CR, LF, NL): they break a table, a label, a line of a log. */
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** Control characters command terminals and end texts, bidirectional ones show a text in another order than it has. */
const HIDDEN = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]--[\n\v\f\r\u0085\u2028\u2029]]/v;
const CONTROL_BUT_LINES = /[[\p{Cc}\p{Cs}]--[\t\n\r]]/v;

/** A text of one line, trimmed. It may be empty. */
export function lineField(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !LINE_BREAK.test(text), customIssue("oneLine"))
    .refine((text) => !HIDDEN.test(text), customIssue("hiddenCharacters"));
}

/** A name: a line with at least one character that can be seen. */
export function nameField(maxLength: number) {
  return lineField(maxLength).superRefine((name, check) => {
    // Said as of a name that is empty.
    if (!VISIBLE.test(name)) check.addIssue({ ...EMPTY_TEXT, input: name });
  });
}

/** A text of some lines, trimmed. It may be empty. */
export function linesField(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !CONTROL_BUT_LINES.test(text), customIssue("hiddenCharacters"));
}

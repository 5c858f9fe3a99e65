// Texts that people type to be read by others: nothing in them that cannot be seen.

import { z } from "zod";
import { ownFault } from "./own-faults.ts";

/** Letters, digits, signs; not the fillers and blanks that Unicode counts among these. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Control characters command terminals, bidirectional ones show a text in another order than it has. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const CONTROL_BUT_LINES = /[[\p{Cc}\p{Cs}]--[\t\n\r]]/v;

/** A name: trimmed, of one line, with at least one character that can be seen. */
export function nameField(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((name) => !HIDDEN.test(name), ownFault("hiddenCharacters"))
    .superRefine((name, check) => {
      // Said as of a name that is empty.
      const fault = { code: "too_small", origin: "string", minimum: 1, inclusive: true } as const;
      if (!VISIBLE.test(name)) check.addIssue({ ...fault, input: name });
    });
}

/** A text of some lines, trimmed. It may be empty. */
export function linesField(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !CONTROL_BUT_LINES.test(text), ownFault("hiddenCharacters"));
}

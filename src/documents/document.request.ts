// Fields of the form that issues a document.

import { z } from "zod";
import { LANGUAGES } from "../domain/person.ts";

export const issueSchema = z.object({
  language: z.enum(LANGUAGES),
  /** The fingerprint of the draft that the person saw. */
  seen: z.string().max(64),
});

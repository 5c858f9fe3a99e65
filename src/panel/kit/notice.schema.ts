// Notice: what a form did, as a signed cookie carries it to the next page.

import { z } from "zod";

export const noticeSchema = z.object({
  text: z.string(),
  /** Where to go on from what was done. */
  link: z.object({ href: z.string(), text: z.string() }).optional(),
  /** A form that undoes what was done. */
  undo: z
    .object({ action: z.string(), fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
    .optional(),
});

export type Notice = z.infer<typeof noticeSchema>;

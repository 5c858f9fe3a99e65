// Notice: the result of a form, as stored in the signed cookie.

import { z } from "zod";

export const noticeSchema = z.object({
  text: z.string(),
  /** A link to the next step. */
  link: z.object({ href: z.string(), text: z.string() }).optional(),
  /** A form that undoes the change. */
  undo: z
    .object({ action: z.string(), fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
    .optional(),
});

export type Notice = z.infer<typeof noticeSchema>;

// Notice: the result of a form, as a signed cookie carries it to the next page.

import { z } from "zod";

export const noticeSchema = z.object({
  text: z.string(),
  /** A link that leads on. */
  link: z.object({ href: z.string(), text: z.string() }).optional(),
  /** A form that undoes the change. */
  undo: z
    .object({ action: z.string(), fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
    .optional(),
});

export type Notice = z.infer<typeof noticeSchema>;

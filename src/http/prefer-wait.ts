// `Prefer: wait=N` (RFC 7240): how long a response may be held for slicing to finish.

import { z } from "@hono/zod-openapi";

const DEFAULT_SECONDS = 2;
const MAX_SECONDS = 30;

export const preferHeader = z.object({
  prefer: z
    .string()
    .optional()
    .openapi({
      description: `wait=N: hold the answer up to N seconds for slicing to finish. ${DEFAULT_SECONDS} if not sent, ${MAX_SECONDS} at most.`,
    }),
});

/** Milliseconds to wait. A preference that cannot be read is ignored (RFC 7240, 2). */
export function preferredWait(prefer: string | undefined): number {
  const asked = prefer?.match(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i)?.[1];
  const seconds = asked === undefined ? DEFAULT_SECONDS : Math.min(Number(asked), MAX_SECONDS);
  return seconds * 1000;
}

// Request lines of `npm start`: the Workers' log of a request as one short line, without text of the client's.

import { z } from "zod";

/** As src/http/middleware/request-log.middleware.ts writes it. */
const loggedSchema = z.object({
  requestId: z.string(),
  studioId: z.number().optional(),
  operation: z.string(),
  status: z.number(),
  errorCode: z.string().optional(),
  milliseconds: z.number(),
});

/** Polls of the service's own, and of monitors. */
const QUIET = ["GET /", "HEAD /", "GET /health", "HEAD /health"];
const UNKNOWN = "unknown";

/** The line of a message in the Workers' log; undefined for any other message, and for a request that is not worth a line. */
export function requestLine(message: string, now = new Date()): string | undefined {
  const logged = loggedSchema.safeParse(parsed(message)).data;
  if (logged === undefined) return undefined;
  const { studioId, operation, status, errorCode, milliseconds } = logged;
  // The supervisor polls an address that may not exist, and browsers ask for icons.
  const isPoll = QUIET.includes(operation) || (operation === UNKNOWN && studioId === undefined);
  if (isPoll && status < 500) return undefined;
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  const named = operation === UNKNOWN ? "an unknown address" : operation;
  return [time, named, status, `${milliseconds} ms`, ...(errorCode === undefined ? [] : [errorCode])].join(" ");
}

function parsed(message: string): unknown {
  if (!message.startsWith("{")) return undefined;
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

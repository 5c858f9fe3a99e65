// The envelope of every response but 204 and 429.

import { z } from "@hono/zod-openapi";
import type { ErrorResponse } from "./errors.ts";

export function success<Data>(data: Data) {
  return { data, metadata: null, errors: null, errorCode: null };
}

export function failure({ errors, errorCode }: Pick<ErrorResponse, "errors" | "errorCode">) {
  return { data: null, metadata: null, errors, errorCode };
}

export function successSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ data, metadata: z.null(), errors: z.null(), errorCode: z.null() });
}

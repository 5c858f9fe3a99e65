// The envelope of every response but 204 and 429.

import { z } from "@hono/zod-openapi";
import type { Language } from "../domain/person.ts";
import type { ErrorResponse } from "./errors.ts";

export function success<Data>(data: Data) {
  return { data, metadata: null, errors: null, errorCode: null };
}

/** @param language of the sentences; fields and codes are the same in every language */
export function failure({ errors, errorCode }: Pick<ErrorResponse, "errors" | "errorCode">, language: Language) {
  const said = Object.entries(errors ?? {}).map(([field, faults]) => [field, faults.map((fault) => fault[language])]);
  return { data: null, metadata: null, errors: errors && Object.fromEntries(said), errorCode };
}

export function successSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ data, metadata: z.null(), errors: z.null(), errorCode: z.null() });
}

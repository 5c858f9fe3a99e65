// The envelope of every response but 204 and 429.

import { z } from "@hono/zod-openapi";
import type { Language } from "../../domain/person.ts";
import type { ErrorResponse } from "../errors.ts";

export function success<Data>(data: Data) {
  return { data, metadata: null, errors: null, errorCode: null };
}

/** @param language of the sentences; fields and codes are the same in every language */
export function failure({ errors, errorCode }: Pick<ErrorResponse, "errors" | "errorCode">, language: Language) {
  const faultsByField = Object.entries(errors ?? {});
  const said = faultsByField.map(([field, faults]) => [field, faults.map((fault) => fault[language])]);
  const coded = faultsByField.flatMap(([field, faults]) => {
    const codes = faults.flatMap(({ code }) => code ?? []);
    return codes.length === 0 ? [] : [[field, codes] as const];
  });
  return {
    data: null,
    metadata: null,
    errors: errors && Object.fromEntries(said),
    errorCode,
    ...(coded.length === 0 ? {} : { codes: Object.fromEntries(coded) }),
  };
}

export function successSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ data, metadata: z.null(), errors: z.null(), errorCode: z.null() });
}

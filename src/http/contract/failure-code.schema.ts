// Codes of slicing failures as the API writes them.

import { z } from "@hono/zod-openapi";
import { FAILURE_CODES, MODEL_FAILURES, SERVICE_FAILURES } from "../../domain/print/slicing.ts";

const lines = (codes: Readonly<Record<string, { readonly meaning: string }>>) =>
  Object.entries(codes)
    .map(([code, { meaning }]) => `- \`${code}\`: ${meaning}`)
    .join("\n");

/** The meanings of a model's failure codes, for a field's description. */
const MODEL_FAILURES_IN_WORDS = lines(MODEL_FAILURES);

export const failureCodeSchema = z.enum(FAILURE_CODES).openapi("SliceFailureCode", {
  description: `Why slicing failed; codes may be added. The model is at fault, and fails again:\n\n${MODEL_FAILURES_IN_WORDS}\n\nThe service is, and the same request may succeed later:\n\n${lines(SERVICE_FAILURES)}`,
});

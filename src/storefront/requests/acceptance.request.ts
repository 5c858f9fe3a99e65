// Input of POST /{slug}/requests/{token}/accept: the request as the customer saw it, the address, and the consent. The route itself
// compares the delivery method and the place with those on offer.

import { z } from "zod";
import { customIssue } from "../../http/request/custom-issues.ts";
import { versionField } from "../../http/request/decimal-fields.ts";
import { addressFields } from "../kit/page-fields.request.ts";

export const acceptanceSchema = z.object({
  version: versionField,
  ...addressFields,
  consent: z
    .string()
    .default("")
    .refine((given) => given === "true", customIssue("consent")),
});

export const askingAnewSchema = z.object({ version: versionField });

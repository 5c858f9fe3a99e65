// Input of POST /{slug}/requests: the customer, the parts without a price, files kept unopened.

import { z } from "zod";
import type { StudioId } from "../../domain/ids.ts";
import type { Language } from "../../domain/person.ts";
import {
  MAX_ASKED_QUANTITY,
  MAX_ATTACHMENTS,
  MAX_SAID_CHARACTERS,
  PRICE_REQUEST_REASONS,
} from "../../domain/price-request.ts";
import { customIssue } from "../../http/request/custom-issues.ts";
import { distinctIdsField, idField } from "../../http/request/fields.ts";
import { linesField, nameField } from "../../http/request/name-field.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { knownModel } from "../../models/chosen-models.ts";
import { createToken } from "../../platform/secret-token.ts";
import type { PriceRequestToSend } from "../../price-requests/send-price-request.ts";
import { customerFields, fileNameField, sentModelIdField, unlessEmpty } from "../kit/page-fields.request.ts";

/** Long enough to be unique and unguessable. */
const MIN_KEY_CHARACTERS = 16;
const MAX_KEY_CHARACTERS = 100;
const MAX_NAME_CHARACTERS = 255;

const saidField = unlessEmpty(linesField(MAX_SAID_CHARACTERS).optional());

export const priceRequestSchema = z
  .object({
    ...customerFields,
    requestKey: z.string().min(MIN_KEY_CHARACTERS).max(MAX_KEY_CHARACTERS),
    items: z
      .array(
        z.object({
          modelId: sentModelIdField,
          fileName: fileNameField.pipe(nameField(MAX_NAME_CHARACTERS)),
          quantity: z.int().min(1).max(MAX_ASKED_QUANTITY),
          materialId: idField.optional(),
          printingQualityId: idField.optional(),
          finishingIds: distinctIdsField,
          reason: z.enum(PRICE_REQUEST_REASONS),
          said: saidField,
        }),
      )
      .max(MAX_ITEMS),
    attachments: z
      .array(z.object({ attachmentId: z.string().max(MAX_KEY_CHARACTERS), said: saidField }))
      .max(MAX_ATTACHMENTS)
      .refine(
        (files) => new Set(files.map(({ attachmentId }) => attachmentId)).size === files.length,
        customIssue("distinctIds"),
      )
      .default([]),
  })
  .superRefine(({ items, attachments }, check) => {
    // Said as of a list of parts that is empty: a request is about something.
    const fault = { code: "too_small", origin: "array", minimum: 1, inclusive: true } as const;
    if (items.length + attachments.length === 0) check.addIssue({ ...fault, path: ["items"], input: items });
  });

export type PriceRequestFields = z.output<typeof priceRequestSchema>;

/** The page's own key of a request, apart from the keys of other doors. */
export function requestKeyOf({ requestKey }: Pick<PriceRequestFields, "requestKey">): string {
  return `order-page:${requestKey}`;
}

/**
 * @param language the page's language, in which the studio answers
 * @param senderHash null if no address is known
 */
export function toPriceRequest(
  fields: PriceRequestFields,
  studioId: StudioId,
  language: Language,
  senderHash: string | null,
): PriceRequestToSend {
  const { firstName, lastName, phoneNumber, email, source, comment = null } = fields;
  return {
    requestKey: requestKeyOf(fields),
    customerToken: createToken(),
    contact: { firstName, lastName, phoneNumber, email, locale: language },
    comment,
    source,
    senderHash,
    consentedAt: Date.now(),
    items: fields.items.map(({ modelId, fileName, materialId, printingQualityId, said = null, ...item }, index) => ({
      ...item,
      said,
      materialId,
      printingQualityId,
      model: knownModel(`items.${index}.modelId`, modelId, studioId),
      originalFileName: fileName,
    })),
    attachments: fields.attachments.map(({ attachmentId, said = null }, index) => ({
      field: `attachments.${index}.attachmentId`,
      token: attachmentId,
      said,
    })),
  };
}

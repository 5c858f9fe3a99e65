// Fields of the forms that change an order: a move, the delivery, a note.

import { z } from "zod";
import { type DeliveryField, NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";
import { ORDER_STATUSES } from "../domain/order.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { wholeNumberField } from "../http/request/decimal-fields.ts";
import { textField } from "../http/request/fields.ts";
import { linesField } from "../http/request/name-field.ts";

const MAX_COMMENT_CHARACTERS = 2000;

const version = wholeNumberField({ min: 1, max: Number.MAX_SAFE_INTEGER });
const comment = linesField(MAX_COMMENT_CHARACTERS);

/** null: not given. */
const text = textField.nullish().transform((given) => given ?? null);

const day = text.refine((given) => given === null || z.iso.date().safeParse(given).success, customIssue("date"));

export const moveSchema = z
  .object({
    version,
    status: z.enum(ORDER_STATUSES),
    comment: comment.nullish().transform((given) => given ?? null),
    newTrackingNumber: textField.optional(),
  })
  .superRefine((move, check) => {
    if (move.status !== "cancelled" || move.comment !== null) return;
    check.addIssue({ ...customIssue("cancelReason"), path: ["comment"], input: move.comment });
  });

const deliveryFields = {
  method: text,
  cityName: text,
  cityRef: text,
  warehouseName: text,
  warehouseRef: text,
  streetName: text,
  streetRef: text,
  buildingNumber: text,
  apartmentNumber: text,
  npServiceType: z
    .enum(NOVA_POSHTA_SERVICE_TYPES)
    .nullish()
    .transform((given) => given ?? null),
  trackingNumber: text,
  deliveryStatus: text,
  scheduledDeliveryDate: day,
  actualDeliveryDate: day,
} satisfies Record<DeliveryField, z.ZodType>;

export const deliveryChangeSchema = z.object({ version, ...deliveryFields });

export const undoDeliverySchema = z.object({ version });

export const noteSchema = z.object({ note: comment });

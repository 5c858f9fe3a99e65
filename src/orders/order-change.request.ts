// Fields of the forms that change an order: a move, the delivery, a note.

import { z } from "zod";
import { type DeliveryField, NOVA_POSHTA_SERVICE_TYPES } from "../domain/delivery.ts";
import { MAX_ITEM_COPIES, ORDER_STATUSES } from "../domain/order.ts";
import { customIssue } from "../http/request/custom-issues.ts";
import { dayOutOfRange, isPlannedDay } from "../http/request/day-range.ts";
import { amountField, idTextField, versionField, wholeNumberField } from "../http/request/decimal-fields.ts";
import { textField } from "../http/request/fields.ts";
import { linesField } from "../http/request/name-field.ts";
import type { CopiesOnPrinter } from "./print-copies.ts";

export const MAX_COMMENT_CHARACTERS = 2000;
export const MAX_REASON_CHARACTERS = 200;

/** The reason of a failed print. */
export const reasonField = linesField(MAX_REASON_CHARACTERS);

const comment = linesField(MAX_COMMENT_CHARACTERS);

/** null: not given. */
const text = textField.nullish().transform((given) => given ?? null);

const day = text
  .refine((given) => given === null || z.iso.date().safeParse(given).success, customIssue("date"))
  .refine(isPlannedDay, dayOutOfRange);

const copies = wholeNumberField({ min: 1, max: MAX_ITEM_COPIES });

/** An order of twenty items, each on ten printers. */
const MAX_PRINTS = 200;

/** Copies on printers, as a notice's undo carries them: `item:printer:copies`, joined by commas. */
const copiesOnPrintersField = z
  .string()
  .transform((text) => text.split(",").map((one) => one.split(":")))
  .pipe(z.array(z.tuple([idTextField, idTextField, copies])).max(MAX_PRINTS))
  .transform((prints) => prints.map(([itemId, printerId, count]) => ({ itemId, printerId, copies: count })));

export function copiesOnPrintersText(prints: readonly CopiesOnPrinter[]): string {
  return prints.map((print) => [print.itemId, print.printerId, print.copies].join(":")).join(",");
}

export const printAgainSchema = z.object({
  againCopies: copies,
  againReason: reasonField,
  /** The good copies as the page showed them. */
  againSeen: wholeNumberField({ min: 0, max: MAX_ITEM_COPIES }).optional(),
});

export const moveSchema = z
  .object({
    version: versionField,
    status: z.enum(ORDER_STATUSES),
    comment: comment.nullish().transform((given) => given ?? null),
    newTrackingNumber: textField.optional(),
    takesOff: z
      .literal("true")
      .optional()
      .transform((given) => given === "true"),
    putBack: copiesOnPrintersField.optional(),
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

export const deliveryChangeSchema = z.object({ version: versionField, ...deliveryFields });

export const dueDaySchema = z.object({
  version: versionField,
  dueOn: day,
  dueReason: linesField(MAX_REASON_CHARACTERS)
    .nullish()
    .transform((given) => given ?? null),
});

export const deliveryPriceSchema = z.object({
  version: versionField,
  /** Minor units. */
  deliveryPrice: amountField.optional().transform((given) => given ?? null),
  deliveryPriceReason: linesField(MAX_REASON_CHARACTERS),
});

export const undoDeliverySchema = z.object({ version: versionField });

export const noteSchema = z.object({ note: comment });

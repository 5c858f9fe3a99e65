// Fields of the forms that note a payment or a refund.

import { z } from "zod";
import { PAYMENT_METHODS, type PaymentKind } from "../domain/order.ts";
import { pastDayField } from "../http/request/day-range.ts";
import { positiveAmountField, versionField } from "../http/request/decimal-fields.ts";
import { linesField } from "../http/request/name-field.ts";
import type { NewPayment } from "./payment.store.ts";

const MAX_NOTE_CHARACTERS = 500;

/** A form without a key of its own is noted once for each time that it is sent. */
const requestKey = z.uuid().optional().catch(undefined);
const method = z.enum(PAYMENT_METHODS);
const note = linesField(MAX_NOTE_CHARACTERS).optional();

/** Both forms stand on one page, so that their fields have names of their own. */
export const PAYMENT_FORMS = {
  payment: z
    .object({
      ...{ version: versionField, requestKey },
      ...{ paymentAmount: positiveAmountField, paymentMethod: method, paymentDay: pastDayField, paymentNote: note },
    })
    .transform((form) => ({
      version: form.version,
      payment: toPayment("payment", form.requestKey, {
        ...{ amountMinor: form.paymentAmount, method: form.paymentMethod, paidOn: form.paymentDay },
        note: form.paymentNote,
      }),
    })),
  refund: z
    .object({
      ...{ version: versionField, requestKey },
      ...{ refundAmount: positiveAmountField, refundMethod: method, refundDay: pastDayField, refundNote: note },
    })
    .transform((form) => ({
      version: form.version,
      payment: toPayment("refund", form.requestKey, {
        ...{ amountMinor: form.refundAmount, method: form.refundMethod, paidOn: form.refundDay },
        note: form.refundNote,
      }),
    })),
} satisfies Record<PaymentKind, z.ZodType>;

function toPayment(
  kind: PaymentKind,
  key: string | undefined,
  typed: Pick<NewPayment, "amountMinor" | "method" | "paidOn"> & { readonly note: string | undefined },
): NewPayment {
  return { kind, requestKey: `panel ${key ?? crypto.randomUUID()}`, ...typed, note: typed.note || null };
}

// Content of an invoice or a receipt, from the rows of its order.

import type { DocumentContent, DocumentLine } from "../db/column-types.ts";
import type { orderItems, orders, payments } from "../db/schema.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../domain/money.ts";
import type { DocumentKind } from "../domain/order.ts";
import type { Language } from "../domain/person.ts";
import { itemName } from "../orders/item-name.ts";
import { asBought } from "../orders/lines/bought-items.ts";
import { withoutTopUp } from "../orders/top-up.ts";
import { paymentOf } from "../payments/payment-state.ts";

type Order = typeof orders.$inferSelect;

export interface OrderToDocument {
  readonly order: Order;
  readonly items: readonly (typeof orderItems.$inferSelect)[];
  /** Without removed ones, the earliest first. */
  readonly payments: readonly (typeof payments.$inferSelect)[];
  readonly studio: DocumentContent["studio"];
}

/** The lines add up to the total: each finishing and adjustment is inside its item's price. */
export function documentContent(
  kind: DocumentKind,
  { order, items, payments, studio }: OrderToDocument,
  language: Language,
): DocumentContent {
  const { contact, deliveryPriceMinor, totalPriceMinor } = order;
  const content: DocumentContent = {
    language,
    currencyId: order.currencyId,
    orderNumber: order.number,
    studio: { ...studio, requisites: withoutAccount(studio) },
    customer: `${contact.firstName} ${contact.lastName}`.trim(),
    lines: linesOf(order, items),
    totalMinor: sumMinorUnits([minorUnits(totalPriceMinor), minorUnits(deliveryPriceMinor ?? 0)]),
  };
  return kind === "invoice" ? { ...content, asks: askedOf(order) } : { ...content, payments: payments.map(confirmed) };
}

/** Payments less refunds. */
export function paidSum(payments: NonNullable<DocumentContent["payments"]>): MinorUnits {
  return sumMinorUnits(payments.map(({ amountMinor }) => minorUnits(amountMinor)));
}

function askedOf(order: Order): NonNullable<DocumentContent["asks"]> {
  const { paid, refunded, due, asked } = paymentOf(order);
  return { receivedMinor: paid + refunded, dueMinor: due, advanceMinor: asked < due ? asked : null };
}

/** The studio's own lines may say the account once more, which customers copy from the order's page. */
function withoutAccount({ payeeName, payeeIban, requisites }: OrderToDocument["studio"]): string | null {
  if (requisites === null) return null;
  const isOfAccount = (line: string) =>
    line.trim() === payeeName || line.replaceAll(/\s/g, "").replace(/^IBAN:?/i, "") === payeeIban;
  const lines = requisites.split("\n").filter((line) => !isOfAccount(line));
  return lines.join("\n") || null;
}

function linesOf(order: Order, items: OrderToDocument["items"]): DocumentLine[] {
  const { topUpMinor, deliveryPriceMinor, delivery } = order;
  return [
    ...asBought(items.map((item) => ({ item: withoutTopUp(order, item) }))).map(
      ({ first: { item }, quantity, priceMinor }): DocumentLine => ({
        ...{ kind: "item", quantity, amountMinor: priceMinor },
        name: itemName(item),
      }),
    ),
    ...lineOf("top_up", null, topUpMinor),
    ...lineOf("delivery", methodName(delivery), deliveryPriceMinor),
  ];
}

/** A line of one piece; none of a sum that is not asked for. */
function lineOf(kind: DocumentLine["kind"], name: string | null, amountMinor: number | null): DocumentLine[] {
  return amountMinor === null || amountMinor === 0 ? [] : [{ kind, name, quantity: 1, amountMinor }];
}

/** The studio's own name of the method; the service's two are codes. */
function methodName(delivery: Order["delivery"]): string | null {
  const method = delivery?.method ?? "";
  return ["", "nova_poshta", "courier"].includes(method) ? null : method;
}

function confirmed({ kind, method, paidOn, amountMinor }: OrderToDocument["payments"][number]) {
  return { method, paidOn, amountMinor: kind === "refund" ? -amountMinor : amountMinor };
}

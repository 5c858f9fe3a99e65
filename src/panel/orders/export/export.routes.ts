// Export of a period's orders as a table, for owners.

import { Hono } from "hono";
import { z } from "zod";
import { currencyOf } from "../../../domain/currency.ts";
import { fullName } from "../../../domain/customer.ts";
import { formatMinorUnits, type MinorUnits, minorUnits } from "../../../domain/money.ts";
import type { Language } from "../../../domain/person.ts";
import type { ListedOrder } from "../../../orders/order-list.store.ts";
import { ordersPlaced } from "../../../orders/placed-orders.store.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../../pages/csv.ts";
import { shownDecimal } from "../../../pages/form-values.ts";
import { plainDateAndTime, startOfDay, startOfNextDay } from "../../../pages/format.ts";
import { streamedText } from "../../../pages/streamed-text.ts";
import { paymentOf } from "../../../payments/payment-state.ts";
import { redirectWithNotice } from "../../kit/notice.ts";
import type { PanelEnv } from "../../kit/panel-context.ts";
import { orderSourceName } from "../order-source.words.ts";
import { statusName } from "../order-status.words.ts";
import { exportWords } from "./export.words.ts";

const day = z.iso.date();

export const orderExportRoutes = new Hono<PanelEnv>().get("/", async (context) => {
  const { tenant, studio, view } = context.var;
  const period = z.tuple([day, day]).safeParse([context.req.query("since"), context.req.query("through")]);
  if (!period.success) {
    return redirectWithNotice(context, `${studio.base}/orders?view=list`, {
      text: exportWords(view.language).badPeriod,
    });
  }
  const [since, through] = period.data;
  const placed = ordersPlaced(tenant.db, startOfDay(since), startOfNextDay(through));
  return new Response(streamedText(linesOf(view.language, placed)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="orders-${since}-${through}.csv"`,
    },
  });
});

async function* linesOf(language: Language, placed: AsyncIterable<ListedOrder>): AsyncGenerator<string, undefined> {
  const words = exportWords(language);
  yield BYTE_ORDER_MARK +
    csvLine(
      language,
      COLUMNS.map(({ title }) => words[title]),
    );
  for await (const order of placed) {
    yield csvLine(
      language,
      COLUMNS.map(({ cell }) => cell(order, language)),
    );
  }
}

interface ExportColumn {
  readonly title: Exclude<
    keyof ReturnType<typeof exportWords>,
    "badPeriod" | "summary" | "since" | "through" | "download"
  >;
  readonly cell: (order: ListedOrder, language: Language) => string;
}

/** Null: an empty cell. */
function amountCell(language: Language, amountMinor: number | null): string {
  return amountMinor === null ? "" : shownDecimal(language, formatMinorUnits(minorUnits(amountMinor)));
}

/** Empty in an order older than payments. */
function sumCell(language: Language, { paidMinor }: ListedOrder, sum: MinorUnits): string {
  return amountCell(language, paidMinor === null ? null : sum);
}

const COLUMNS: readonly ExportColumn[] = [
  { title: "number", cell: ({ number }) => String(number) },
  { title: "placed", cell: ({ createdAt }) => plainDateAndTime(createdAt) },
  { title: "status", cell: ({ status }, language) => statusName(language, status) },
  { title: "customer", cell: ({ contact }) => fullName(contact) },
  { title: "phone", cell: ({ contact }) => contact.phoneNumber },
  { title: "email", cell: ({ contact }) => contact.email },
  { title: "source", cell: ({ source }, language) => orderSourceName(language, source) },
  {
    title: "total",
    cell: ({ totalPriceMinor }, language) => amountCell(language, totalPriceMinor),
  },
  { title: "currency", cell: ({ currencyId }) => currencyOf(currencyId).code },
  { title: "due", cell: ({ dueOn }) => dueOn ?? "" },
  { title: "city", cell: ({ delivery }) => delivery?.cityName ?? "" },
  { title: "tracking", cell: ({ delivery }) => delivery?.trackingNumber ?? "" },
  { title: "priority", cell: ({ priority }) => priority?.name ?? "" },
  {
    title: "deliveryPrice",
    cell: ({ deliveryPriceMinor }, language) => amountCell(language, deliveryPriceMinor),
  },
  { title: "paid", cell: (order, language) => sumCell(language, order, paymentOf(order).paid) },
  { title: "toPay", cell: (order, language) => sumCell(language, order, paymentOf(order).due) },
];

// Export of a period's orders as a table, for owners.

import { Hono } from "hono";
import { z } from "zod";
import { currencyOf } from "../../../domain/currency.ts";
import { formatMinorUnits, minorUnits } from "../../../domain/money.ts";
import type { Language } from "../../../domain/person.ts";
import type { ListedOrder } from "../../../orders/order-list.store.ts";
import { ordersPlaced } from "../../../orders/placed-orders.store.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../../pages/csv.ts";
import { shownDecimal } from "../../../pages/form-values.ts";
import { plainDateAndTime, startOfDay, startOfNextDay } from "../../../pages/format.ts";
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
  const lines = linesOf(view.language, placed);
  const stream = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
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

const COLUMNS: readonly ExportColumn[] = [
  { title: "number", cell: ({ id }) => String(id) },
  { title: "placed", cell: ({ createdAt }) => plainDateAndTime(createdAt) },
  { title: "status", cell: ({ status }, language) => statusName(language, status) },
  { title: "customer", cell: ({ contact }) => `${contact.firstName} ${contact.lastName}` },
  { title: "phone", cell: ({ contact }) => contact.phoneNumber },
  { title: "email", cell: ({ contact }) => contact.email },
  { title: "source", cell: ({ source }, language) => orderSourceName(language, source) },
  {
    title: "total",
    cell: ({ totalPriceMinor }, language) => shownDecimal(language, formatMinorUnits(minorUnits(totalPriceMinor))),
  },
  { title: "currency", cell: ({ currencyId }) => currencyOf(currencyId).code },
  { title: "due", cell: ({ dueOn }) => dueOn ?? "" },
  { title: "city", cell: ({ delivery }) => delivery?.cityName ?? "" },
  { title: "tracking", cell: ({ delivery }) => delivery?.trackingNumber ?? "" },
  { title: "priority", cell: ({ priority }) => priority?.name ?? "" },
];

// A month on one page, and as a table for a spreadsheet.

import { Hono } from "hono";
import { BYTE_ORDER_MARK, csvLine } from "../../pages/csv.ts";
import { calendarMonth } from "../../pages/format.ts";
import { readMonthFigures } from "../../printers/month-figures.store.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { MonthPage } from "./month.page.tsx";
import { type MonthTable, monthTables } from "./month-tables.ts";
import { askedMonth, monthAfter, monthBefore, offeredMonths, startOfMonth } from "./months.ts";

export const monthRoutes = new Hono<PanelEnv>()
  .get("/", async (context) => {
    const { studio } = context.var;
    const { month, figures } = await readAskedMonth(context);
    const months = offeredMonths(month, studio.record.createdAt);
    return render(context, <MonthPage month={month} months={months} figures={figures} />);
  })
  .get("/table", async (context) => {
    const { language } = context.var.view;
    const { month, figures } = await readAskedMonth(context);
    const tables = monthTables(language, figures, calendarMonth(language, monthBefore(month)));
    const lines = tables.map((table) => linesOf(language, table).join("")).join("\r\n");
    return new Response(BYTE_ORDER_MARK + lines, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="month-${month}.csv"`,
      },
    });
  });

async function readAskedMonth({ req, var: { tenant } }: PanelContext) {
  const month = askedMonth(req.query("month"));
  const figures = await readMonthFigures(tenant.db, {
    before: startOfMonth(monthBefore(month)),
    since: startOfMonth(month),
    until: startOfMonth(monthAfter(month)),
  });
  return { month, figures };
}

function linesOf(language: PanelEnv["Variables"]["view"]["language"], { title, columns, rows }: MonthTable): string[] {
  const [first, ...others] = columns;
  return [
    csvLine(language, [`${title}: ${first.title}`, ...others.map((column) => column.titleInFile ?? column.title)]),
    ...rows.map(({ cells }) =>
      csvLine(
        language,
        cells.map(({ inFile }) => inFile),
      ),
    ),
  ];
}

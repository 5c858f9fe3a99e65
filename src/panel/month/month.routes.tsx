// A month on one page, and as a table for a spreadsheet.

import { Hono } from "hono";
import type { Language } from "../../domain/person.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../pages/csv.ts";
import { calendarMonth, wholeNumber } from "../../pages/format.ts";
import { MAX_SUMMED, readMonthFigures } from "../../printers/month-figures.store.ts";
import type { PanelContext, PanelEnv } from "../kit/panel-context.ts";
import { render } from "../kit/render.tsx";
import { MonthPage } from "./month.page.tsx";
import { monthWords } from "./month.words.ts";
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
    const words = monthWords(language);
    const { month, figures } = await readAskedMonth(context);
    const before = calendarMonth(language, monthBefore(month));
    const lines = monthTables(language, figures).map((table) => linesOf(language, table, before).join(""));
    if (figures.isCut) lines.push(csvLine(language, [words.cut(wholeNumber(language, MAX_SUMMED))]));
    return new Response(BYTE_ORDER_MARK + lines.join("\r\n"), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="month-${month}.csv"`,
      },
    });
  });

async function readAskedMonth({ req, var: { tenant } }: PanelContext) {
  const month = askedMonth(req.query("month"));
  const [before, since, until] = [monthBefore(month), month, monthAfter(month)];
  const figures = await readMonthFigures(
    tenant.db,
    { before: startOfMonth(before), since: startOfMonth(since), until: startOfMonth(until) },
    { before: `${before}-01`, since: `${since}-01`, until: `${until}-01` },
  );
  return { month, figures };
}

/** @param before the name of the month before */
function linesOf(language: Language, { title, each, figures, rows }: MonthTable, before: string): string[] {
  const words = monthWords(language);
  const titles = figures.map((figure) => figure.titleInFile ?? figure.title);
  const hasMoney = rows.some(({ currency }) => currency !== undefined);
  return [
    csvLine(language, [
      `${title}: ${each}`,
      ...titles,
      ...titles.map((figure) => words.inMonth(figure, before)),
      ...(hasMoney ? [words.currency] : []),
    ]),
    ...rows.map(({ name, month, before, currency }) =>
      csvLine(language, [
        name,
        ...[...month, ...before].map(({ inFile }) => inFile),
        ...(currency === undefined ? [] : [currency]),
      ]),
    ),
  ];
}

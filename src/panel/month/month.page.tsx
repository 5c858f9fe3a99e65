// Month page: its orders, printers and materials, each beside the month before. It prints as it is.

import { calendarMonth, wholeNumber } from "../../pages/format.ts";
import { MAX_SUMMED, type MonthFigures } from "../../printers/month-figures.store.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { Select } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { Table } from "../kit/table.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { monthWords } from "./month.words.ts";
import { type MonthRow, type MonthTable, monthTables } from "./month-tables.ts";
import { monthAfter, monthBefore, thisMonth } from "./months.ts";

interface MonthProps {
  /** YYYY-MM */
  readonly month: string;
  /** The months that are offered, the latest first. */
  readonly months: readonly string[];
  readonly figures: MonthFigures;
}

export function MonthPage({ month, months, figures }: MonthProps) {
  const { language } = useView();
  const studio = useStudio();
  const words = monthWords(language);
  const before = monthBefore(month);
  const form = { values: { month }, faults: {} };
  return (
    <Layout
      title={`${words.title}: ${calendarMonth(language, month)}`}
      actions={
        <>
          <a class="button" download href={monthAddress(studio, month, "/table")}>
            {words.download}
          </a>
          <button type="button" data-print hidden>
            {words.print}
          </button>
        </>
      }
    >
      <p class="lead">
        {words.lead} {words.inGrey(calendarMonth(language, before))}
      </p>
      <form method="get" action={`${studio.base}/month`} class="card filters no-print">
        <Select
          form={form}
          name="month"
          label={words.month}
          choices={months.map((value) => ({ value, label: calendarMonth(language, value) }))}
          submitOnChange
        />
        <div class="row">
          <button type="submit">{words.show}</button>
          <a rel="prev" href={monthAddress(studio, before)}>
            ← {calendarMonth(language, before)}
          </a>
          {month >= thisMonth() ? null : (
            <a rel="next" href={monthAddress(studio, monthAfter(month))}>
              {calendarMonth(language, monthAfter(month))} →
            </a>
          )}
        </div>
      </form>
      {figures.isCut ? <p class="warning">{words.cut(wholeNumber(language, MAX_SUMMED))}</p> : null}
      {monthTables(language, figures).map((table) => (
        <section class="stack" aria-labelledby={table.id}>
          <h2 id={table.id}>{table.title}</h2>
          {table.rows.length === 0 ? (
            <EmptyState text={table.empty} />
          ) : (
            <Figures table={table} before={calendarMonth(language, before)} />
          )}
        </section>
      ))}
    </Layout>
  );
}

function Figures({ table: { each, figures, rows }, before }: { readonly table: MonthTable; readonly before: string }) {
  return (
    <Table
      class="month-table"
      rows={rows}
      columns={[
        { title: each, cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : name) },
        ...figures.map(({ title }, place) => ({
          title,
          isNumber: true,
          isUnbroken: true,
          cell: (row: MonthRow) => (
            <>
              {row.isSum ? <strong>{row.month[place]?.shown}</strong> : row.month[place]?.shown}{" "}
              <span class="before">
                <span class="visually-hidden">{before}: </span>
                {row.before[place]?.shown}
              </span>
            </>
          ),
        })),
      ]}
    />
  );
}

function monthAddress(studio: StudioView, month: string, path = ""): string {
  return `${studio.base}/month${path}?month=${month}`;
}

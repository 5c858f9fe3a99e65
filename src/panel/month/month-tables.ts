// Tables of a month, for its page and its file: orders by status, printers, materials, each beside the month before.

import { currencyOf } from "../../domain/currency.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import { formatMinorUnits, minorUnits, sumMinorUnits } from "../../domain/money.ts";
import { ORDER_STATUSES } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import { shownDecimal } from "../../pages/form-values.ts";
import { decimal, money, wholeNumber } from "../../pages/format.ts";
import type { EndedCopies, MonthFigures, PlacedOrders } from "../../printers/month-figures.store.ts";
import { materialName } from "../kit/material.tsx";
import { statusName } from "../orders/order-status.words.ts";
import { monthWords } from "./month.words.ts";

export interface MonthTable {
  readonly id: "orders" | "printers" | "materials";
  readonly title: string;
  /** Shown in place of a table without rows. */
  readonly empty: string;
  readonly columns: readonly [MonthColumn, ...MonthColumn[]];
  readonly rows: readonly MonthRow[];
}

interface MonthColumn {
  readonly title: string;
  /** The title in the file, if its cells state less than the page's. */
  readonly titleInFile?: string | undefined;
  readonly isInFileOnly?: boolean;
}

export interface MonthRow {
  readonly cells: readonly MonthCell[];
  readonly isSum: boolean;
}

export interface MonthCell {
  readonly shown: string;
  /** As a spreadsheet calculates with it. */
  readonly inFile: string;
}

/** @param before the name of the month before */
export function monthTables(language: Language, figures: MonthFigures, before: string): readonly MonthTable[] {
  return [
    ordersTable(language, figures, before),
    printersTable(language, figures, before),
    materialsTable(language, figures, before),
  ];
}

function ordersTable(language: Language, { placed }: MonthFigures, before: string): MonthTable {
  const words = monthWords(language);
  const currencies = [...new Set(placed.map(({ currencyId }) => currencyId))].sort((a, b) => a - b);
  const rows = currencies.flatMap((currencyId): MonthRow[] => {
    const { code } = currencyOf(currencyId);
    const rowOf = (name: string, orders: readonly PlacedOrders[]): MonthCell[] => {
      const cellsOf = (isOfMonth: boolean) => {
        const own = orders.filter((row) => row.isOfMonth === isOfMonth);
        const total = sumMinorUnits(own.map(({ totalMinor }) => minorUnits(totalMinor)));
        return [
          wholeCell(language, sumOf(own, "orders")),
          {
            shown: money(language, total, currencyOf(currencyId)),
            inFile: shownDecimal(language, formatMinorUnits(total)),
          },
        ];
      };
      return [textCell(name), ...cellsOf(true), ...cellsOf(false), textCell(code)];
    };
    const own = placed.filter((row) => row.currencyId === currencyId);
    const sumRows = [
      { name: words.total, orders: own },
      { name: words.notCancelled, orders: own.filter(({ status }) => status !== "cancelled") },
    ];
    return [
      ...ORDER_STATUSES.filter((status) => own.some((row) => row.status === status)).map((status) => ({
        cells: rowOf(
          statusName(language, status),
          own.filter((row) => row.status === status),
        ),
        isSum: false,
      })),
      ...sumRows.map(({ name, orders }) => ({ cells: rowOf(name, orders), isSum: true })),
    ];
  });
  return {
    id: "orders",
    title: words.orders,
    empty: words.noOrders,
    columns: [
      { title: words.status },
      { title: words.count },
      { title: words.money },
      { title: words.inMonth(words.count, before) },
      { title: words.inMonth(words.money, before) },
      { title: words.currency, isInFileOnly: true },
    ],
    rows,
  };
}

function printersTable(language: Language, { ended, printers }: MonthFigures, before: string): MonthTable {
  const words = monthWords(language);
  return printsTable(language, before, {
    id: "printers",
    title: words.printers,
    each: words.printer,
    amount: words.hours,
    groups: Map.groupBy(ended, ({ printerId }) => printerId),
    nameOf: (printerId, rows) =>
      printers.find(({ id }) => id === printerId)?.name ??
      rows.find(({ printer }) => printer !== null)?.printer ??
      words.noPrinter,
    amountOf: (rows) => ({ scaled: Math.round(sumOf(rows, "minutes") / 6), scale: 1 }),
  });
}

function materialsTable(language: Language, { ended, materials }: MonthFigures, before: string): MonthTable {
  const words = monthWords(language);
  return printsTable(language, before, {
    id: "materials",
    title: words.materials,
    each: words.material,
    amount: words.grams,
    groups: Map.groupBy(ended, ({ materialId }) => materialId),
    nameOf: (materialId) => {
      const material = materials.find(({ id }) => id === materialId);
      return material === undefined ? words.noMaterial : materialName(material.name, material.color);
    },
    amountOf: (rows) => ({ scaled: Math.round(sumOf(rows, "hundredthsOfGram") / 10), scale: 1 }),
  });
}

interface PrintsBy extends Pick<MonthTable, "id" | "title"> {
  /** The title of the names' column, and that of the amounts. */
  readonly each: string;
  readonly amount: string;
  readonly groups: ReadonlyMap<number | null, readonly EndedCopies[]>;
  readonly nameOf: (id: number | null, rows: readonly EndedCopies[]) => string;
  /** Whole steps of 10^-scale. */
  readonly amountOf: (rows: readonly EndedCopies[]) => { readonly scaled: number; readonly scale: number };
}

function printsTable(
  language: Language,
  before: string,
  { id, title, each, amount, groups, nameOf, amountOf }: PrintsBy,
): MonthTable {
  const words = monthWords(language);
  const cellsOf = (rows: readonly EndedCopies[], isOfMonth: boolean): readonly MonthCell[] => {
    const own = rows.filter((row) => row.isOfMonth === isOfMonth);
    const failed = own.filter(({ outcome }) => outcome === "failed");
    const copies = sumOf(own, "copies");
    return [
      decimalCell(language, amountOf(own)),
      wholeCell(language, copies),
      wholeCell(language, sumOf(failed, "copies")),
      rateCell(language, sumOf(failed, "copies"), copies),
    ];
  };
  const rowOf = (name: string, rows: readonly EndedCopies[], isSum: boolean): MonthRow => ({
    cells: [textCell(name), ...cellsOf(rows, true), ...cellsOf(rows, false)],
    isSum,
  });
  const sorted = [...groups].sort(([, a], [, b]) => amountOf(b).scaled - amountOf(a).scaled);
  const columns: readonly MonthColumn[] = [
    { title: amount },
    { title: words.ended },
    { title: words.failed },
    { title: words.failureRate, titleInFile: words.failurePercent },
  ];
  const columnsBefore = columns.map((column) => ({
    title: words.inMonth(column.title, before),
    titleInFile: words.inMonth(column.titleInFile ?? column.title, before),
  }));
  return {
    id,
    title,
    empty: words.noPrints,
    columns: [{ title: each }, ...columns, ...columnsBefore],
    rows: [
      ...sorted.map(([key, rows]) => rowOf(nameOf(key, rows), rows, false)),
      ...(sorted.length > 1
        ? [
            rowOf(
              words.total,
              sorted.flatMap(([, rows]) => rows),
              true,
            ),
          ]
        : []),
    ],
  };
}

function sumOf<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function textCell(text: string): MonthCell {
  return { shown: text, inFile: text };
}

function wholeCell(language: Language, value: number): MonthCell {
  return { shown: wholeNumber(language, value), inFile: String(value) };
}

function decimalCell(
  language: Language,
  { scaled, scale }: { readonly scaled: number; readonly scale: number },
): MonthCell {
  return { shown: decimal(language, scaled, scale), inFile: shownDecimal(language, formatDecimal(scaled, scale)) };
}

/** Tenths of a percent; without an ended copy there is no rate. */
function rateCell(language: Language, failed: number, ended: number): MonthCell {
  if (ended === 0) return { shown: "—", inFile: "" };
  const { shown, inFile } = decimalCell(language, { scaled: Math.round((failed * 1000) / ended), scale: 1 });
  return { shown: `${shown} %`, inFile };
}

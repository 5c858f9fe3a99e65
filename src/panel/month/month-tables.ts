// Tables of a month: orders by status, money received, printers and materials, each beside the month before.

import { type Currency, currencyOf } from "../../domain/currency.ts";
import { formatDecimal } from "../../domain/decimal.ts";
import { formatMinorUnits, type MinorUnits, minorUnits, sumMinorUnits } from "../../domain/money.ts";
import { ORDER_STATUSES, PAYMENT_METHODS } from "../../domain/order.ts";
import type { Language } from "../../domain/person.ts";
import { shownDecimal } from "../../pages/form-values.ts";
import { decimal, money, wholeNumber } from "../../pages/format.ts";
import { paymentMethodNames } from "../../pages/payment-method.words.ts";
import type { EndedCopies, MonthFigures, PlacedOrders, ReceivedMoney } from "../../printers/month-figures.store.ts";
import { materialName } from "../kit/item/material.tsx";
import { statusName } from "../orders/order-status.words.ts";
import { monthWords } from "./month.words.ts";

export interface MonthTable {
  readonly id: "orders" | "received" | "printers" | "materials";
  readonly title: string;
  /** Shown in place of a table without rows. */
  readonly empty: string;
  /** The title of the rows' names. */
  readonly each: string;
  readonly figures: readonly MonthFigure[];
  readonly rows: readonly MonthRow[];
}

interface MonthFigure {
  readonly title: string;
  /** The title in the file, if its cells state less than the page's. */
  readonly titleInFile?: string;
}

export interface MonthRow {
  readonly name: string;
  /** In the order of the table's figures. */
  readonly month: readonly MonthCell[];
  readonly before: readonly MonthCell[];
  /** The code of the row's money. */
  readonly currency?: string;
  readonly isSum: boolean;
}

interface MonthCell {
  readonly shown: string;
  /** As a spreadsheet calculates with it. */
  readonly inFile: string;
}

export function monthTables(language: Language, figures: MonthFigures): readonly MonthTable[] {
  return [
    ordersTable(language, figures),
    receivedTable(language, figures),
    printersTable(language, figures),
    materialsTable(language, figures),
  ];
}

function ordersTable(language: Language, { placed }: MonthFigures): MonthTable {
  const words = monthWords(language);
  const byCurrency = [...Map.groupBy(placed, ({ currencyId }) => currencyId)].sort(([a], [b]) => a - b);
  const rows = byCurrency.flatMap(([currencyId, own]) => {
    const currency = currencyOf(currencyId);
    const cellsOf = (orders: readonly PlacedOrders[], isOfMonth: boolean): readonly MonthCell[] => {
      const counted = orders.filter((row) => row.isOfMonth === isOfMonth);
      const total = sumMinorUnits(counted.map(({ totalMinor }) => minorUnits(totalMinor)));
      return [wholeCell(language, sumOf(counted, "orders")), moneyCell(language, total, currency)];
    };
    const rowOf = (name: string, orders: readonly PlacedOrders[], isSum: boolean): MonthRow => {
      return { name, month: cellsOf(orders, true), before: cellsOf(orders, false), currency: currency.code, isSum };
    };
    const ofStatus = ORDER_STATUSES.flatMap((status) => {
      const orders = own.filter((row) => row.status === status);
      return orders.length === 0 ? [] : [rowOf(statusName(language, status), orders, false)];
    });
    const notCancelled = own.filter(({ status }) => status !== "cancelled");
    return [...ofStatus, rowOf(words.total, own, true), rowOf(words.notCancelled, notCancelled, true)];
  });
  return {
    id: "orders",
    title: words.orders,
    empty: words.noOrders,
    each: words.status,
    figures: [{ title: words.count }, { title: words.money }],
    rows,
  };
}

/** Payments less refunds, by the days on which they were paid. */
function receivedTable(language: Language, { received }: MonthFigures): MonthTable {
  const words = monthWords(language);
  const byCurrency = [...Map.groupBy(received, ({ currencyId }) => currencyId)].sort(([a], [b]) => a - b);
  const rows = byCurrency.flatMap(([currencyId, own]) => {
    const currency = currencyOf(currencyId);
    const cellsOf = (rows: readonly ReceivedMoney[], isOfMonth: boolean): readonly MonthCell[] => {
      const summed = rows.filter((row) => row.isOfMonth === isOfMonth);
      const paid = sumMinorUnits(summed.map(({ receivedMinor }) => minorUnits(receivedMinor)));
      const refunded = sumMinorUnits(summed.map(({ refundedMinor }) => minorUnits(refundedMinor)));
      const sums = [paid, refunded, minorUnits(paid - refunded)];
      return sums.map((sum) => moneyCell(language, sum, currency));
    };
    const rowOf = (name: string, rows: readonly ReceivedMoney[], isSum: boolean): MonthRow => {
      return { name, month: cellsOf(rows, true), before: cellsOf(rows, false), currency: currency.code, isSum };
    };
    const byMethod = PAYMENT_METHODS.flatMap((method) => {
      const rows = own.filter((row) => row.method === method);
      return rows.length === 0 ? [] : [rowOf(paymentMethodNames(language)[method], rows, false)];
    });
    return [...byMethod, rowOf(words.byAllMethods, own, true)];
  });
  return {
    id: "received",
    title: words.received,
    empty: words.noPayments,
    each: words.method,
    figures: [{ title: words.paid }, { title: words.refunded }, { title: words.paidLessRefunded }],
    rows,
  };
}

function printersTable(language: Language, { ended, printers }: MonthFigures): MonthTable {
  const words = monthWords(language);
  return printsTable(language, {
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

function materialsTable(language: Language, { ended, materials }: MonthFigures): MonthTable {
  const words = monthWords(language);
  return printsTable(language, {
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

interface PrintsBy extends Pick<MonthTable, "id" | "title" | "each"> {
  /** The title of the amounts. */
  readonly amount: string;
  readonly groups: ReadonlyMap<number | null, readonly EndedCopies[]>;
  readonly nameOf: (id: number | null, rows: readonly EndedCopies[]) => string;
  /** Whole steps of 10^-scale. */
  readonly amountOf: (rows: readonly EndedCopies[]) => { readonly scaled: number; readonly scale: number };
}

function printsTable(language: Language, { amount, groups, nameOf, amountOf, ...table }: PrintsBy): MonthTable {
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
  const rowOf = (name: string, rows: readonly EndedCopies[], isSum: boolean): MonthRow => {
    return { name, month: cellsOf(rows, true), before: cellsOf(rows, false), isSum };
  };
  const sorted = [...groups].sort(([, a], [, b]) => amountOf(b).scaled - amountOf(a).scaled);
  const rows = sorted.map(([key, own]) => rowOf(nameOf(key, own), own, false));
  const all = sorted.flatMap(([, own]) => own);
  return {
    ...table,
    empty: words.noPrints,
    figures: [
      { title: amount },
      { title: words.ended },
      { title: words.failed },
      { title: words.failureRate, titleInFile: words.failurePercent },
    ],
    rows: rows.length > 1 ? [...rows, rowOf(words.total, all, true)] : rows,
  };
}

function sumOf<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function moneyCell(language: Language, sum: MinorUnits, currency: Currency): MonthCell {
  return { shown: money(language, sum, currency), inFile: shownDecimal(language, formatMinorUnits(sum)) };
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

// Known prices by their question, so that a late answer never stands for a newer choice.

import type { ModelPricesAnswer, QuotedItem } from "../../wire.ts";
import type { PriceQuestion, PriceReport, Trouble } from "../service/prices.ts";
import type { PartChoice } from "./choices.ts";

export type PricedAnswer = Extract<ModelPricesAnswer, { status: "done" }>;
type SlicingAnswer = Extract<ModelPricesAnswer, { status: "slicing" }>;

export interface PriceEntry {
  readonly answer: PricedAnswer | null;
  /** The reason why the model cannot be sliced in this quality; null if none is known. */
  readonly failure: string | null;
  readonly slicing: { readonly progress: number; readonly queuedAhead: number | null; readonly since: number } | null;
  readonly trouble: Trouble | null;
}

export type PriceBook = Readonly<Record<string, PriceEntry>>;

const EMPTY: PriceEntry = { answer: null, failure: null, slicing: null, trouble: null };

export function priceKey({ modelId, printingQualityId, finishingIds }: PriceQuestion): string {
  return `${modelId} ${printingQualityId} ${[...finishingIds].sort((a, b) => a - b).join(",")}`;
}

/** The server's size of the model, from any of its answers. */
export function knownSize(book: PriceBook, modelId: string | undefined): PricedAnswer["dimensionsMm"] | undefined {
  const known = Object.entries(book).find(([key, { answer }]) => answer !== null && key.startsWith(`${modelId} `));
  return known?.[1].answer?.dimensionsMm;
}

/** The book with one more answer. Known prices of other quantities stay. */
export function withReport(book: PriceBook, key: string, report: PriceReport, now: number): PriceBook {
  return { ...book, [key]: entryAfter(book[key] ?? EMPTY, report, now) };
}

function entryAfter(entry: PriceEntry, report: PriceReport, now: number): PriceEntry {
  switch (report.status) {
    case "slicing":
      return { ...entry, slicing: slicingAfter(entry.slicing, report, now), trouble: null };
    case "failed":
      return { ...EMPTY, failure: report.reason };
    case "trouble":
      return { ...entry, trouble: report.trouble };
    case "done":
      return { ...EMPTY, answer: entry.answer === null ? report : merged(entry.answer, report) };
  }
}

/** The shown progress never runs backwards: a restarted slice keeps the old value until it passes it. */
function slicingAfter(
  before: PriceEntry["slicing"],
  { progress, queuedAhead }: SlicingAnswer,
  now: number,
): NonNullable<PriceEntry["slicing"]> {
  return { progress: Math.max(before?.progress ?? 0, progress), queuedAhead, since: before?.since ?? now };
}

/** The newer answer, with the older one's prices of other quantities. */
function merged(older: PricedAnswer, newer: PricedAnswer): PricedAnswer {
  const materials = newer.materials.map((material) => {
    const before = older.materials.find(({ materialId }) => materialId === material.materialId)?.prices ?? [];
    const named = new Set(material.prices.map(({ quantity }) => quantity));
    return { ...material, prices: [...before.filter(({ quantity }) => !named.has(quantity)), ...material.prices] };
  });
  return { ...newer, materials };
}

/**
 * The book after a quote. If a quoted price differs from the book's, the studio has new prices: only the quoted one stays,
 * and the others of that answer are asked for again.
 */
export function withQuoted(book: PriceBook, items: readonly QuotedItem[]): PriceBook {
  let after = book;
  for (const item of items) {
    const key = priceKey(item);
    const entry = after[key];
    const known = priceOf(after, item.modelId, item);
    if (!entry?.answer || known?.total === item.total) continue;
    const { materialId, quantity, total, perUnit } = item;
    const materials = entry.answer.materials.map((material) => {
      // Unknown: another item of the same model forgot these prices a moment ago.
      const others = known === undefined ? material.prices : [];
      const quoted = material.materialId === materialId ? [{ quantity, total, perUnit }] : [];
      return { ...material, prices: [...others, ...quoted] };
    });
    after = { ...after, [key]: { ...entry, answer: { ...entry.answer, materials } } };
  }
  return after;
}

/** Forgets a failed request, so that it is sent again. */
export function withoutTrouble(book: PriceBook, key: string): PriceBook {
  const entry = book[key];
  return entry?.trouble ? { ...book, [key]: { ...entry, trouble: null } } : book;
}

export interface KnownPrice {
  readonly total: string;
  readonly perUnit: string;
  readonly weightGrams: string;
  readonly printMinutes: number;
  readonly answer: PricedAnswer;
}

/** The price of this choice; undefined while it is unknown. */
export function priceOf(book: PriceBook, modelId: string, choice: PartChoice, quantity = choice.quantity) {
  const answer = book[priceKey({ modelId, ...choice })]?.answer;
  const material = answer?.materials.find(({ materialId }) => materialId === choice.materialId);
  const price = material?.prices.find((candidate) => candidate.quantity === quantity);
  if (!answer || material === undefined || price === undefined) return undefined;
  const { total, perUnit } = price;
  const { weightGrams, printMinutes } = material;
  return { total, perUnit, weightGrams, printMinutes, answer } satisfies KnownPrice;
}

/** An amount as a whole number, to be compared. */
export function hundredths(amount: string): number {
  return Math.round(100 * Number(amount));
}

/** True if the entry lacks this quantity's price, and a question may bring it. */
export function lacksPrice(entry: PriceEntry | undefined, quantity: number): boolean {
  if (entry === undefined) return true;
  if (entry.failure !== null) return false;
  // The loader itself repeats a request whose trouble has a time.
  if (entry.trouble !== null && entry.trouble.retryAt === null) return false;
  if (entry.answer === null) return true;
  return entry.answer.materials.some(({ prices }) => !prices.some((price) => price.quantity === quantity));
}

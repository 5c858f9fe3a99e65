// Tools of every part of the page: configuration, words, formats, and the basket's dispatch.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../../../domain/person.ts";
import { unitOf } from "../../../domain/units.ts";
import {
  dateAndTime,
  decimalAmount,
  dimensions,
  duration,
  fileSize,
  weight,
  wholeNumber,
} from "../../../pages/format.ts";
import type { PageConfiguration } from "../../wire.ts";
import type { OpenedFiles } from "../model/opened-files.ts";
import type { Size } from "../model/units.ts";
import { checkoutWords } from "../words/checkout.words.ts";
import { partsWords } from "../words/parts.words.ts";
import type { BasketAction } from "./basket.ts";

export interface PageTools {
  readonly configuration: PageConfiguration;
  readonly language: Language;
  readonly parts: ReturnType<typeof partsWords>;
  readonly checkout: ReturnType<typeof checkoutWords>;
  readonly format: Formats;
  readonly files: OpenedFiles;
  readonly dispatch: (action: BasketAction) => void;
}

export interface Formats {
  readonly money: (decimalText: string) => string;
  /** The total by piece, preparation and minimum included. */
  readonly perPiece: (total: string, quantity: number) => string;
  readonly count: (count: number) => string;
  /** @param digits of a fraction of a percent; 0 by default */
  readonly percent: (share: number, digits?: number) => string;
  readonly grams: (grams: string, copies?: number) => string;
  readonly minutes: (minutes: number) => string;
  /** Seconds within the first minute, minutes after it. */
  readonly elapsed: (seconds: number) => string;
  readonly size: (size: Size) => string;
  /** Room of a printer whose height may be unknown. */
  readonly room: (room: { readonly x: number; readonly y: number; readonly z: number | null }) => string;
  readonly fileSize: (bytes: number) => string;
  readonly decimal: (value: number) => string;
  /** When: "on Wednesday, November 25". @param day YYYY-MM-DD */
  readonly onDay: (day: string) => string;
  readonly clock: (moment: number) => string;
  readonly moment: (iso: string) => string;
}

export function pageToolsOf(
  configuration: PageConfiguration,
  files: OpenedFiles,
  dispatch: (action: BasketAction) => void,
): PageTools {
  const { language } = configuration;
  return {
    configuration,
    language,
    parts: partsWords(language),
    checkout: checkoutWords(language),
    format: formatsOf(configuration),
    files,
    dispatch,
  };
}

function formatsOf({ language, currency }: PageConfiguration): Formats {
  const decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const { onWeekday } = partsWords(language);
  const dates = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" });
  return {
    money: (decimalText) => decimalAmount(language, decimalText, currency),
    perPiece: (total, quantity) => {
      const cents = Math.round(Number(total) * 100);
      const isExact = cents % quantity === 0;
      return `${isExact ? "" : "≈ "}${decimalAmount(language, (cents / quantity / 100).toFixed(2), currency)}`;
    },
    count: (count) => wholeNumber(language, count),
    percent: (share, digits = 0) =>
      new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits }).format(share),
    // For show only, so less than a hundredth of a gram may be lost.
    grams: (grams, copies = 1) => weight(language, Math.round(Number(grams) * copies * 100)),
    minutes: (minutes) => duration(language, Math.round(minutes)),
    elapsed: (seconds) =>
      seconds < 60
        ? `${wholeNumber(language, seconds)} ${unitOf(language, "s")}`
        : duration(language, Math.floor(seconds / 60)),
    size: ({ x, y, z }) => dimensions(language, { x: round(x), y: round(y), z: round(z) }),
    room: ({ x, y, z }) =>
      z === null
        ? `${decimals.format(x)} × ${decimals.format(y)} ${partsWords(language).units.mm}`
        : dimensions(language, { x, y, z }),
    fileSize: (bytes) => fileSize(language, bytes),
    decimal: (value) => decimals.format(value),
    onDay: (day) => {
      const moment = new Date(`${day}T00:00:00Z`);
      // The day stays beside its month.
      return `${onWeekday[moment.getUTCDay()]}, ${dates.format(moment).replace(" ", "\u00a0")}`;
    },
    clock: (moment) => new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle: "h23" }).format(moment),
    moment: (iso) => dateAndTime(language, Date.parse(iso)),
  };
}

/** Printers keep a tenth of a millimetre; below one millimetre more digits show, so that nothing looks like 0. */
function round(mm: number): number {
  return Math.abs(mm) < 1 ? Number(mm.toPrecision(2)) : Math.round(mm * 10) / 10;
}

export const PageToolsContext = createContext<PageTools | null>(null);

export function usePage(): PageTools {
  const tools = useContext(PageToolsContext);
  if (tools === null) throw new Error("rendered outside of the page");
  return tools;
}

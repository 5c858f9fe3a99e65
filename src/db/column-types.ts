// Shapes of the JSON columns.

import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import type { TechnologySlug } from "../../slicer-service/src/contract/technologies.ts";
import type { CurrencyId } from "../domain/currency.ts";

/** A studio's own process parameters, by technology slug. */
export type StudioParameters = Readonly<Record<string, OwnParameters | undefined>>;

/** One file of a slicing job, with the slice it waits for. */
export interface SlicingJobItem {
  readonly sliceKey: string;
  readonly originalFileName: string;
  /** The model's SHA-256. Older jobs lack it and the fields that follow. */
  readonly sha256?: string;
  readonly printingQualityId?: number;
  readonly technology?: TechnologySlug;
}

/** Contact data as this order gave it: a later order of the same customer does not change it. */
export interface StoredContact {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string;
  readonly locale: string;
}

/** Changes of an order beside its status, each value before and after. */
export interface OrderChanges {
  /** Fields of the delivery, by name. */
  readonly delivery?: Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
  /** The day by which the order is to be ready. */
  readonly dueOn?: readonly [before: string | null, after: string | null];
  /** Copies of items put on a printer, moved to another, taken off, printed, failed, or to be printed again. */
  readonly items?: readonly {
    readonly itemId: number;
    readonly event: "assigned" | "moved" | "taken_off" | "printed" | "failed" | "not_printed" | "again";
    /** The printer's name at that time. */
    readonly printer: string | null;
    /** Older changes lack it: they were of the whole item. */
    readonly copies?: number;
  }[];
}

/** A quote of the order page as its link keeps it: the choices, and their price at that time. */
export interface KeptQuote {
  readonly items: readonly {
    /** SHA-256 of the model's content, hexadecimal. */
    readonly sha256: string;
    readonly originalFileName: string;
    readonly materialId: number;
    readonly printingQualityId: number;
    readonly finishingIds: readonly number[];
    readonly quantity: number;
    readonly priceMinor: number;
  }[];
  readonly totalMinor: number;
  readonly currencyId: CurrencyId;
  /** The slug of the chosen priority; null, or absent in older quotes: none. */
  readonly priority?: string | null;
}

// Shapes of the JSON columns.

import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import type { TechnologySlug } from "../../slicer-service/src/contract/technologies.ts";
import type { ParcelDestination, ParcelPayer, ParcelSize } from "../domain/carrier/parcel.ts";
import type { CurrencyId } from "../domain/currency.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import type { PaymentKind, PaymentMethod } from "../domain/order.ts";
import type { Language } from "../domain/person.ts";
import type { PriceBreakdown } from "../pricing/price.ts";
import type { ChosenPriority } from "../pricing/price-rules.ts";

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
  /** The delivery's price, in minor units; null: not agreed. */
  readonly deliveryPrice?: readonly [before: number | null, after: number | null];
  /** Prices of items that staff changed as they placed the order, in minor units. */
  readonly prices?: readonly {
    /** The item's place in the order, from 0. */
    readonly position: number;
    readonly before: number;
    readonly after: number;
    readonly reason: string;
  }[];
  /** Copies of items put on a printer, moved to another, taken off, printed, failed, or to be printed again. */
  readonly items?: readonly {
    readonly itemId: number;
    readonly event: "assigned" | "moved" | "taken_off" | "printed" | "failed" | "not_printed" | "again";
    /** The printer's name at that time. */
    readonly printer: string | null;
    /** Older changes lack it: they were of the whole item. */
    readonly copies?: number;
  }[];
  /** Payments and refunds noted, removed as noted by mistake, or put back. */
  readonly payments?: readonly {
    readonly event: "noted" | "removed" | "restored";
    readonly kind: PaymentKind;
    readonly method: PaymentMethod;
    readonly amountMinor: number;
    /** YYYY-MM-DD */
    readonly paidOn: string;
  }[];
  /** A consignment note that was made or deleted, or the carrier's report of the parcel. */
  readonly parcel?: "note_made" | "note_deleted" | "reported" | "received" | "returning";
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
  /** Absent in older quotes. */
  readonly products?: readonly KeptProduct[];
  readonly totalMinor: number;
  readonly currencyId: CurrencyId;
  /** The slug of the chosen priority; null, or absent in older quotes: none. */
  readonly priority?: string | null;
}

/** A product of a quote of the order page. */
export interface KeptProduct {
  readonly productId: number;
  /** Null: it has no colours. */
  readonly colorId: number | null;
  readonly quantity: number;
  /** As at the time. */
  readonly title: string;
  /** The pieces that were ready to ship. */
  readonly fromShelf: number;
  readonly priceMinor: number;
}

/** The price that the studio named for a price request. Amounts are minor units, each for the whole quantity. */
export interface NamedPrice {
  readonly currencyId: CurrencyId;
  /** By the id of the request's item. Every item has one. */
  readonly items: Readonly<Record<string, number>>;
  /** By the id of the attached file. A file without one is no part of the order. */
  readonly files: Readonly<Record<string, number>>;
  /** YYYY-MM-DD, the day by which all of it is ready. Null: none was promised. */
  readonly readyOn: string | null;
  /** YYYY-MM-DD, the last day on which the customer may accept it. */
  readonly validUntil: string;
}

/** An invoice or a receipt as it was issued. Amounts are minor units. */
export interface DocumentContent {
  readonly language: Language;
  readonly currencyId: CurrencyId;
  readonly orderNumber: number;
  /** The studio's name and its requisites. */
  readonly studio: {
    readonly title: string;
    /** The account's holder, tax code and number. Null: not stated, or stated among the requisites. */
    readonly payeeName: string | null;
    readonly payeeCode: string | null;
    readonly payeeIban: string | null;
    readonly requisites: string | null;
  };
  /** Empty once the customer's data are erased. */
  readonly customer: string;
  readonly lines: readonly DocumentLine[];
  readonly totalMinor: number;
  /** An invoice asks for the total less the sum received before; of it this much in advance, null: none. A receipt has none of them. */
  readonly asks?: {
    readonly receivedMinor: number;
    readonly dueMinor: number;
    readonly advanceMinor: number | null;
  };
  /** A receipt confirms these payments, the earliest first; the amount of a refund is negative. An invoice has none. */
  readonly payments?: readonly {
    readonly method: PaymentMethod;
    readonly paidOn: string;
    readonly amountMinor: number;
  }[];
}

export interface DocumentLine {
  readonly kind: "item" | "top_up" | "delivery";
  /** The item's name or the delivery's method. Null: the kind says it all. */
  readonly name: string | null;
  readonly quantity: number;
  /** For the whole quantity. */
  readonly amountMinor: number;
}

/** A consignment note as it was asked for. It has neither name nor address: both are in the order. Amounts are in the carrier's currency. */
export interface StoredNote {
  readonly destination: ParcelDestination;
  readonly parcel: ParcelSize;
  readonly payer: ParcelPayer;
  readonly declaredMinor: number;
  readonly cashOnDeliveryMinor: number | null;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly sentOn: string;
}

/** An order of the sandbox, but for its status, which its age tells. Amounts are minor units. */
export interface TestOrderContent {
  readonly contact: StoredContact;
  readonly currencyId: CurrencyId;
  readonly source: string;
  readonly priority: ChosenPriority | null;
  readonly delivery: StoredDelivery | null;
  readonly deliveryPriceMinor: number | null;
  readonly totalPriceMinor: number;
  readonly items: readonly TestOrderItem[];
}

export interface TestOrderItem {
  /** SHA-256 of the model's content, hexadecimal: no row holds the model for a test order. */
  readonly sha256: string;
  readonly originalFileName: string;
  /** Copies. */
  readonly quantity: number;
  readonly priceMinor: number;
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: number[];
  readonly printMinutes: number;
  readonly weightHundredthsOfGram: number;
  readonly costBreakdown: PriceBreakdown;
  readonly fitsBuildVolume: boolean | null;
  readonly warnings: ItemWarning[];
}

// Wire format between the page's script and the server. Both import these types, so neither drifts.
//
// Amounts are decimals in the studio's currency, such as "125.50"; times are ISO 8601. The studio's private figures are not
// here: stock, cost per kilogram, hourly rate, markup.

import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import type { ParcelSize } from "../domain/carrier/parcel.ts";
import type { ItemWarningCode } from "../domain/item-warning.ts";
import type { StorefrontSource } from "../domain/order.ts";
import type { Language } from "../domain/person.ts";
import type { PriceRequestReason } from "../domain/price-request.ts";
import type { FinishingLimits } from "../items/finishing-fit.ts";

/** In the page as `<script type="application/json" id="configuration">`. */
export interface PageConfiguration {
  /** `/kobza` */
  readonly base: string;
  readonly studioTitle: string;
  readonly language: Language;
  /** ISO 4217. */
  readonly currency: string;
  readonly catalog: PublicCatalog;
  readonly maxFileMegabytes: number;
  readonly maxItems: number;
  readonly maxAttachments: number;
  /** A cheaper order pays the difference once, as a top-up. Null: none. */
  readonly minimumOrder: string | null;
  /** Null: no limit. */
  readonly maximumOrder: string | null;
  /** The smallest quantity first. */
  readonly discounts: readonly QuantityDiscount[];
  readonly takesPriceRequests: boolean;
  /** Plain text; null if the studio has none. */
  readonly terms: string | null;
  readonly requisites: string | null;
  /** Origins of the sites that may frame the page: it sends messages to these only. */
  readonly allowedSites: readonly string[];
  /** Cloudflare Turnstile's public key; null if the studio has set none. */
  readonly turnstileSiteKey: string | null;
  /** The parcel carrier that finds places while a visitor types (src/domain/carrier/suggestions.ts). Null: places are typed. */
  readonly carrier: {
    /** The delivery methods that it carries. */
    readonly methodIds: readonly number[];
    /** Whether it tells price and day of a carriage. */
    readonly estimates: boolean;
  } | null;
  /** The basket that the page begins with; null on the order page itself. */
  readonly filledBasket: FilledBasket | null;
}

/** A discount by the quantity of one part. */
export interface QuantityDiscount {
  readonly fromQuantity: number;
  /** A percentage of the copies' price, without set-up. */
  readonly percent: number;
}

/** The active catalog entries on offer. */
export interface PublicCatalog {
  /** Technologies with a material and a quality on offer. */
  readonly technologies: readonly { readonly id: TechnologyId; readonly name: string; readonly slug: string }[];
  readonly materials: readonly {
    readonly id: number;
    readonly technologyId: TechnologyId;
    readonly name: string;
    readonly color: string | null;
    /** `#1a73e8` */
    readonly colorHex: string | null;
  }[];
  readonly qualities: readonly {
    readonly id: number;
    readonly technologyId: TechnologyId;
    readonly name: string;
    readonly description: string | null;
    readonly layerHeightMm: number;
    readonly supports: boolean;
    readonly isDefault: boolean;
  }[];
  readonly finishings: readonly ({
    readonly id: number;
    /** Null: for every technology. */
    readonly technologyId: TechnologyId | null;
    readonly name: string;
    readonly description: string | null;
  } & FinishingLimits)[];
  readonly deliveryMethods: readonly {
    readonly id: number;
    readonly name: string;
    /** The customer collects the order: no address is asked for. */
    readonly isPickup: boolean;
  }[];
}

/** `GET {base}/products/offers?ids=12,15`: 200. Those of the products that are on the shelf. */
export interface ProductOffers {
  readonly products: readonly ShelfProduct[];
}

/** A product on the order page's shelf. */
export interface ShelfProduct {
  readonly id: number;
  readonly title: string;
  /** Addresses, the first one stands for the product; a path is of the service itself. */
  readonly photos: readonly string[];
  /** The price of one piece; a quote states that of today. */
  readonly price: string;
  /** The price is computed from the product's prints: more pieces may cost less each. */
  readonly isPriceComputed: boolean;
  readonly leadTimeDays: number | null;
  /** It is printed once no piece is ready. Without a print and without a piece it cannot be ordered. */
  readonly isPrinted: boolean;
  /** Pieces ready to ship: of all colours, or of the product without colours. */
  readonly readyToShip: number;
  /** One of them has to be chosen. Empty: the product has no colours. */
  readonly colors: readonly {
    readonly id: number;
    readonly name: string;
    /** `#1a73e8` */
    readonly hex: string | null;
    readonly readyToShip: number;
  }[];
}

/** Pieces of a product in a basket. */
export interface ChosenProduct {
  readonly productId: number;
  /** Absent or null: the product has no colours. */
  readonly colorId?: number | null;
  readonly quantity: number;
}

/** A visitor's choices for one model. */
export interface ChosenItem {
  readonly modelId: string;
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: readonly number[];
  readonly quantity: number;
}

/** `POST {base}/models`, multipart, one file `model`: 201. */
export interface KeptModel {
  readonly modelId: string;
  readonly fileName: string;
  readonly format: ModelFormat;
  readonly sizeBytes: number;
}

/** Header of an attachment: its name, percent-encoded. */
export const FILE_NAME_HEADER = "X-File-Name";

/** `POST {base}/attachments`, the body is the file: 201. A file of any format that goes with a price request. */
export interface KeptAttachment {
  readonly attachmentId: string;
}

/** While a slice runs: 202, with Retry-After. */
export interface StillSlicing {
  readonly status: "slicing";
  /** 0 to 100, of this slice; of several, the mean. */
  readonly progress: number;
  /** Number of slices that start before it; null once it runs, or while the number is unknown. */
  readonly queuedAhead: number | null;
  readonly retryAfterSeconds: number;
}

/** Quantities of one request for prices. */
export const MAX_QUANTITIES = 5;

/**
 * `GET {base}/models/{modelId}/prices?quality=3&finishings=1,2&quantities=1,5,10,50`: 200 or 202. Every material on offer of the
 * quality's technology, so that choosing another needs no request.
 */
export type ModelPricesAnswer =
  | StillSlicing
  /** The model cannot be sliced in this quality. */
  | { readonly status: "failed"; readonly reason: string }
  | {
      readonly status: "done";
      readonly dimensionsMm: { readonly x: number; readonly y: number; readonly z: number };
      readonly volumeCm3: number;
      /** null if the studio stated no build volume. */
      readonly fitsPrinters: boolean | null;
      /** Room of the studio's largest printer, for a part that fits none; null otherwise. A height of null is not known. */
      readonly largestVolumeMm: { readonly x: number; readonly y: number; readonly z: number | null } | null;
      readonly warnings: readonly ShownWarning[];
      /** The lean from the vertical beyond which a face needs supports; null for a technology without such a limit. */
      readonly supportAngleDegrees: number | null;
      readonly materials: readonly {
        readonly materialId: number;
        /** For one copy. */
        readonly printMinutes: number;
        /** For one copy. */
        readonly weightGrams: string;
        readonly prices: readonly {
          readonly quantity: number;
          readonly total: string;
          readonly perUnit: string;
        }[];
      }[];
    };

/** A warning about a part, in the customer's language. The part may be ordered all the same. */
export interface ShownWarning {
  readonly code: ItemWarningCode;
  readonly message: string;
}

/** `POST {base}/quotes`. */
export interface QuoteSent {
  readonly items: readonly (ChosenItem & {
    /**
     * From `KeptModel`: another visitor may have sent the same content under another name, which stays private. Without
     * it the quote and the order name the model by its format only.
     */
    readonly fileName?: string;
  })[];
  /** A basket has an item or a product at least. */
  readonly products?: readonly ChosenProduct[];
  /** The slug of a `ReadyChoice`; absent: without a priority. */
  readonly priority?: string;
}

/** A day on which the basket can be ready, with its price. */
export interface ReadyChoice {
  /** The priority's slug, name in the visitor's language, and surcharge in percent; null: without a priority. */
  readonly priority: { readonly slug: string; readonly name: string; readonly surchargePercent: number } | null;
  /** YYYY-MM-DD. */
  readonly readyOn: string;
  /** To pay, with the top-up. */
  readonly total: string;
  /** The part of the total that the priority adds to the one without it. */
  readonly added: string;
}

/** Answer to `QuoteSent`: 200, or 202 while a model is being sliced. */
export type QuoteAnswer = StillSlicing | ({ readonly status: "quoted" } & SignedQuote);

export interface SignedQuote {
  /** Signed by the server with every item and price: an order is placed by this token alone. */
  readonly token: string;
  readonly expiresAt: string;
  /** Their prices are those without a priority. */
  readonly items: readonly QuotedItem[];
  readonly products: readonly QuotedProduct[];
  /** Lifts the items' sum to the studio's least order; null if that is reached. */
  readonly topUp: string | null;
  /** The items' sum, with the top-up and the sum that the chosen priority adds. */
  readonly total: string;
  /** One for each delivery method that states a price; the others add nothing. */
  readonly deliveryPrices: readonly DeliveryPrice[];
  /** The day on which the order can be ready, YYYY-MM-DD: an estimate by queue and printing time. */
  readonly readyOn: string;
  /** The days to choose from: the one without a priority first, then those that are earlier. */
  readonly readyChoices: readonly ReadyChoice[];
  /** The slug of the chosen priority; null: without one. */
  readonly priority: string | null;
  /** The reason why the quote is without the asked priority; null if it is not. */
  readonly priorityDropped: PriorityDropped | null;
  readonly ordering: "allowed" | "above_maximum" | "fits_no_printer";
  /** An estimate of the parcel that holds all parts; null if no carrier takes one as large. */
  readonly parcel: ParcelSize | null;
}

/** The studio has it no more; or the order is ready as early without it. */
export type PriorityDropped = "not_offered" | "not_earlier";

/** The price of a delivery method for the quoted basket. */
export interface DeliveryPrice {
  readonly methodId: number;
  /** `0.00` if the basket has reached `freeFrom`. */
  readonly price: string;
  /** The total of the items from which it is free; null: never. */
  readonly freeFrom: string | null;
  /** The quote's total with this delivery. */
  readonly toPay: string;
}

export interface QuotedItem extends ChosenItem {
  readonly fileName: string;
  /** They add up to the total, to the cent. A name is only in the line of a finishing or a priority. */
  readonly lines: readonly {
    readonly kind: "printing" | "product" | "finishing" | "tier" | "priority" | "staff" | "start" | "setup" | "minimum";
    readonly name: string | null;
    /** Quantity from which the discount holds; only in its line. */
    readonly fromQuantity?: number;
    /** Number of print starts; only in the line of starts. */
    readonly prints?: number;
    readonly amount: string;
  }[];
  readonly total: string;
  readonly perUnit: string;
  /** For one copy. */
  readonly printMinutes: number;
  /** For one copy. */
  readonly weightGrams: string;
  readonly fitsPrinters: boolean | null;
  readonly warnings: readonly ShownWarning[];
}

/** Prices as of a `QuotedItem`. */
export interface QuotedProduct extends ChosenProduct {
  readonly title: string;
  /** The colour's name; null: the product has none. */
  readonly color: string | null;
  /** The pieces among the quantity that are ready to ship; the others are printed. */
  readonly fromShelf: number;
  readonly lines: QuotedItem["lines"];
  readonly total: string;
  readonly perUnit: string;
}

/** `POST {base}/quotes/keep` with `{ token }`: 201. */
export interface KeptQuoteLink {
  /** The whole URL. */
  readonly address: string;
  readonly expiresAt: string;
}

/** The page of a kept quote, or of ordering again, begins with these items; their prices are asked for anew. */
export interface FilledBasket {
  readonly from: "quote" | "order";
  readonly items: readonly (ChosenItem & {
    readonly fileName: string;
    /**
     * The model's file, under an address that is good for an hour, or a STEP file's triangles as STL; null if it is no longer
     * kept.
     */
    readonly file: { readonly address: string; readonly format: ModelFormat; readonly sizeBytes: number } | null;
  })[];
  readonly products: readonly ChosenProduct[];
  /** Names of the order's parts with a deleted model, and of its products off the shelf. */
  readonly lost: readonly string[];
  /** The slug of its priority; null: none. */
  readonly priority: string | null;
  /** The total of the quote or the order; null if it was in another currency. */
  readonly total: string | null;
}

export interface CustomerFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly comment?: string;
  /** The customer agrees to the terms: without it nothing is stored. */
  readonly consent: boolean;
  /** Turnstile's answer, if the studio has set its keys. */
  readonly turnstile?: string;
  readonly source: StorefrontSource;
}

/** `POST {base}/orders`: 201; 202 while a model is sliced again; 409 if the price has changed. */
export interface OrderSent extends CustomerFields {
  readonly quote: string;
  /** The quote of an earlier sending of these parts that had no answer: both quotes lead to one order. */
  readonly firstQuote?: string;
  readonly deliveryMethodId?: number;
  readonly deliveryCityName?: string;
  /** The carrier's ids of city and branch, if they were chosen and not typed. */
  readonly deliveryCityRef?: string;
  readonly deliveryWarehouseName?: string;
  readonly deliveryWarehouseRef?: string;
  readonly deliveryStreetName?: string;
  readonly deliveryBuildingNumber?: string;
  readonly deliveryApartmentNumber?: string;
}

export type OrderAnswer =
  | StillSlicing
  | {
      readonly status: "ordered";
      readonly orderId: number;
      /** The studio's own number of the order, for people. */
      readonly orderNumber: number;
      readonly total: string;
      /** The path of the order's own page. */
      readonly address: string;
    }
  /** `before` is with the chosen delivery. The studio has other prices now, or the quote has expired: the customer must agree to the new quote. */
  | { readonly status: "price_changed"; readonly before: string; readonly quote: SignedQuote };

/** `POST {base}/requests`: 201. For parts without a price that may be ordered, and files that are no models: one of these at least. */
export interface PriceRequestSent extends CustomerFields {
  /** The page makes one key for each request, so that a repeated sending stores nothing twice. */
  readonly requestKey: string;
  readonly items: readonly {
    readonly modelId: string;
    readonly fileName: string;
    readonly quantity: number;
    readonly materialId?: number;
    readonly printingQualityId?: number;
    readonly finishingIds: readonly number[];
    readonly reason: PriceRequestReason;
    /** The sentence that the page showed about it. */
    readonly said?: string;
  }[];
  readonly attachments?: readonly {
    readonly attachmentId: string;
    /** For a model that cannot be read: the sentence that the page showed about it. */
    readonly said?: string;
  }[];
}

export interface PriceRequestAnswer {
  readonly status: "sent";
  /** The path of the request's own page. */
  readonly address: string;
}

/** Every refusal, with its status: 400, 403, 404, 409, 413, 429, 503. In the visitor's language. */
export interface Refused {
  readonly status: "refused";
  /**
   * `check`: Turnstile's answer is missing or was refused. `limit`: too many requests, with Retry-After. `sold_out` (409): the fault of
   * `products.0.quantity` states the number that is left.
   */
  readonly reason:
    | "invalid"
    | "sold_out"
    | "check"
    | "limit"
    | "closed"
    | "not_found"
    | "too_large"
    | "unavailable"
    | "failed";
  readonly message: string;
  /** Faults by the name of the sent field. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
}

/** Header of uploads and requests for prices, if the studio has set Turnstile's keys. */
export const PASS_HEADER = "X-Visitor-Pass";

/** `POST {base}/passes` with `{ turnstile }`: 201. */
export interface VisitorPass {
  readonly pass: string;
  readonly expiresAt: string;
}

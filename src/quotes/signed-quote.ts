// Signed quote: a visitor's quote with its price, in a text that only this service can have made.
//
// An order is placed by the quote alone, so that the stored order cannot differ from the shown quote.

import { z } from "zod";
import type { KeptProduct, KeptQuote } from "../db/column-types.ts";
import { CURRENCY_IDS, type CurrencyId } from "../domain/currency.ts";
import type { StudioId } from "../domain/ids.ts";
import { fromBase64Url, toBase64Url } from "../platform/base64url.ts";
import { isSignatureOfAny, type Purpose, sign } from "../platform/signature.ts";

/** A quote as its token holds it. */
export interface AgreedQuote extends KeptQuote {
  readonly products: readonly KeptProduct[];
  readonly studioId: StudioId;
  /** A UUID: one quote leads to one order. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** YYYY-MM-DD, the day that the visitor saw beside the price. Null in a quote of an older version. */
  readonly readyOn: string | null;
  readonly priority: string | null;
  /** The part of the total that lifts it to the page's least order, beside the items' prices. */
  readonly topUpMinor: number;
  /** The price of each delivery method that states one, by the method's id. */
  readonly deliveryPricesMinor: Readonly<Record<string, number>>;
}

const VALID_MILLISECONDS = 60 * 60_000;

const quoteSchema = z.object({
  studioId: z.int(),
  id: z.uuid(),
  expiresAt: z.int(),
  readyOn: z.iso.date().nullable().default(null),
  // A quote of an older version has none.
  topUpMinor: z.int().default(0),
  // Nor has it prices of delivery: a method that states one by now is asked about anew.
  deliveryPricesMinor: z.record(z.string(), z.int()).default({}),
  items: z.array(
    z.object({
      sha256: z.string(),
      originalFileName: z.string(),
      materialId: z.int(),
      printingQualityId: z.int(),
      finishingIds: z.array(z.int()),
      quantity: z.int(),
      priceMinor: z.int(),
    }),
  ),
  // Nor has it products.
  products: z
    .array(
      z.object({
        productId: z.int(),
        colorId: z.int().nullable(),
        quantity: z.int(),
        title: z.string(),
        fromShelf: z.int(),
        priceMinor: z.int(),
      }),
    )
    .default([]),
  totalMinor: z.int(),
  // A quote of an older version names none.
  priority: z.string().nullable().default(null),
  currencyId: z.int().refine((id): id is CurrencyId => CURRENCY_IDS.some((known) => known === id)),
});

/**
 * A version without top-ups reads the first alone, and one without products the first two: it refuses a quote with either, and does not order
 * at the items' sum.
 */
const PURPOSES = [
  "order-page-quote",
  "order-page-quote-with-top-up",
  "order-page-quote-with-products",
] as const satisfies readonly Purpose[];

function purposeOf({ products, topUpMinor }: Pick<AgreedQuote, "products" | "topUpMinor">): (typeof PURPOSES)[number] {
  if (products.length > 0) return "order-page-quote-with-products";
  return topUpMinor === 0 ? "order-page-quote" : "order-page-quote-with-top-up";
}

/** Signs a quote, which is then valid for an hour. */
export async function signQuote(
  secret: string,
  studioId: StudioId,
  quote: KeptQuote & Pick<AgreedQuote, "products" | "readyOn" | "topUpMinor" | "deliveryPricesMinor">,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const expiresAt = Date.now() + VALID_MILLISECONDS;
  const agreed: AgreedQuote = {
    ...quote,
    priority: quote.priority ?? null,
    studioId,
    id: crypto.randomUUID(),
    expiresAt,
  };
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify(agreed)));
  return { token: `${payload}.${await sign(secret, purposeOf(agreed), payload)}`, expiresAt };
}

/**
 * The quote of a token, expired or not; undefined if it was altered, is not of this service, or is for another studio.
 *
 * @param secrets the current one, and the previous one while quotes signed with it are still valid
 */
export async function readQuote(
  token: string,
  studioId: StudioId,
  secrets: readonly (string | undefined)[],
): Promise<AgreedQuote | undefined> {
  const [, payload = "", signature = ""] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const areOurs = PURPOSES.map((purpose) => isSignatureOfAny(secrets, purpose, payload, signature));
  if (!(await Promise.all(areOurs)).includes(true)) return undefined;
  const quote = quoteSchema.parse(JSON.parse(new TextDecoder().decode(fromBase64Url(payload))));
  // The studio's own id is branded, and the same.
  return quote.studioId === studioId ? { ...quote, studioId } : undefined;
}

export function hasExpired({ expiresAt }: AgreedQuote): boolean {
  return expiresAt <= Date.now();
}

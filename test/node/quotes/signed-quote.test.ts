// A signed quote: read back as it was signed, and refused after any change.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENCY_IDS } from "../../../src/domain/currency.ts";
import { asStudioId } from "../../../src/domain/ids.ts";
import { isSignature, sign } from "../../../src/platform/signature.ts";
import { hasExpired, readQuote, signQuote } from "../../../src/quotes/signed-quote.ts";

const SECRET = "a secret that only this test knows, and long";
const studioId = asStudioId(7);

const id = fc.integer({ min: 1 });
const amount = fc.nat({ max: 100_000_000 });
const quote: fc.Arbitrary<Parameters<typeof signQuote>[2]> = fc.record({
  items: fc.array(
    fc.record({
      sha256: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 }),
      originalFileName: fc.string({ unit: "grapheme" }).map((name) => name.toWellFormed()),
      materialId: id,
      printingQualityId: id,
      finishingIds: fc.array(id, { maxLength: 5 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      priceMinor: amount,
    }),
    { minLength: 1, maxLength: 20 },
  ),
  products: fc.array(
    fc.record({
      productId: id,
      colorId: fc.option(id, { nil: null }),
      quantity: fc.integer({ min: 1, max: 999 }),
      title: fc.string({ unit: "grapheme" }).map((title) => title.toWellFormed()),
      fromShelf: fc.nat({ max: 999 }),
      priceMinor: amount,
    }),
    { maxLength: 20 },
  ),
  totalMinor: amount,
  currencyId: fc.constantFrom(...CURRENCY_IDS),
  readyOn: fc.constantFrom(null, "2026-12-01"),
  topUpMinor: amount,
  deliveryPricesMinor: fc.dictionary(id.map(String), amount),
  priority: fc.option(fc.string({ minLength: 1 }), { nil: null }),
});

const WITHOUT_ITEMS = {
  items: [],
  products: [],
  totalMinor: 10_000,
  currencyId: 1,
  readyOn: null,
  topUpMinor: 0,
  deliveryPricesMinor: {},
} as const satisfies Parameters<typeof signQuote>[2];

describe("a signed quote", () => {
  it("gives its signed content to its own studio and to no other", async () => {
    await fc.assert(
      fc.asyncProperty(quote, async (given) => {
        const { token, expiresAt } = await signQuote(SECRET, studioId, given);
        const read = await readQuote(token, studioId, [SECRET]);
        expect(read).toMatchObject({ ...given, studioId, expiresAt });
        expect(read && hasExpired(read)).toBe(false);
        expect(await readQuote(token, asStudioId(8), [SECRET])).toBeUndefined();
        expect(await readQuote(token, studioId, [`${SECRET}!`, undefined, ""])).toBeUndefined();
        expect(await readQuote(token, studioId, [`${SECRET}!`, SECRET])).toEqual(read);
      }),
    );
  });

  it("is refused with any character changed, left out or added", async () => {
    const { token } = await signQuote(SECRET, studioId, WITHOUT_ITEMS);
    const character = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n");
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: token.length - 1 }), character, fc.nat({ max: 1 }), async (at, put, removed) => {
        const altered = token.slice(0, at) + put + token.slice(at + removed);
        fc.pre(altered !== token);
        expect(await readQuote(altered, studioId, [SECRET])).toBeUndefined();
      }),
      { numRuns: 500 },
    );
    for (let length = 0; length < token.length; length++) {
      expect(await readQuote(token.slice(0, length), studioId, [SECRET])).toBeUndefined();
    }
  });

  it("of a version without priorities and prices of delivery has none", async () => {
    const older = {
      ...{ studioId, id: crypto.randomUUID(), expiresAt: Date.now() + 1000, items: [], totalMinor: 1, currencyId: 1 },
    };
    const payload = btoa(JSON.stringify(older)).replaceAll("=", "");
    const token = `${payload}.${await sign(SECRET, "order-page-quote", payload)}`;
    expect(await readQuote(token, studioId, [SECRET])).toMatchObject({
      priority: null,
      readyOn: null,
      deliveryPricesMinor: {},
    });
  });

  it("has a name of its own: the same choice quoted twice is two quotes", async () => {
    const twice = [WITHOUT_ITEMS, WITHOUT_ITEMS];
    const tokens = await Promise.all(twice.map((given) => signQuote(SECRET, studioId, given)));
    const read = await Promise.all(tokens.map(({ token }) => readQuote(token, studioId, [SECRET])));
    expect(read[0]?.id).not.toBe(read[1]?.id);
  });

  it.each([
    [0, true],
    [5_000, false],
  ])("with a top-up of %i, is read by a version without top-ups: %s", async (topUpMinor, isRead) => {
    const { token } = await signQuote(SECRET, studioId, { ...WITHOUT_ITEMS, topUpMinor });
    const [payload = "", signature = ""] = token.split(".");
    expect(await isSignature(SECRET, "order-page-quote", payload, signature)).toBe(isRead);
    expect(await readQuote(token, studioId, [SECRET])).toMatchObject({ topUpMinor });
  });

  it.each([0, 5_000])(
    "with products and a top-up of %i, is read by no version without products",
    async (topUpMinor) => {
      const product = { productId: 1, colorId: null, quantity: 1, title: "Vase", fromShelf: 1, priceMinor: 10_000 };
      const { token } = await signQuote(SECRET, studioId, { ...WITHOUT_ITEMS, products: [product], topUpMinor });
      const [payload = "", signature = ""] = token.split(".");
      for (const purpose of ["order-page-quote", "order-page-quote-with-top-up"] as const) {
        expect(await isSignature(SECRET, purpose, payload, signature)).toBe(false);
      }
      expect(await readQuote(token, studioId, [SECRET])).toMatchObject({ products: [product] });
    },
  );
});

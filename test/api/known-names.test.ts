// Near misses of names: none is a name that sites send for reasons of their own, nor another known name.

import { describe, expect, it } from "vitest";
import { Faults } from "../../src/domain/errors.ts";
import { KnownNames } from "../../src/http/request/known-names.ts";
import { orderFields } from "../../src/orders/order.request.ts";
import { newPrinterSchema } from "../../src/printers/printer.request.ts";
import { pricesFields } from "../../src/quotes/model-prices.request.ts";
import { quoteFields } from "../../src/quotes/quote.request.ts";

const SCHEMAS = {
  quote: quoteFields.schema,
  order: orderFields.schema,
  prices: pricesFields.schema,
  printer: newPrinterSchema,
};

/** Names that forms, frameworks, analytics and shops add. */
const FOREIGN = [
  ...["utm_source", "utm_medium", "utm_campaign", "gclid", "fbclid", "ref", "referrer", "page", "limit", "sort", "v"],
  ...[
    "_token",
    "csrf_token",
    "authenticity_token",
    "_method",
    "g-recaptcha-response",
    "cf-turnstile-response",
    "captcha",
  ],
  ...[
    "submit",
    "action",
    "step",
    "lang",
    "currency",
    "price",
    "total",
    "sku",
    "id",
    "key",
    "comment",
    "message",
    "units",
  ],
  ...[
    "colour",
    "file_name",
    "fileSize",
    "preview",
    "userId",
    "sessionId",
    "orderNumber",
    "terms",
    "consent",
    "website",
  ],
];

describe.each(Object.entries(SCHEMAS))("the names of a %s", (_, schema) => {
  it("are not meant by names that sites send for reasons of their own", () => {
    const found = { faults: new Faults(), ignored: [] };
    new KnownNames(schema).check(Object.fromEntries(FOREIGN.map((name) => [name, "1"])), found);
    expect(() => found.faults.throwIfAny()).not.toThrow();
    expect(found.ignored).toEqual(FOREIGN);
  });

  it("are never taken for one another", () => {
    const found = { faults: new Faults(), ignored: [] };
    new KnownNames(schema).check(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, "1"])), found);
    expect(() => found.faults.throwIfAny()).not.toThrow();
    expect(found.ignored).toEqual([]);
  });
});

describe("a near miss", () => {
  it.each(["quantit", "quantityy", "quentity", "qauntity", "QUANTITY", "quan-tity", "quantity[3]", "Qty", "copies"])(
    "is told from a foreign name: %s",
    (name) => {
      const found = { faults: new Faults(), ignored: [] };
      new KnownNames(quoteFields.schema).judge(name, found);
      expect(found.faults.of(name).map(({ en }) => en)).toEqual(["must be named quantity"]);
    },
  );

  it.each(["quantum", "quandoty", "quality of life", "qt", "", "[0]", "_", "quantity".repeat(20)])(
    "is not seen in another name: %s",
    (name) => {
      const found: { faults: Faults; ignored: string[] } = { faults: new Faults(), ignored: [] };
      new KnownNames(quoteFields.schema).judge(name, found);
      expect(found.ignored).toEqual([name]);
    },
  );
});

// The contract's words: each sentence that states a number or a rule is held by a test, named here.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../../scripts/project-folder.ts";
import { CURRENCIES } from "../../../src/domain/currency.ts";
import { ruleSentences } from "./rule-sentences.ts";

interface Holder {
  /** A file of the folder `test`, and the beginning of a test's title in it. */
  readonly file: string;
  readonly title: string;
  /** As `ruleSentences` finds them. */
  readonly sentences: readonly string[];
}

const HOLDERS: readonly Holder[] = [
  {
    file: "systems/contract/contract.test.ts",
    title: "$operationId $status $name: $summary",
    sentences: ["document: Every answer but 204, 304 and 429 is an envelope:"],
  },
  {
    file: "systems/contract/contract.test.ts",
    title: "is refused as the contract says in its words",
    sentences: [
      "document: A request to a path that does not exist is answered 404 `errors.pathUnknown`, and one with a method that its path does not take 405 `errors.methodNotAllowed` with `Allow`;",
    ],
  },
  {
    file: "api/gate-permissions.test.ts",
    title: "opens to a key of the permission %s as declared",
    sentences: [
      "document: An operation that the key's permission does not open is answered 403 `errors.keyRestricted`.",
    ],
  },
  {
    file: "api/gate-permissions.test.ts",
    title: "is admitted until its end and refused from it on",
    sentences: [
      "document: from then on it is answered 401 `errors.unauthorized`.",
      "apiKeyExpiresAt: The key is refused from then on.",
    ],
  },
  {
    file: "api/sandbox-apart.test.ts",
    title: "are not changed by %s /printers",
    sentences: [
      "createPrinter: A test key is refused:",
      "updatePrinter: A test key is refused:",
      "deletePrinter: A test key is refused:",
    ],
  },
  {
    file: "api/orders-numbers.test.ts",
    title: "has neither gaps nor repetitions among twenty orders placed at once",
    sentences: ["number: from 1, without gaps, as on its pages, sheets and mails."],
  },
  {
    file: "api/contract-values.test.ts",
    title: "of an amount has two fraction digits, wherever one stands",
    sentences: [
      "document: Amounts are decimal strings with two fraction digits, lengths are millimetres, weights grams.",
      "amount: A decimal with two fraction digits",
      "minimumPrice: a decimal with two fraction digits",
      "hourlyRate: a decimal with two fraction digits",
      "setupCost: a decimal with two fraction digits",
    ],
  },
  {
    file: "api/contract-values.test.ts",
    title: "of a density or a layer height has two or three fraction digits",
    sentences: [
      "density: a decimal with two or three fraction digits",
      "layerHeight: a decimal with two or three fraction digits",
    ],
  },
  {
    file: "api/contract-values.test.ts",
    title: "is of one copy if no quantity is sent, in a quote and in an order",
    sentences: ["quantity: 1 where not sent"],
  },
  {
    file: "api/contract-values.test.ts",
    title: "of a finishing is for one copy",
    sentences: ["price: For one copy;"],
  },
  {
    file: "api/contract-values.test.ts",
    title: "counts its items from 0, in the order of the request, and its progress to 100",
    sentences: ["progress: 0 to 100", "index: The place of its file in the request, from 0"],
  },
  {
    file: "api/http.test.ts",
    title: "has an X-Request-Id of the service's own in place of %s",
    sentences: ["X-Request-Id: yours, if you sent a UUID or 16 to 64 hexadecimal digits with a letter among them"],
  },
  {
    file: "api/refusals.test.ts",
    title: "explains %s in a row of its own",
    sentences: ['Link: The page that explains this refusal and says what to do, as relation "help" (RFC 8288)'],
  },
  {
    file: "api/gate.test.ts",
    title: "answers 401 for %s, and says so by its code",
    sentences: [
      "WWW-Authenticate: What is wrong with the key (RFC 6750)",
      "WWW-Authenticate: What is wrong with the key (RFC 6750).",
    ],
  },
  {
    file: "api/gate.test.ts",
    title: "admits exactly 300 of 1,000 concurrent requests over several keys of a Pro studio",
    sentences: ["limit: Requests an hour, over all keys of the studio"],
  },
  {
    file: "api/field-names.test.ts",
    title: "is refused in a quote, which names the right one: %s",
    sentences: ["X-Ignored-Fields: A name that is nearly a field's is not ignored but refused"],
  },
  {
    file: "api/field-names.test.ts",
    title: "is taken in every usual spelling, and priced alike",
    sentences: [
      "finishingIds[]: The same, one field per id.",
      "finishingIds[]: finishingIds repeated, or finishingIds[0] and so on, is taken too",
    ],
  },
  {
    file: "api/catalog.test.ts",
    title: "lists the platform's five technologies",
    sentences: [
      "materialCount: Always 0, in the list and where a technology is embedded",
      "listTechnologies: The technologies, by id",
    ],
  },
  {
    file: "api/catalog.test.ts",
    title: "shows every field of a material",
    sentences: ["colorHex: # and six hexadecimal digits"],
  },
  {
    file: "api/catalog.test.ts",
    title: "lists everything by id, ignoring page and limit, and never another studio's entries",
    sentences: [
      "listMaterials: All materials, by id",
      "listPrintingQualities: All profiles, by id",
      "listFinishings: All services on offer, by id",
      "listProducts: All products, by id",
    ],
  },
  {
    file: "api/catalog.test.ts",
    title: "lists the studio's methods by id, those that are not active too, and no other studio's",
    sentences: ["getDeliverySettings: All delivery methods, by id"],
  },
  {
    file: "api/orders-customer.test.ts",
    title: "has the price that the method states, beside the total, and none of a method that states none",
    sentences: ["price: For one order, beside its items;"],
  },
  {
    file: "node/pricing/delivery-price.test.ts",
    title: "is the method's own at every total if it is never free",
    sentences: ["freeFrom: null where it is never free"],
  },
  {
    file: "api/catalog.test.ts",
    title: "keeps a slug when the name changes, and gives it to no other method of the studio",
    sentences: ["slug: Unique within the studio"],
  },
  {
    file: "node/contract/sentences.test.ts",
    title: "are those of ISO 4217",
    sentences: ["code: ISO 4217"],
  },
  {
    file: "api/machine-hour.test.ts",
    title: "costs $perHour on $on, with electricity at $electricity",
    sentences: ["electricityPerHour: 0.00 where one of them is not stated"],
  },
  {
    file: "api/quotes.test.ts",
    title: "prices a real slice, and the breakdown adds up to the cent",
    sentences: [
      "hourlyRate: For an hour of printing, in `currency`:",
      "perUnitPrice: For one copy, without what setupCost has",
      "perUnitPrice: For one copy, without what is charged once",
      "CostBreakdown: The first six amounts, startUpCost, productPrice and adjustment add up to the item's price to the cent.",
    ],
  },
  {
    file: "api/quotes.test.ts",
    title: "answers 400 on the field of an entry that is inactive, archived or of another technology",
    sentences: [
      "status: An inactive one is refused in quotes and orders",
      "isActive: An inactive one is refused in quotes and orders",
      "getMaterial: only one that is `active` can be ordered.",
      "getPrintingQuality: only one whose `isActive` is true can be ordered.",
    ],
  },
  {
    file: "api/quotes.test.ts",
    title: "answers 202 with the job if Prefer allows no wait, and the price when the request is sent again",
    sentences: [
      "createQuote: where that takes longer than the answer is held, the answer is 202 and a job to wait for.",
      "jobId: The `jobId` of a 202",
    ],
  },
  {
    file: "api/orders.test.ts",
    title: "answers 400 for a delivery method that is not active, beside every other choice that cannot be used",
    sentences: ["isActive: an order for it is refused"],
  },
  {
    file: "api/orders.test.ts",
    title: "answers 202 and writes nothing while a model is being sliced, then 201 to the same request",
    sentences: [
      "createOrder: where a model has to be sliced first and that takes longer than the answer is held, nothing is placed and the answer is 202 and a job to wait for.",
    ],
  },
  {
    file: "api/orders-customer.test.ts",
    title: "has totals over all orders but cancelled ones",
    sentences: ["totalOrders: Cancelled orders do not count", "totalSpent: Cancelled orders do not count"],
  },
  {
    file: "api/orders-idempotency.test.ts",
    title: "places one order however many requests with the key come at once",
    sentences: ["createOrder: it places one order."],
  },
  {
    file: "api/orders-idempotency.test.ts",
    title: "forgets the answer after 24 hours",
    sentences: ["Idempotency-Key: with the same key it takes place once in 24 hours"],
  },
  {
    file: "api/printers.test.ts",
    title: "creates one printer per Idempotency-Key",
    sentences: ["createPrinter: it adds one printer."],
  },
  {
    file: "api/printers.test.ts",
    title: "lists the studio's printers, the newest id first",
    sentences: ["listPrinters: All printers, the newest first"],
  },
  {
    file: "api/printers.test.ts",
    title: "creates a printer with every field",
    sentences: ["buildVolume: Three lengths joined by x, as it was sent;", "nextMaintenanceAt: YYYY-MM-DD"],
  },
  {
    file: "api/printers.test.ts",
    title: "names every wrong field at once",
    sentences: [
      "buildVolume: Three positive numbers joined by x, then perhaps a unit;",
      "nextMaintenanceAt: A date that exists, YYYY-MM-DD",
    ],
  },
  {
    file: "api/models-once.test.ts",
    title: "begins its 30 days anew, in quotes, jobs and orders; unused it is 404 when they are over",
    sentences: [
      "modelId: valid for 30 days after the model's last use, and always once it was ordered",
      "modelIds: valid for 30 days after the model's last use, and always once it was ordered",
    ],
  },
  {
    file: "api/models-once.test.ts",
    title: "holds for good once it was ordered, though the retention runs while it is",
    sentences: ["createModel: It is kept for 30 days after its last use, and always once it was ordered."],
  },
  {
    file: "api/models-once.test.ts",
    title: "is all that is charged once: $setupCostMinor, at least $minimumPriceMinor, $quantity copies",
    sentences: [
      "setupCost: perUnitPrice × quantity + setupCost = totalPrice, to the cent, plus `adjustment` where there is one",
    ],
  },
  {
    file: "api/price-rules.test.ts",
    title: "adds its percentage to the discounted copies",
    sentences: ["adjustments: In the order of their calculation;", "name: `10+ · −5 %`"],
  },
  {
    file: "api/models-once.test.ts",
    title: "names all models of a 202, in the order of the items",
    sentences: ["modelIds: One per file, in their order"],
  },
  {
    file: "api/models-once.test.ts",
    title: "takes the place of the item's file; the files belong, in order, to the other items",
    sentences: [
      "models[]: One file per item without a modelId, in their order",
      "items: The files belong, in their order, to the elements without a modelId",
    ],
  },
  {
    file: "api/model-prices.test.ts",
    title: "answers each price as POST /quotes does, to the cent, for all technologies and quantities at once",
    sentences: [
      "printingTime: Minutes, for one copy in the first material of `prices` (where there is none, in none);",
      "prices: materials that were not named, by id",
      "getModelPrices: One entry per quality, in the order asked for",
    ],
  },
  {
    file: "api/model-prices.test.ts",
    title:
      "prices the materials that are named, in the order of their names, each with the qualities of its technology",
    sentences: ["prices: By material, then by quantity, in the order asked for;"],
  },
  {
    file: "api/model-prices.test.ts",
    title: "uses one request of the hour, and a refused one slices nothing and keeps no job",
    sentences: [
      "getModelPrices: Each is what `POST /quotes` would answer, and the whole is one request of the studio's hour.",
    ],
  },
  {
    file: "api/model-prices.test.ts",
    title: "answers 202 with the job of all qualities while any is unsliced, then 200, slicing each once",
    sentences: ["getModelPrices: While one of the qualities is not sliced, the answer is 202 and a job to wait for."],
  },
  {
    file: "api/model-prices.test.ts",
    title: "refuses the entries that a quote would: inactive, archived, of another technology",
    sentences: ["finishingIds: Each must be for the technology of every quality"],
  },
  {
    file: "api/print-start.test.ts",
    title: "equals the price of GET /models/{modelId}/prices for the same quantities, and an order's",
    sentences: ["printingTime: Minutes, for one copy in this material, without the start of its print:"],
  },
  {
    file: "api/print-start.test.ts",
    title: "says in the breakdown that nothing of it is priced if the quality names no machine",
    sentences: ["startUpCost: 0.00 where they are not priced by themselves"],
  },
  {
    file: "api/print-start.test.ts",
    title: "is of the corrected minutes and grams, and states the sliced ones",
    sentences: ["EstimateCorrection: One copy's minutes and grams are multiplied by it, and rounded"],
  },
  {
    file: "node/pricing/print-start.test.ts",
    title: "make as many prints as they need, and each plate of a project its own",
    sentences: ["copiesPerPrint: Copies that one print has at most;"],
  },
  {
    file: "api/slicing.test.ts",
    title: "shows the figures of a job's only file at the top level too",
    sentences: ["printingTimeMinutes: Of one copy, as sliced:", "materialUsed: By one copy, in materialUnit."],
  },
  {
    file: "api/slicing.test.ts",
    title: "waits for slicing as long as Prefer says: %s",
    sentences: ["Prefer: hold the answer up to N seconds for slicing to finish, 30 at most.", "Prefer: 2 seconds."],
  },
  {
    file: "api/slicing.test.ts",
    title: "waits for twice the age of a job of %d seconds if nothing is asked for",
    sentences: ["Prefer: twice the age of the job, from 2 to 30 seconds."],
  },
  {
    file: "node/engine/mesh/holes.test.ts",
    title: "that may change the volume by more than 2 %",
    sentences: [
      "SliceFailureCode: the surface has holes that cannot be closed without guessing at more than 2 % of the part",
    ],
  },
  {
    file: "api/warnings.test.ts",
    title: "of a model whose print is empty is not that it could not be sliced",
    sentences: ["SliceFailureCode: walls are thinner than one line, or it is lower than one layer"],
  },
  {
    file: "api/retention.test.ts",
    title: "removes slicing jobs a week after they were last requested, and idempotency keys after a day",
    sentences: ["getSlicingJob: A job can be read for at least 24 hours."],
  },
  {
    file: "api/warnings.test.ts",
    title: "is kept with the order as it was quoted, and told in the reader's language",
    sentences: ["PrintWarning: Nothing is refused for it"],
  },
  {
    file: "api/files.test.ts",
    title: "works for one hour and then is 404",
    sentences: ["downloadUrl: Works for an hour, without a key"],
  },
  {
    file: "api/revalidation.test.ts",
    title: "cost a request of the hour at 304 as at 200",
    sentences: [
      "listTechnologies: it counts like any answer",
      "listMaterials: it counts like any answer",
      "getMaterial: it counts like any answer",
      "listPrintingQualities: it counts like any answer",
      "getPrintingQuality: it counts like any answer",
      "listFinishings: it counts like any answer",
      "getFinishing: it counts like any answer",
      "listProducts: it counts like any answer",
      "getProduct: it counts like any answer",
      "getDeliverySettings: it counts like any answer",
    ],
  },
  {
    file: "api/contract-values.test.ts",
    title: "of the catalog is whole: it has the inactive entries and those not on offer",
    sentences: [
      "listMaterials: The whole list, inactive ones included.",
      "listPrintingQualities: The whole list, inactive ones included.",
      "listProducts: The whole list, those that are not on offer included.",
    ],
  },
  {
    file: "api/revalidation.test.ts",
    title: "are answered 304 without a body if the tag still fits",
    sentences: ["If-None-Match: 304 where it still holds"],
  },
];

// docs/openapi.json is the served document: test/node/client/contract-files.test.ts holds it to that.
const document: object = JSON.parse(readFileSync(join(PROJECT_FOLDER, "docs/openapi.json"), "utf8"));

describe("a sentence of the contract that states a number or a rule", () => {
  it("is held by a test that is named here: correct it, add its test, or strike it", () => {
    const held = HOLDERS.flatMap(({ sentences }) => sentences);
    expect(held).toEqual([...new Set(held)]);
    expect(held.toSorted()).toEqual(ruleSentences(document).toSorted());
  });

  it.each(HOLDERS)("has its test, $file: $title", ({ file, title }) => {
    const text = readFileSync(join(PROJECT_FOLDER, "test", file), "utf8");
    expect(text.includes(`"${title}`), `test/${file} has no test "${title}"`).toBe(true);
  });

  it("is found wherever it stands, by its number, its number in words or its rule", () => {
    const planted = {
      info: { description: "Plain words. It holds 12 of them; always." },
      paths: {
        "/kept": {
          get: {
            operationId: "getKept",
            parameters: [{ name: "size", in: "query", description: "At most a few" }],
            responses: { 200: { description: "All of it, newest first", content: { schema: { examples: ["12"] } } } },
          },
        },
      },
      components: { schemas: { Kept: { properties: { age: { description: "- three days\n\n3MF, 3D-printed" } } } } },
    };
    expect(ruleSentences(planted)).toEqual([
      "document: It holds 12 of them;",
      "document: always.",
      "size: At most a few",
      "getKept: All of it, newest first",
      "age: - three days",
    ]);
  });
});

describe("the codes of currencies", () => {
  it("are those of ISO 4217", () => {
    const ofIso = Intl.supportedValuesOf("currency");
    expect(CURRENCIES.map(({ code }) => code).filter((code) => !ofIso.includes(code))).toEqual([]);
  });
});

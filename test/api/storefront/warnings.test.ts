// Warnings on the order page: a visitor reads those that concern them, and may still order.

import { describe, expect, it } from "vitest";
import { DEFAULT_FILAMENT_PROFILE } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceResult, SliceWarning } from "../../../slicer-service/src/contract/slices.ts";
import { orderItems } from "../../../src/db/schema.ts";
import type { ModelPricesAnswer } from "../../../src/storefront/wire.ts";
import { addForTechnology } from "../support/catalog.ts";
import { scriptedSlicer, sliced } from "../support/scripted-slicer.ts";
import { ordered, quoted, Visitor, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

type Priced = Extract<ModelPricesAnswer, { status: "done" }>;

const FOUND: readonly SliceWarning[] = [
  { code: "needs_supports", overhangSquareMm: 1234 },
  { code: "surface_mended" },
  { code: "scaled", unit: "inch", factor: 25.4 },
  { code: "negative_parts_cut", count: 1 },
];

/** A visitor whose every model is sliced to this. */
function visitorOf(studio: TestStudio, result: Partial<SliceResult>): Visitor {
  const state = sliced({ dimensionsMm: { x: 160, y: 160, z: 10 }, ...result });
  return new Visitor(studio, { SLICER: scriptedSlicer({ start: async (requests) => requests.map(() => state) }) });
}

describe("a visitor", () => {
  it("reads the warnings for customers with the price, in the quote and on the order's page, in their language", async () => {
    const { studio, choice } = await visitedStudio();
    const visitor = visitorOf(studio, { warnings: FOUND });
    const { modelId } = await visitor.model();
    const codes = ["needs_supports", "scaled"];
    const path = (language: string) => `/models/${modelId}/prices?quality=${choice.printingQualityId}&lang=${language}`;
    const prices = await visitor.answer<Priced>(path("uk"));
    expect(prices.body.warnings.map(({ code }) => code)).toEqual(codes);
    expect(prices.body.warnings[0]?.message).toMatch(/виберіть якість із підтримками або поверніть деталь\.$/);
    // The tools of the order page colour the warned overhangs by this limit.
    expect(prices.body.supportAngleDegrees).toBe(DEFAULT_FILAMENT_PROFILE.supportAngleDegrees);
    const english = await visitor.answer<Priced>(path("en"));
    expect(english.body.warnings[0]?.message).toMatch(/choose a quality with supports, or turn the part\.$/);

    const quote = await quoted(visitor, [{ ...choice, modelId }]);
    expect(quote.items[0]?.warnings.map(({ code }) => code)).toEqual(codes);
    expect(quote.ordering).toBe("allowed");
    const { address } = await ordered(visitor, quote);
    const [item] = await studio.db.select(orderItems);
    expect(item?.warnings).toEqual(FOUND);
    const page = await visitor.fetch(`${address.slice(`/${studio.slug}`.length)}?lang=en`, {
      headers: { Accept: "text/html" },
    });
    const html = await page.text();
    expect(html).toContain("Good to know before it is printed");
    expect(html).toContain("The file is drawn in inches");
    expect(html).not.toContain("negative parts");
  });

  it("may order a part larger than a usual printer, and is told so; the studio's own volumes keep them from it", async () => {
    const { studio } = await visitedStudio();
    const resin = await addForTechnology(studio, 4);
    const visitor = visitorOf(studio, {});
    const { modelId } = await visitor.model();
    const prices = await visitor.answer<Priced>(`/models/${modelId}/prices?quality=${resin.printingQualityId}`);
    expect(prices.body.supportAngleDegrees, "of resin").toBeNull();
    const quote = () => quoted(visitor, [{ ...resin, modelId }]);
    const usual = await quote();
    expect(usual).toMatchObject({ ordering: "allowed", items: [{ fitsPrinters: null }] });
    expect(usual.items[0]?.warnings.map(({ code }) => code)).toEqual(["fits_no_printer"]);
    await ordered(visitor, usual);

    const again = await quote();
    await studio.db.updateStudio({ processParameters: { msla: { buildXMm: 120, buildYMm: 70 } } });
    const refused = await visitor.post("/orders", {
      firstName: "Леся",
      lastName: "Косач-Квітка",
      phoneNumber: "+380 (50) 123-45-67",
      email: "lesia@example.com",
      consent: true,
      source: "order_page",
      quote: again.token,
    });
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body).toMatchObject({
      status: "price_changed",
      quote: { ordering: "fits_no_printer", items: [{ fitsPrinters: false }] },
    });
  });
});

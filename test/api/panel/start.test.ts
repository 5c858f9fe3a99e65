// The start page of a studio: the missing steps before the first quote, and then the day's work.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { apiKeys, customers, deliveryMethods, materials, orderItems, orders } from "../../../src/db/schema.ts";
import type { OrderStatus } from "../../../src/domain/order.ts";
import { changeStorefrontSettings } from "../../../src/studios/storefront-settings.store.ts";
import { addMaterial, addQuality } from "../support/catalog.ts";
import { addMember, createPerson, PANEL_ORIGIN, type Page, panelStudio, signedIn, staffOf } from "../support/panel.ts";
import { addPrinter, putOnPrinter } from "../support/printing.ts";
import { createStudio, database, type TestStudio } from "../support/studio.ts";

afterEach(() => void vi.restoreAllMocks());

/** All that a quote and an order need. */
async function setUp(studio: TestStudio): Promise<void> {
  await addMaterial(studio);
  await addQuality(studio);
  await addPrinter({ studio });
  await studio.db.insert(deliveryMethods, { name: "Кур’єр" });
}

async function addOrder(
  { db }: TestStudio,
  status: OrderStatus,
  { firstName = "Леся", items = [] as Partial<typeof orderItems.$inferInsert>[] } = {},
): Promise<number> {
  const contact = {
    firstName,
    lastName: "Косач",
    phoneNumber: `+38050${String(Math.random()).slice(2, 9)}`,
    email: "l@example.com",
  };
  const [customer] = await db.insert(customers, { ...contact, locale: "uk", createdAt: 1 });
  const [order] = await db.insert(orders, {
    requestKey: crypto.randomUUID(),
    customerId: customer?.id ?? 0,
    contact: { ...contact, locale: "uk" },
    status,
    totalPriceMinor: 123_456,
    currencyId: 1,
    source: "api",
    delivery: null,
    createdAt: Date.now(),
    updatedAt: Date.now(),
  });
  for (const [position, item] of items.entries()) {
    const row = { orderId: order?.id ?? 0, position, quantity: 1, priceMinor: 1, finishingIds: [], printMinutes: 1 };
    await db.insert(orderItems, { ...row, weightHundredthsOfGram: 1, ...item });
  }
  return order?.id ?? 0;
}

/** Addresses of the checklist's buttons, below the studio's own. */
function linksOf(page: Page, base: string): string[] {
  const [list] = page.ofClass("checklist");
  return list?.addresses.map((address) => address.replace(base, "")) ?? [];
}

describe("the checklist", () => {
  it("names all that a new studio lacks, with a link to each, and shows no day yet", async () => {
    const { owner, base, studio } = await panelStudio();
    await database.delete(apiKeys).where(eq(apiKeys.studioId, studio.id));
    const page = await owner.get(base);
    expect(page.status, page.html).toBe(200);
    expect(page.text).toContain("No quote can succeed yet.");
    expect(page.text).toContain("1 of 7 done");
    expect(linksOf(page, base)).toEqual([
      "/printers",
      "/catalog/materials",
      "/catalog/qualities",
      "/catalog/delivery",
      "/order-page",
      "/keys",
    ]);
    expect(page.text).toContain("takes orders as soon as the catalog has a material and a quality");
    expect(page.text).not.toContain("share it");
    expect(page.hasPart("day")).toBe(false);
  });

  it("names the technologies that lack something, and that quotes succeed already", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    await addMaterial(studio, { technologyId: 4 });
    await addQuality(studio, { technologyId: 5, isActive: false });
    const page = await owner.get(base);
    expect(page.text).toContain("Quotes succeed already.");
    expect(page.text).toContain("Missing for MSLA.");
    expect(page.text).not.toContain("SLS");
    expect(linksOf(page, base)).toEqual(["/catalog/qualities"]);
    expect(page.hasPart("day")).toBe(true);
  });

  it("does not count inactive, revoked, or another studio's records", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(await createStudio());
    await addMaterial(studio, { status: "inactive" });
    await addQuality(studio, { isActive: false });
    await studio.db.insert(deliveryMethods, { name: "Кур’єр", isActive: false });
    await studio.revoke(studio.key);
    const page = await owner.get(base);
    expect(linksOf(page, base)).toEqual([
      "/printers",
      "/catalog/materials",
      "/catalog/qualities",
      "/catalog/delivery",
      "/order-page",
      "/keys",
    ]);
  });

  it("leads staff only to pages that they may open", async () => {
    const shop = await panelStudio({ hourlyRateMinor: 0 });
    await shop.studio.revoke(shop.studio.key);
    const page = await (await staffOf(shop)).get(shop.base);
    expect(linksOf(page, shop.base)).toEqual([
      "/printers",
      "/catalog/materials",
      "/catalog/qualities",
      "/catalog/delivery",
    ]);
    expect(page.text.match(/The owner does this\./g)).toHaveLength(3);
  });

  it.each(["free", "basic"] as const)(
    "lacks nothing on the plan %s, which has no API: the order page sells",
    async (plan) => {
      const { owner, base, studio } = await panelStudio({ plan });
      await setUp(studio);
      const page = await owner.get(base);
      expect(page.text).toContain("Everything is set up");
      expect(page.text).toContain("Your order page is open: share it");
      expect(page.values).toContain(`${PANEL_ORIGIN}/${studio.slug}`);
      expect(page.hasPart("day")).toBe(true);
    },
  );

  it("tells that no quote can succeed if the page is closed and there is no API", async () => {
    const { owner, base, studio } = await panelStudio({ plan: "basic" });
    await setUp(studio);
    await changeStorefrontSettings(studio.db, { isOpen: false });
    const page = await owner.get(base);
    expect(page.text).toContain("No quote can succeed yet.");
    expect(page.text).toContain("Order page (open) needed for a quote It is closed.");
    expect(page.text).not.toContain("share it");
    expect(linksOf(page, base)).toEqual(["/order-page"]);
  });

  it("tells that the page offers nothing, though quotes succeed with a key", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    await studio.db.update(materials, { isOnStorefront: false }, undefined);
    const page = await owner.get(base);
    expect(page.text).toContain("Quotes succeed already.");
    expect(page.text).toContain("nothing of your catalog is on offer on it");
    expect(linksOf(page, base)).toEqual(["/order-page"]);
  });

  it("gives staff the page's link to share, and not the way to its settings", async () => {
    const shop = await panelStudio();
    await setUp(shop.studio);
    const page = await (await staffOf(shop)).get(shop.base);
    expect(page.values).toContain(`${PANEL_ORIGIN}/${shop.studio.slug}`);
    expect(page.html).not.toContain(`${shop.base}/order-page`);
  });

  it("shrinks to a line when all is done", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    const page = await owner.get(base);
    expect(page.text).toContain("Everything is set up");
    expect(page.ofClass("checklist")).toEqual([]);
  });
});

describe("the day", () => {
  it("shows new orders with the customers' input as text, and the number in each status", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    const ids: number[] = [];
    for (let order = 0; order < 6; order++) ids.push(await addOrder(studio, "pending", { firstName: "<b>Леся</b>" }));
    await addOrder(studio, "ready");
    await addOrder(studio, "completed");
    await addOrder(await createStudio(), "pending", { firstName: "Чужа" });
    const page = await owner.get(base);
    expect(page.text).toContain("<b>Леся</b>");
    expect(page.text).not.toContain("Чужа");
    expect(page.text).toContain("₴1,234.56");
    const shown = page.addresses.filter((address) => /\/orders\/\d+$/.test(address));
    expect(shown).toEqual(
      ids
        .reverse()
        .slice(0, 5)
        .map((id) => `${base}/orders/${id}`),
    );
    expect(page.text).toMatch(/ 6 New 0 Confirmed 0 Printing 0 Post-processing 1 Ready 0 Shipped /);
    expect(page.addresses).toContain(`${base}/orders?view=list&status=pending`);
  });

  it("counts the items that wait to be printed: of orders in hand, on no printer, not printed yet", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    const materialId = await addMaterial(studio);
    const printerId = await addPrinter({ studio });
    const waiting = { materialId };
    const items = [waiting, waiting, { ...waiting, printedAt: 1 }, { productTitle: "Ваза" }];
    const order = await addOrder(studio, "confirmed", { items });
    const [, assigned] = await studio.db.select(orderItems, eq(orderItems.orderId, order), orderItems.position);
    await putOnPrinter({ studio }, assigned?.id ?? 0, printerId);
    await addOrder(studio, "printing", { items: [waiting] });
    await addOrder(studio, "pending", { items: [waiting] });
    await addOrder(studio, "ready", { items: [waiting] });
    expect((await owner.get(base)).text).toContain("2 items wait to be printed");
  });

  it("lists active materials whose stock is at its threshold or below, the emptiest first", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    const stock = (name: string, stockHundredthsOfGram: number | null, lowStockHundredthsOfGram: number | null) =>
      addMaterial(studio, { name, stockHundredthsOfGram, lowStockHundredthsOfGram });
    await stock("At the threshold", 50_000, 50_000);
    await stock("Empty", 0, 50_000);
    await stock("Enough", 50_001, 50_000);
    await stock("Not counted", null, 50_000);
    await stock("Without threshold", 0, null);
    await addMaterial(studio, {
      name: "Inactive",
      status: "inactive",
      stockHundredthsOfGram: 0,
      lowStockHundredthsOfGram: 1,
    });
    const text = (await owner.get(base)).text;
    expect(text).toMatch(/Low stock Empty, white 0 g left At the threshold, white 500 g left To the materials/);
  });

  it("shows the orders of a studio that cannot quote any more", async () => {
    const { owner, base, studio } = await panelStudio({ plan: "basic" });
    await addOrder(studio, "confirmed");
    expect((await owner.get(base)).hasPart("day")).toBe(true);
  });

  it("takes two round trips to the database: the session, and one batch", async () => {
    const { owner, base, studio } = await panelStudio();
    await setUp(studio);
    const batch = vi.spyOn(env.DB, "batch");
    const prepare = vi.spyOn(env.DB, "prepare");
    await owner.get(base);
    expect(batch).toHaveBeenCalledOnce();
    const statementsOfBatch = batch.mock.calls[0]?.[0].length ?? 0;
    expect(prepare.mock.calls.length - statementsOfBatch).toBe(1);
  });
});

describe("a person's studios", () => {
  it("are listed if there are several, and skipped if there is one", async () => {
    const { owner, ownerPerson, base } = await panelStudio({ title: "Кобза" });
    expect((await owner.get("/panel")).location).toBe(base);
    const other = await createStudio({ title: "<b>Арсенал</b>" });
    await addMember(other, ownerPerson, "staff");
    const page = await owner.get("/panel");
    expect(page.status, page.html).toBe(200);
    expect(page.text).toContain("<b>Арсенал</b>");
    expect(page.text).toContain("Кобза Owner");
    expect((await owner.get(`/panel/studios/${other.slug}`)).status).toBe(200);
    expect((await owner.get(`/panel/studios/${other.slug}/keys`)).status).toBe(403);
  });

  it("may be none, and the page explains the next step", async () => {
    const page = await (await signedIn(await createPerson())).get("/panel");
    expect(page.text).toContain("You belong to no studio yet.");
  });
});

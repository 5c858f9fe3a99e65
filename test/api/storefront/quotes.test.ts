// POST /{slug}/quotes: a whole basket has the API's prices, is signed, and says whether and when it can be made.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import { materials, orderItems, printingQualities } from "../../../src/db/schema.ts";
import { dayFromNow } from "../../../src/platform/calendar.ts";

import type { QuotedItem, SignedQuote, StillSlicing } from "../../../src/storefront/wire.ts";
import { addFinishing, addForTechnology, addMachine, addMaterial, addQuality } from "../support/catalog.ts";
import { countedReads } from "../support/counted-reads.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import { type Money, modelFile, post, printingStudio } from "../support/requests.ts";
import { idleSlicer } from "../support/scripted-slicer.ts";
import { ordered, quoted, refused, setPage, untilSliced, Visitor, visitedStudio } from "../support/storefront.ts";
import type { TestStudio } from "../support/studio.ts";

const cents = (amount: string) => Math.round(Number(amount) * 100);
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0);

async function addPrinter(studio: TestStudio, printer: Record<string, unknown> = {}): Promise<void> {
  const body = JSON.stringify({ name: "Ender 3", technologyId: 1, ...printer });
  const headers = { "Content-Type": "application/json" };
  await studio.data("/printers", { method: "POST", body, headers }, 201);
}

describe("POST /{slug}/quotes", () => {
  it("has the API's price of each item, to the cent, and lines that add up to it", async () => {
    const { studio, visitor, choice } = await visitedStudio({ minimumPriceMinor: 8_000, markupBasisPoints: 1_234 });
    const finishingIds = [
      await addFinishing(studio, { name: "Шліфування", priceMinor: 333 }),
      await addFinishing(studio, { name: "Coating", priceMinor: null, percentageBasisPoints: 777 }),
    ];
    const other = { ...choice, modelId: (await visitor.model(anotherBox(), "Кришка.stl")).modelId };
    const choices = [{ ...choice, finishingIds, quantity: 7 }, other];
    const quote = await quoted(visitor, choices);
    expect(quote).toMatchObject({ status: "quoted", ordering: "allowed" });
    expect(quote.items.map(({ fileName }) => fileName)).toEqual(["box.stl", "Кришка.stl"]);
    for (const [index, item] of quote.items.entries()) {
      const { modelId, materialId, printingQualityId, quantity } = item;
      const fields = {
        modelId,
        materialId,
        printingQualityId,
        quantity,
        finishingIds: JSON.stringify(item.finishingIds),
      };
      const { body } = await post<{ totalPrice: Money; perUnitPrice: Money }>(studio, "/quotes", fields);
      expect(item.total, `item ${index}`).toBe(body.data.totalPrice.amount);
      expect(item.perUnit, `item ${index}`).toBe(body.data.perUnitPrice.amount);
      expect(sumOf(item.lines.map(({ amount }) => amount))).toBe(cents(item.total));
    }
    const named = (item: QuotedItem | undefined) => item?.lines.map(({ kind, name }) => name ?? kind);
    expect(named(quote.items[0])).toEqual(["printing", "Шліфування", "Coating", "setup"]);
    expect(named(quote.items[1])).toEqual(["printing", "setup", "minimum"]);
    expect(cents(quote.total)).toBe(sumOf(quote.items.map(({ total }) => total)));
    expect(Date.parse(quote.expiresAt)).toBeGreaterThan(Date.now());
  });

  it("names a model as its visitor did, never as another sender of the same content", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const content = anotherBox();
    const named = async (name: string) => {
      const guest = new Visitor(studio);
      const { modelId } = await guest.model(content, name);
      return { guest, own: { ...choice, modelId } };
    };
    const { guest, own } = await named("mine.stl");
    await post(studio, "/models", { model: modelFile(content, "Таємний проєкт.stl") });
    await named("theirs.stl");
    expect((await quoted(guest, [own])).items[0]?.fileName).toBe("mine.stl");
    const nameless = await quoted(visitor, [own]);
    expect(nameless.items[0]?.fileName).toBe("model.stl");
    const { orderId } = await ordered(guest, await quoted(guest, [own]));
    const [item] = await studio.db.select(orderItems, eq(orderItems.orderId, orderId));
    expect(item?.originalFileName).toBe("mine.stl");
  });

  it("takes a file under every name that an upload accepts, without its invisible characters", async () => {
    const { visitor, choice } = await visitedStudio();
    const names = {
      "\u200fקובץ\u202e.stl": "קובץ.stl",
      "two\nlines.stl": "twolines.stl",
      "\ud83d.stl": "\ufffd.stl",
      [`${"x".repeat(255)}-inch.stl`]: "x".repeat(255),
      "\u200b": "model.stl",
    };
    for (const [fileName, kept] of Object.entries(names)) {
      const items = [{ ...choice, finishingIds: [], quantity: 1, fileName }];
      const { status, body, text } = await untilSliced(() => visitor.post<SignedQuote>("/quotes", { items }));
      expect(status, text).toBe(200);
      expect(body.items[0]?.fileName).toBe(kept);
    }
  });

  it("says progress and when to ask again while something is being sliced", async () => {
    const { studio, choice } = await visitedStudio();
    const visitor = new Visitor(studio, { SLICER: idleSlicer });
    const items = [{ ...choice, finishingIds: [], quantity: 1 }];
    const answer = await visitor.post<StillSlicing>("/quotes", { items });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({ status: "slicing", progress: 0, queuedAhead: null });
    expect(answer.headers.get("Retry-After")).toBe(String(answer.body.retryAfterSeconds));
  });

  it("asks the database three times at most, however many models are in it", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const more = [await visitor.model(), await visitor.model()].map(({ modelId }) => ({ ...choice, modelId }));
    await quoted(visitor, [choice, ...more]);
    const counted = countedReads();
    await quoted(new Visitor(studio, { DB: counted.database }), [choice, ...more]);
    expect(counted.batches).toBe(3);
  });

  it("finds nothing that is not on offer, and names each", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const hidden = await addMaterial(studio, { isOnStorefront: false });
    const inactive = await addMaterial(studio, { status: "inactive" });
    const archived = await addFinishing(studio, { isArchived: true });
    const quality = await addQuality(studio, { isOnStorefront: false });
    const foreign = await printingStudio();
    const changes = [
      [{ materialId: hidden }, "items.0.materialId"],
      [{ materialId: inactive }, "items.0.materialId"],
      [{ materialId: foreign.materialId }, "items.0.materialId"],
      [{ printingQualityId: quality }, "items.0.printingQualityId"],
      [{ finishingIds: [archived] }, "items.0.finishingIds"],
    ] as const;
    for (const [change, field] of changes) {
      const items = [{ ...choice, finishingIds: [], quantity: 1, ...change }];
      const { faults } = refused(await visitor.post("/quotes?lang=en", { items }), 404);
      expect(faults, field).toEqual({ [field]: [expect.stringContaining("does not offer this")] });
    }
  });

  it("finds no model of another studio", async () => {
    const { visitor, choice } = await visitedStudio();
    const { choice: foreign } = await visitedStudio();
    const items = [{ ...choice, modelId: foreign.modelId, finishingIds: [], quantity: 1 }];
    const { faults } = refused(await visitor.post("/quotes?lang=uk", { items }), 404);
    expect(faults).toEqual({ "items.0.modelId": ["Цей файл уже видалено. Додайте його знову."] });
  });

  it("refuses a material of another technology than the quality's, and a basket that no page sends", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    const resin = await addForTechnology(studio, 3);
    const item = { ...choice, finishingIds: [], quantity: 1 };
    const mixed = { items: [{ ...item, materialId: resin.materialId }] };
    expect(Object.keys(refused(await visitor.post("/quotes", mixed), 400).faults)).toEqual([
      "items.0.printingQualityId",
    ]);
    for (const body of [{}, { items: [] }, { items: Array.from({ length: 21 }, () => item) }]) {
      expect(Object.keys(refused(await visitor.post("/quotes", body), 400).faults)).toEqual(["items"]);
    }
    const none = { items: [{ ...item, quantity: 0 }] };
    expect(refused(await visitor.post("/quotes?lang=en", none), 400).faults).toEqual({
      "items.0.quantity": ["Enter 1 or more."],
    });
    const text = await visitor.answer("/quotes", { method: "POST", body: "{" });
    expect(refused(text, 400).reason).toBe("invalid");
    const long = await visitor.post("/quotes", { items: [item], filler: "x".repeat(65_536) });
    expect(refused(long, 413).reason).toBe("too_large");
  });

  it("may be ordered only up to the most that the studio takes, and if a printer has room", async () => {
    const { studio, visitor, choice } = await visitedStudio({ setupCostMinor: 10_000 });
    const ordering = async () => (await quoted(visitor, [choice])).ordering;
    await setPage(studio, { minimumOrderMinor: 5_000, maximumOrderMinor: 50_000 });
    expect(await ordering()).toBe("allowed");
    // The top-up counts: an order of the least amount is above this most.
    await setPage(studio, { minimumOrderMinor: 60_000 });
    expect(await ordering()).toBe("above_maximum");
    await setPage(studio, { minimumOrderMinor: null, maximumOrderMinor: 5_000 });
    expect(await ordering()).toBe("above_maximum");
    await addPrinter(studio, { buildVolume: "5x5x5" });
    expect(await ordering()).toBe("fits_no_printer");
    await addPrinter(studio, { buildVolume: "220x220x250" });
    await setPage(studio, { maximumOrderMinor: null });
    expect(await ordering()).toBe("allowed");
  });

  it("can be ready after the waiting items are printed, and later the more items wait", async () => {
    const { studio, visitor, choice } = await visitedStudio();
    await setPage(studio, { printHoursPerDay: 10, handlingDays: 2 });
    const readyOn = async () => (await quoted(visitor, [choice])).readyOn;
    expect(await readyOn()).toBe(dayFromNow(3));
    const waiting = { materialId: choice.materialId, printMinutes: 40 * 60 };
    await addItem(studio, await addOrder(studio, { status: "confirmed" }), waiting);
    expect(await readyOn()).toBe(dayFromNow(7));
    await addItem(studio, await addOrder(studio, { status: "ready" }), waiting);
    await addItem(studio, await addOrder(studio, { status: "printing" }), { ...waiting, printedAt: Date.now() });
    const resin = await addForTechnology(studio, 3);
    await addItem(studio, await addOrder(studio), { materialId: resin.materialId, printMinutes: 60_000 });
    expect(await readyOn()).toBe(dayFromNow(7));
    await addPrinter(studio);
    await addPrinter(studio, { name: "Ender 4" });
    expect(await readyOn()).toBe(dayFromNow(5));
  });

  it("tells nothing that is not public, in the answer or inside its token", async () => {
    const { studio, visitor, choice } = await visitedStudio({ hourlyRateMinor: 777_777, markupBasisPoints: 4_321 });
    const stock = { stockHundredthsOfGram: 123_456, lowStockHundredthsOfGram: 98_765 };
    const machine = { name: "Prusa XL", hourlyRateMinor: 666_666, powerWatts: 5_432 };
    const machineProfileId = await addMachine(studio, machine);
    await studio.db.update(printingQualities, { machineProfileId }, undefined);
    await studio.db.updateStudio({ electricityPriceMinor: 5_555 });
    await studio.db.update(materials, { costPerKgMinor: 888_888, ...stock }, undefined);
    const items = [{ ...choice, finishingIds: [], quantity: 3 }];
    const { text, body } = await untilSliced(() => visitor.post<SignedQuote>("/quotes", { items }));
    const inside = atob(body.token.split(".")[0]?.replaceAll("-", "+").replaceAll("_", "/") ?? "");
    expect(inside).toContain(String(choice.materialId));
    const { token: _, ...shown } = body;
    for (const said of [JSON.stringify(shown), inside]) {
      for (const secret of [
        ...["7777.77", "777777", "8888.88", "888888", "43.21", "4321", "1234.56", "123456"],
        ...["Prusa XL", "6666.66", "666666", "5432", "55.55", "5555", "301.75", "30175"],
      ]) {
        expect(said.replaceAll(/[0-9a-f]{40,}/g, "")).not.toContain(secret);
      }
      expect(said).not.toMatch(/cost|rate|markup|stock|density/i);
    }
    expect(text).toContain("printing");

    const { orderId, address } = await ordered(visitor, body);
    const [stored] = await studio.db.select(orderItems, eq(orderItems.orderId, orderId));
    expect(stored?.costBreakdown?.hourlyRate).toMatchObject({ hourlyRate: 666_666, electricityPerHour: 30_175 });
    const page = await visitor.fetch(address.slice(`/${studio.slug}`.length));
    expect(page.status).toBe(200);
    const html = await page.text();
    for (const secret of ["Prusa XL", "6,666.66", "6666.66", "6\u00a0666,66", "301.75", "301,75"]) {
      expect(html).not.toContain(secret);
    }
  });
});

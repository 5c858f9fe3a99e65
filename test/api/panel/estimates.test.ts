// Estimates in the panel: real figures noted, the deviation they show, and the correction that the owner accepts.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { itemFigures, machineProfiles, orderItems, printingQualities } from "../../../src/db/schema.ts";
import { addForTechnology, addMachine, addQuality } from "../support/catalog.ts";
import { orderOfBox, placed } from "../support/orders.ts";
import { posted, staffOf } from "../support/panel.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import {
  addPrinter,
  itemOf,
  type PrintShop,
  partFile,
  printingPath,
  printShop,
  putOnPrinter,
  slicedOrder,
  undoOfEnd,
} from "../support/printing.ts";
import { cents, type Money, post } from "../support/requests.ts";

interface Quote {
  readonly totalPrice: Money;
  readonly printingTime: number;
  readonly weight: string;
  readonly breakdown: { readonly correction: object | null };
}

const estimatesOf = ({ base }: PrintShop) => `${base}/printing/estimates`;

/** A finished item that was sliced to 100 min and 50 g. Given real figures are recorded. */
async function finishedItem(
  { studio, materialId, printingQualityId }: PrintShop,
  machineProfileId: number | null,
  real?: { readonly minutes: number; readonly grams: number },
): Promise<number> {
  const order = await addOrder(studio, { status: "printing" });
  const id = await addItem(studio, order, { materialId, printingQualityId, printedAt: Date.now() });
  await studio.db.insert(itemFigures, {
    orderItemId: id,
    machineProfileId,
    orderedAt: Date.now(),
    slicedSeconds: 6_000,
    slicedHundredthsOfGram: 5_000,
    ...(real && {
      realMinutes: real.minutes,
      realHundredthsOfGram: Math.round(100 * real.grams),
      recordedAt: Date.now(),
    }),
  });
  return id;
}

async function finishedItems(shop: PrintShop, machine: number | null, minutes: readonly number[]): Promise<void> {
  for (const each of minutes) await finishedItem(shop, machine, { minutes: each, grams: 49 });
}

const figuresOf = async ({ studio }: PrintShop, itemId: number) =>
  (await studio.db.select(itemFigures, eq(itemFigures.orderItemId, itemId)))[0];

const quote = async ({ studio, ...ids }: PrintShop) => {
  const { materialId, printingQualityId } = ids;
  const sent = { materialId, printingQualityId, model: partFile(), quantity: 3 };
  const { status, body } = await post<Quote>(studio, "/quotes", sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

describe("the real figures of a finished item", () => {
  it("are noted with the mark as printed, against the sliced figures", async () => {
    const shop = await printShop();
    const printerId = String(await addPrinter(shop));
    const { itemIds } = await slicedOrder(shop);
    const [itemId = 0] = itemIds;
    await posted(shop.owner, await printingPath(shop, itemId, "assign"), { printerId });
    expect((await shop.owner.get(`${shop.base}/printing`)).text).toContain("What it really took");
    await posted(shop.owner, await printingPath(shop, itemId, "printed"), { minutes: "35", grams: "7,25" });
    expect(await figuresOf(shop, itemId)).toMatchObject({ realMinutes: 35, realHundredthsOfGram: 725 });

    await posted(shop.owner, await printingPath(shop, itemId, "undo"), await undoOfEnd(shop, itemId));
    expect(await figuresOf(shop, itemId)).toMatchObject({ realMinutes: null, recordedAt: null });
  });

  it("may be left out, and noted or corrected later", async () => {
    const shop = await printShop();
    const itemId = await finishedItem(shop, null);
    const path = `${estimatesOf(shop)}/items/${itemId}`;
    const noted = await posted(shop.owner, path, { minutes: "110", grams: "" });
    expect(noted.text).toContain("What part.stl really took is noted.");
    expect(await figuresOf(shop, itemId)).toMatchObject({ realMinutes: 110, realHundredthsOfGram: null });
    await posted(await staffOf(shop), path, { minutes: "112", grams: "51.5" });
    expect(await figuresOf(shop, itemId)).toMatchObject({ realMinutes: 112, realHundredthsOfGram: 5_150 });
    const erased = await posted(shop.owner, path, { minutes: "", grams: "" });
    expect(erased.text).toContain("no longer noted");
    expect(await figuresOf(shop, itemId)).toMatchObject({ realMinutes: null, recordedAt: null });
  });

  it("are refused if they are malformed, beside their field, and nothing is written", async () => {
    const shop = await printShop();
    const itemId = await finishedItem(shop, null);
    const path = `${estimatesOf(shop)}/items/${itemId}`;
    const refused = await shop.owner.post(path, { minutes: "5 hours", grams: "0" });
    expect(refused.status, refused.html).toBe(400);
    expect(refused.values).toContain("5 hours");
    expect(refused.html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(await figuresOf(shop, itemId)).toMatchObject({ realMinutes: null });

    await putOnPrinter(shop, itemId, await addPrinter(shop));
    await shop.studio.db.update(orderItems, { printedAt: null }, eq(orderItems.id, itemId));
    const printed = await shop.owner.post(await printingPath(shop, itemId, "printed"), { minutes: "0" });
    expect(printed.status).toBe(400);
    expect(printed.text).toContain("What it really took, min");
    expect((await itemOf(shop, itemId)).printedAt).toBeNull();
  });

  it("of another studio's part, or of a part without an estimate, are not found", async () => {
    const [shop, other] = [await printShop(), await printShop()];
    const foreign = await finishedItem(other, null);
    const order = await addOrder(shop.studio, { status: "printing" });
    const without = await addItem(shop.studio, order, { printedAt: Date.now() });
    for (const id of [foreign, without, 999_999]) {
      const answer = await shop.owner.post(`${estimatesOf(shop)}/items/${id}`, { minutes: "10" });
      expect(answer.status, String(id)).toBe(404);
    }
    expect(await figuresOf(other, foreign)).toMatchObject({ realMinutes: null });
  });

  it("are not asked for resin: its machine's numbers are set instead", async () => {
    const shop = await printShop();
    const resin = await addForTechnology(shop.studio, 4);
    const order = await placed(
      shop.studio,
      orderOfBox(resin, { "models[]": [partFile()], items: JSON.stringify([resin]) }),
    );
    expect(await figuresOf(shop, order.items[0]?.id ?? 0)).toBeUndefined();
  });
});

describe("how far estimates were off", () => {
  it("is shown for each machine: median, spread, and of how many", async () => {
    const shop = await printShop();
    const machine = await addMachine(shop.studio, { name: "MK4S" });
    await finishedItems(shop, machine, [90, 100, 110, 120, 200]);
    await finishedItems(shop, null, [95]);
    const page = (await shop.owner.get(estimatesOf(shop))).text;
    expect(page).toContain("Default machine");
    expect(page).toContain("1 part so far: from 5 on, a correction is offered.");
    expect(page).toContain("Time 110 % 100 to 120 % 5");
    expect(page).toContain("Material 98 % 98 to 98 % 5");
    expect(page).toContain("Finished parts speak for 110 % of the time and 98 % of the material.");
  });

  it("tells among how many parts the finished ones were looked for", async () => {
    const shop = await printShop();
    const lookedFor = async () => (await shop.owner.get(estimatesOf(shop))).text;
    expect(await lookedFor()).toContain("None of the 1,000 parts finished last is of filament.");
    await finishedItems(shop, null, [95]);
    expect(await lookedFor()).toContain("Up to 50 parts of filament, among the 1,000 parts finished last.");
  });

  it("tells that nothing is noted yet", async () => {
    const shop = await printShop();
    expect((await shop.owner.get(estimatesOf(shop))).text).toContain("No figures are noted yet.");
  });
});

describe("a correction", () => {
  it("that the owner accepts changes the next quote's minutes and price, says so, and is taken back", async () => {
    const shop = await printShop();
    const machine = await addMachine(shop.studio, { name: "MK4S" });
    const printingQualityId = await addQuality(shop.studio, { machineProfileId: machine });
    const on = { ...shop, printingQualityId };
    await finishedItems(shop, machine, [120, 120, 120, 120, 120]);
    const before = await quote(on);
    const path = `${estimatesOf(shop)}/machines/${machine}`;
    const accepted = await posted(shop.owner, `${path}/accept`, {
      timeBasisPoints: "12000",
      materialBasisPoints: "9800",
    });
    expect(accepted.text).toContain("From the next quote on");
    expect(accepted.text).toContain("Prices take 120 % of the sliced time and 98 % of the sliced material.");

    const after = await quote(on);
    expect(after.printingTime).toBe(3 * Math.round((before.printingTime / 3) * 1.2));
    expect(cents(after.totalPrice)).toBeGreaterThan(cents(before.totalPrice));
    expect(after.breakdown.correction).toEqual({
      timePercent: "120.00",
      materialPercent: "98.00",
      slicedMinutes: before.printingTime,
      slicedGrams: Number(before.weight),
    });
    // Deviations are against the sliced figures, so the same prints offer nothing more.
    expect((await shop.owner.get(estimatesOf(shop))).text).toContain("is what prices take already");
    const again = await shop.owner.post(`${path}/accept`, { timeBasisPoints: "12000", materialBasisPoints: "9800" });
    expect(again.status).toBe(409);

    await posted(shop.owner, `${path}/take-back`);
    expect(await quote(on)).toEqual(before);
  });

  it("of the default machine becomes a profile without numbers, of every filament quality that has none", async () => {
    const shop = await printShop();
    const own = await addMachine(shop.studio, { name: "MK4S" });
    const withOwn = await addQuality(shop.studio, { machineProfileId: own });
    const resin = await addForTechnology(shop.studio, 4);
    await finishedItems(shop, null, [90, 90, 90, 90, 90]);
    const before = await quote(shop);
    await posted(shop.owner, `${estimatesOf(shop)}/machines/default/accept`, {
      timeBasisPoints: "9000",
      materialBasisPoints: "9800",
    });
    const machines = await shop.studio.db.select(machineProfiles, undefined, machineProfiles.id);
    expect(machines[1]).toMatchObject({
      name: "Default machine",
      parameters: {},
      timeCorrectionBasisPoints: 9_000,
      materialCorrectionBasisPoints: 9_800,
    });
    const qualities = await shop.studio.db.select(printingQualities);
    const machineOf = (id: number) => qualities.find((quality) => quality.id === id)?.machineProfileId;
    expect(machineOf(shop.printingQualityId)).toBe(machines[1]?.id);
    expect(machineOf(withOwn)).toBe(own);
    expect(machineOf(resin.printingQualityId)).toBeNull();
    expect((await quote(shop)).printingTime).toBe(3 * Math.round((before.printingTime / 3) * 0.9));
    const page = (await shop.owner.get(estimatesOf(shop))).text;
    expect(page).toContain("Time 90 % 90 to 90 % 5");
    expect(page).toContain("is what prices take already");
  });

  it("is not accepted if other figures came in meanwhile, nor from too few", async () => {
    const shop = await printShop();
    const machine = await addMachine(shop.studio);
    const path = `${estimatesOf(shop)}/machines/${machine}/accept`;
    await finishedItems(shop, machine, [120, 120, 120, 120]);
    expect((await shop.owner.post(path, { timeBasisPoints: "12000", materialBasisPoints: "9800" })).status).toBe(409);
    await finishedItems(shop, machine, [120]);
    const stale = await shop.owner.post(path, { timeBasisPoints: "12500", materialBasisPoints: "9800" });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain("New figures came in meanwhile");
    const [kept] = await shop.studio.db.select(machineProfiles);
    expect(kept?.timeCorrectionBasisPoints).toBe(10_000);
  });

  it("that was measured with earlier numbers says so, and only parts ordered since then count towards a new one", async () => {
    const shop = await printShop();
    const machine = await addMachine(shop.studio, { name: "MK4S" });
    await finishedItems(shop, machine, [120, 120, 120, 120, 120]);
    const shown = { timeBasisPoints: "12000", materialBasisPoints: "9800" };
    await posted(shop.owner, `${estimatesOf(shop)}/machines/${machine}/accept`, shown);
    const profile = `${shop.base}/catalog/machines/${machine}`;
    const outdated = "This correction was measured before the profile's numbers last changed.";
    const own = (await shop.studio.db.select(machineProfiles))[0]?.parameters;
    const typed = Object.fromEntries(Object.entries(own ?? {}).map(([name, value]) => [name, String(value)]));
    await posted(shop.owner, profile, { name: "MK4S, 0.4", ...typed });
    const unchanged = await shop.owner.get(profile);
    expect(unchanged.text).toContain("Prices take 120 % of the sliced time and 98 % of the sliced material.");
    expect(unchanged.text).not.toContain(outdated);
    expect(unchanged.addresses).toContain(estimatesOf(shop));

    await posted(shop.owner, profile, { name: "MK4S, 0.4", ...typed, infillMmPerSecond: "222" });
    const [kept] = await shop.studio.db.select(machineProfiles);
    expect(kept?.timeCorrectionBasisPoints).toBe(12_000);
    expect((await shop.owner.get(profile)).text).toContain(outdated);
    const before = (await shop.owner.get(estimatesOf(shop))).text;
    expect(before).toContain(outdated);
    expect(before).toContain("No figures are noted yet of parts ordered since");
    await finishedItems(shop, machine, [90, 90, 90, 90, 90]);
    const after = (await shop.owner.get(estimatesOf(shop))).text;
    expect(after).toContain("Time 90 % 90 to 90 % 5");
    expect(after).toContain("Finished parts speak for 90 % of the time");
  });

  it("is the owner's decision, and another studio's machine is not found", async () => {
    const [shop, other] = [await printShop(), await printShop()];
    const machine = await addMachine(shop.studio);
    await finishedItems(shop, machine, [120, 120, 120, 120, 120]);
    const staff = await staffOf(shop);
    const page = (await staff.get(estimatesOf(shop))).text;
    expect(page).toContain("The owner decides about it.");
    expect(page).not.toContain("Price by this");
    const shown = { timeBasisPoints: "12000", materialBasisPoints: "9800" };
    for (const action of ["accept", "take-back"]) {
      const path = `/machines/${machine}/${action}`;
      expect((await staff.post(`${estimatesOf(shop)}${path}`, shown)).status, action).toBe(403);
      expect((await other.owner.post(`${estimatesOf(other)}${path}`, shown)).status, action).toBe(404);
    }
    expect((await shop.studio.db.select(machineProfiles))[0]?.timeCorrectionBasisPoints).toBe(10_000);
  });
});

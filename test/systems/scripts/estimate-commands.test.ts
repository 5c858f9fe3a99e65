// Real figures of finished items, recorded and shown by the operator's command, and the correction that it accepts.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idOf, machineProfileRow, studioRow } from "../../../harness/catalog-rows.ts";
import {
  customers,
  itemFigures,
  machineProfiles,
  orderItems,
  orders,
  printingQualities,
  studios,
} from "../../../src/db/schema.ts";
import { type OpenedOperator, openOperator } from "./opened-operator.ts";

const SLUG = "kobza-druk";
const FDM = 1;

let folder: string;
let opened: OpenedOperator;
let studioId: number;
/** Items of the demo's orders that have no machine profile, sliced to 100 min and 50 g. */
let items: number[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "estimates-test-"));
  opened = await openOperator();
  const { local } = opened;
  studioId = idOf((await local.select().from(studios).where(eq(studios.slug, SLUG)))[0]);
  items = await addItems(6);
  for (const orderItemId of items) {
    await local
      .insert(itemFigures)
      .values({ studioId, orderItemId, orderedAt: 1, slicedSeconds: 6_000, slicedHundredthsOfGram: 5_000 });
  }
});

afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

/** Items of an order of the studio's. */
async function addItems(count: number): Promise<number[]> {
  const { local } = opened;
  const person = { firstName: "Олена", lastName: "Коваль", email: "o@example.com", locale: "uk" };
  const contact = { ...person, phoneNumber: "+380501112233" };
  const [customer] = await local
    .insert(customers)
    .values({ studioId, ...contact, createdAt: 1 })
    .returning();
  const [order] = await local
    .insert(orders)
    .values({
      studioId,
      requestKey: crypto.randomUUID(),
      customerId: idOf(customer),
      contact,
      status: "completed",
      totalPriceMinor: 100,
      currencyId: 1,
      source: "api",
      createdAt: 1,
      updatedAt: 1,
    })
    .returning();
  const added = await local
    .insert(orderItems)
    .values(
      Array.from({ length: count }, (_, position) => ({
        studioId,
        orderId: idOf(order),
        position,
        quantity: 1,
        priceMinor: 100,
        finishingIds: [],
        printMinutes: 100,
        weightHundredthsOfGram: 5_000,
      })),
    )
    .returning();
  return added.map(({ id }) => id);
}

const studio = (...words: string[]) => opened.studio(...words);

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

describe("the actual time and material of finished items", () => {
  it("is noted of one item, and is too little to offer anything", async () => {
    expect(await studio("deviations", SLUG)).toContain(`Nothing is noted of ${SLUG} yet`);
    const noted = await studio("printed", SLUG, String(items[0]), "--minutes", "112", "--grams", "49,5");
    expect(noted).toContain(`item ${items[0]}`);
    const shown = await studio("deviations", SLUG);
    expect(shown).toMatch(/^default +Default machine +time +112 % +112 % to 112 % +1 +100 % +from 5 parts on$/m);
    expect(shown).toMatch(/material +99 % /);
    await expect(studio("correction", SLUG, "default", "--accept")).rejects.toThrow("Nothing is offered for default");
  });

  it("is refused if a figure or an item is wrong, naming each, and nothing of a table is written", async () => {
    await expect(studio("printed", SLUG, "9999999", "--minutes", "5")).rejects.toThrow(
      `${SLUG} has no item 9999999 with an estimate`,
    );
    await expect(studio("printed", SLUG, String(items[1]))).rejects.toThrow("--minutes, --grams or both");
    await expect(studio("printed", SLUG, String(items[1]), "--minutes", "5 h")).rejects.toThrow("minutes: ");
    await expect(studio("printed", "dnipro-prototyp", String(items[1]), "--minutes", "5")).rejects.toThrow(
      "dnipro-prototyp has no item",
    );
    const wrong = await file("wrong.csv", `item;minutes;grams\n${items[1]};110;50\nx;1;1\n${items[2]};0;50\n`);
    const refusal = String(await studio("printed", SLUG, wrong).catch(String));
    expect(refusal).toContain("Nothing was noted:");
    expect(refusal).toContain("line 3: item must be the id");
    expect(refusal).toContain("line 4: minutes: ");
    const [second] = await opened.local
      .select()
      .from(itemFigures)
      .where(eq(itemFigures.orderItemId, items[1] ?? 0));
    expect(second?.recordedAt).toBeNull();
  });

  it("is noted of a table, as a spreadsheet writes it", async () => {
    const rows = items.slice(1).map((id, index) => `${id};${110 + index};49,5`);
    const table = await file("figures.csv", `\ufeffitem;minutes;grams\r\n${rows.join("\r\n")}\r\n`);
    expect(await studio("printed", SLUG, table)).toContain("5 items");
    // 110 111 112 112 113 114
    const shown = await studio("deviations", SLUG);
    expect(shown).toMatch(/time +112 % +111\.3 % to 112\.8 % +6 +100 % +112 %$/m);
    expect(shown).toContain(`npm run studio -- correction ${SLUG} default --accept`);
  });
});

describe("a correction", () => {
  it("of the default machine makes a profile of it, for every filament quality without one, and is taken back", async () => {
    const { local } = opened;
    const accepted = await studio("correction", SLUG, "default", "--accept");
    expect(accepted).toContain(
      `${SLUG} prices Default machine at 112 % of the sliced time and 99 % of the sliced material`,
    );
    const made = and(eq(machineProfiles.studioId, studioId), eq(machineProfiles.name, "Default machine"));
    const [machine] = await local.select().from(machineProfiles).where(made);
    expect(machine).toMatchObject({ timeCorrectionBasisPoints: 11_200, materialCorrectionBasisPoints: 9_900 });
    const without = and(
      eq(printingQualities.studioId, studioId),
      eq(printingQualities.technologyId, FDM),
      isNull(printingQualities.machineProfileId),
    );
    expect(await local.select().from(printingQualities).where(without)).toEqual([]);
    expect(await studio("deviations", SLUG)).toMatch(/time +112 % .* 6 +112 % +-$/m);

    const id = String(machine?.id);
    await expect(studio("correction", SLUG, id, "--accept")).rejects.toThrow("Nothing is offered");
    await expect(studio("correction", SLUG, id)).rejects.toThrow("Say --accept or --take-back.");
    expect(await studio("correction", SLUG, id, "--take-back")).toContain("by what is sliced");
    const [after] = await local
      .select()
      .from(machineProfiles)
      .where(eq(machineProfiles.id, Number(id)));
    expect(after).toMatchObject({ timeCorrectionBasisPoints: 10_000, materialCorrectionBasisPoints: 10_000 });
  });

  it("of another studio's machine is refused", async () => {
    const { local } = opened;
    const [other] = await local.insert(studios).values(studioRow()).returning();
    const row = { ...machineProfileRow(), studioId: idOf(other) };
    const [machine] = await local.insert(machineProfiles).values(row).returning();
    await expect(studio("correction", SLUG, String(machine?.id), "--accept")).rejects.toThrow(
      `${SLUG} has no machine profile ${machine?.id}.`,
    );
    await expect(studio("correction", SLUG, "MK4S", "--accept")).rejects.toThrow('or "default": not "MK4S"');
  });
});

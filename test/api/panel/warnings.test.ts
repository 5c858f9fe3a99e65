// Warnings in the panel: sentences on the order's page, short names in the queue and on the work sheet.

import { expect, it } from "vitest";
import type { ItemWarning } from "../../../src/domain/item-warning.ts";
import { addMember, createPerson, panelStudio, signedIn } from "../support/panel.ts";
import { addItem, addOrder } from "../support/panel-orders.ts";
import { addPrinter } from "../support/printing.ts";

const WARNINGS: readonly ItemWarning[] = [
  { code: "needs_supports", overhangSquareMm: 1234 },
  { code: "holes_closed", holes: 5, largestErrorPercent: 0.4 },
  { code: "surface_mended" },
];

async function orderWarnedOf(warnings: ItemWarning[] | null) {
  const panel = await panelStudio();
  const orderId = await addOrder(panel.studio, { status: "printing" });
  await addItem(panel.studio, orderId, { warnings });
  return { ...panel, orderId };
}

it("the page of an order shows each item's warnings as sentences in the person's language", async () => {
  const { studio, owner, base, orderId } = await orderWarnedOf([...WARNINGS]);
  const text = (await owner.get(`${base}/orders/${orderId}`)).text;
  expect(text).toContain("To know before it is printed");
  expect(text).toContain("About 12 cm² of its surface overhangs");
  expect(text).toContain("Holes in its surface (5) were closed, which changes the part by 0.4 % at most");
  expect(text).toContain("torn or inside out");
  const ukrainian = await createPerson({ language: "uk" });
  await addMember(studio, ukrainian, "staff");
  const reader = await signedIn(ukrainian);
  expect((await reader.get(`${base}/orders/${orderId}`)).text).toContain("Отвори в поверхні (5) закрито");
});

it("the queue and the work sheet name warnings that matter for printing in a few words", async () => {
  const panel = await orderWarnedOf([...WARNINGS]);
  const { owner, base, orderId } = panel;
  await addPrinter(panel, {});
  const names = ["needs supports", "holes closed"];
  const queue = (await owner.get(`${base}/printing`)).text;
  const sheet = (await owner.get(`${base}/orders/${orderId}/work-sheet`)).text;
  for (const page of [queue, sheet]) {
    for (const name of names) expect(page).toContain(name);
    expect(page).not.toContain("surface mended");
  }
  expect(sheet).toContain("⚠ needs supports, holes closed");
});

it("an item without warnings, or of before they were kept, is shown without any", async () => {
  for (const warnings of [[], null]) {
    const { owner, base, orderId } = await orderWarnedOf(warnings);
    expect((await owner.get(`${base}/orders/${orderId}`)).text).not.toContain("To know before it is printed");
    expect((await owner.get(`${base}/orders/${orderId}/work-sheet`)).text).not.toContain("⚠");
  }
});

// Input as people type it into the panel's forms.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { materials, printers } from "../../../src/db/schema.ts";
import { addMaterial } from "../support/catalog.ts";
import { type PanelStudio, panelStudio } from "../support/panel.ts";
import { addOrder } from "../support/panel-orders.ts";
import { addPrinter } from "../support/printing.ts";

const PRICES = { currency: "UAH", hourlyRate: "1", setupCost: "1", markupPercentage: "1", minimumPrice: "1" };

async function hourlyRateAfter({ owner, base, studio }: PanelStudio, hourlyRate: string) {
  const answer = await owner.post(`${base}/prices`, { ...PRICES, hourlyRate });
  expect(answer.status, `${hourlyRate}: ${answer.text}`).toBe(303);
  const [row] = await studio.db.studio();
  return row?.hourlyRateMinor;
}

describe("an amount", () => {
  it("may have the hryvnia's sign or name, and spaces of any width between its thousands", async () => {
    const panel = await panelStudio();
    for (const typed of ["1750,00 ₴", "1 750 грн", "1\u202f750,00\u00a0₴", "1750 грн.", "1750UAH", "₴ 1750"]) {
      expect(await hourlyRateAfter(panel, typed), typed).toBe(175_000);
    }
  });

  it("of another currency is refused, and so is text", async () => {
    const { owner, base } = await panelStudio();
    for (const typed of ["750 $", "750 €", "грн", "cheap", "7 50 ₴ ₴"]) {
      const answer = await owner.post(`${base}/prices`, { ...PRICES, hourlyRate: typed });
      expect([answer.status, answer.faults.hourlyRate], typed).toEqual([400, "Enter a number, such as 12.50."]);
    }
  });

  it("that is huge is told its bounds", async () => {
    const { owner, base } = await panelStudio();
    for (const typed of ["9".repeat(13), "9".repeat(400)]) {
      const answer = await owner.post(`${base}/prices`, { ...PRICES, hourlyRate: typed });
      expect(answer.faults.hourlyRate, typed).toBe("Enter at most 1000000.");
    }
  });
});

it("a percentage may have its sign", async () => {
  const { owner, base, studio } = await panelStudio();
  const answer = await owner.post(`${base}/prices`, { ...PRICES, markupPercentage: "12,5 %" });
  expect(answer.status, answer.text).toBe(303);
  expect((await studio.db.studio())[0]?.markupBasisPoints).toBe(1250);
});

it("a colour may have three digits", async () => {
  const { owner, base, studio } = await panelStudio();
  const id = await addMaterial(studio, { name: "PLA" });
  const saved = await owner.post(`${base}/catalog/materials/${id}`, {
    name: "PLA",
    colorHex: "#1Ae",
    costPerKg: "1",
    density: "1,24 g/cm³",
  });
  expect(saved.status, saved.text).toBe(303);
  const [material] = await studio.db.select(materials, eq(materials.id, id));
  expect(material).toMatchObject({ colorHex: "#11aaee", densityMilligramsPerCubicCm: 1240 });
});

describe("a printer", () => {
  const typedPrinter = { name: "MK4", technologyId: "1", status: "active" };

  it("has its build volume joined by any sign that people type between lengths", async () => {
    const panel = await panelStudio();
    const id = await addPrinter(panel);
    for (const typed of ["250х210х220", "250 × 210 × 220", "250X210X220", "250*210*220", "250 Х 210 x 220"]) {
      const saved = await panel.owner.post(`${panel.base}/printers/${id}`, { ...typedPrinter, buildVolume: typed });
      expect(saved.status, `${typed}: ${saved.text}`).toBe(303);
      const [printer] = await panel.studio.db.select(printers, eq(printers.id, id));
      expect(printer?.buildVolume, typed).toBe("250x210x220");
    }
  });

  it("is refused a maintenance in the year 9999, with the range", async () => {
    const panel = await panelStudio();
    const id = await addPrinter(panel);
    const maintenance = { ...typedPrinter, nextMaintenanceAt: "9999-12-31" };
    const refused = await panel.owner.post(`${panel.base}/printers/${id}`, maintenance);
    expect([refused.status, refused.faults.nextMaintenanceAt]).toEqual([
      400,
      "Enter a date from 01.01.2000 to 31.12.2099.",
    ]);
  });

  it("without a name is refused beside the field", async () => {
    const { owner, base } = await panelStudio();
    for (const name of ["", " \u00a0 "]) {
      const refused = await owner.post(`${base}/printers/new`, { ...typedPrinter, name });
      expect([refused.status, refused.faults.name]).toEqual([400, "Fill in this field."]);
    }
  });
});

it("an order's due day and its delivery's days are refused in the year 9999", async () => {
  const panel = await panelStudio();
  const id = await addOrder(panel.studio);
  const address = `${panel.base}/orders/${id}`;
  const range = "Enter a date from 01.01.2000 to 31.12.2099.";
  const due = await panel.owner.post(`${address}/due-day`, { version: "1", dueOn: "9999-01-01" });
  expect([due.status, due.faults.dueOn]).toEqual([400, range]);
  const delivery = await panel.owner.post(`${address}/delivery`, { version: "1", scheduledDeliveryDate: "9999-01-01" });
  expect([delivery.status, delivery.faults.scheduledDeliveryDate]).toEqual([400, range]);
});

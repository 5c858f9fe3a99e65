// A field that a catalog form does not carry stays as it is: only an empty field is cleared.

import { describe, expect, it } from "vitest";
import { idOf, productRow } from "../../../harness/catalog-rows.ts";
import type { CatalogTable } from "../../../src/catalog/catalog-kinds.ts";
import {
  deliveryMethods,
  finishings,
  machineProfiles,
  materials,
  printingQualities,
  products,
} from "../../../src/db/schema.ts";
import { addFinishing, addMachine, addMaterial, addQuality } from "../support/catalog.ts";
import { type PanelStudio, panelStudio, posted, staffOf } from "../support/panel.ts";

const MATERIAL = {
  stockHundredthsOfGram: 5000,
  lowStockHundredthsOfGram: 2000,
  isOnStorefront: false,
  processParameters: { maxFlowCubicMmPerSecond: 4, minLayerSeconds: 9 },
};

const KINDS: readonly {
  readonly path: string;
  readonly table: CatalogTable;
  readonly add: (panel: PanelStudio) => Promise<number>;
  /** The fields that an owner's form must state. */
  readonly needed: Readonly<Record<string, string>>;
  /** A form that clears every field that may be empty, and the columns that are then null. */
  readonly emptied: Readonly<Record<string, string>>;
  readonly cleared: Readonly<Record<string, unknown>>;
}[] = [
  {
    path: "materials",
    table: materials,
    add: ({ studio }) => addMaterial(studio, MATERIAL),
    needed: { name: "PLA", costPerKg: "600", density: "1.24" },
    emptied: { color: "", colorHex: "", lowStockThreshold: "", minLayerSeconds: "" },
    cleared: {
      color: null,
      colorHex: null,
      lowStockHundredthsOfGram: null,
      processParameters: { maxFlowCubicMmPerSecond: 4 },
    },
  },
  {
    path: "qualities",
    table: printingQualities,
    add: ({ studio }) =>
      addQuality(studio, { description: "fine", supports: true, infillPattern: "gyroid", speedMode: "fine" }),
    needed: { name: "Standard", layerHeight: "0.2", supports: "true" },
    emptied: { description: "", wallCount: "" },
    cleared: { description: null, wallCount: null },
  },
  {
    path: "machines",
    table: machineProfiles,
    add: ({ studio }) => addMachine(studio, { source: "file.ini", parameters: { nozzleDiameterMm: 0.6 } }),
    needed: { name: "Printer" },
    emptied: { nozzleDiameterMm: "" },
    cleared: { parameters: {} },
  },
  {
    path: "finishings",
    table: finishings,
    add: ({ studio }) => addFinishing(studio, { description: "by hand", technologyId: 1 }),
    needed: { name: "Sanding" },
    emptied: { description: "", technologyId: "", price: "" },
    cleared: { description: null, technologyId: null, priceMinor: null },
  },
  {
    path: "products",
    table: products,
    add: async ({ studio }) => idOf((await studio.db.insert(products, productRow({ description: "d" })))[0]),
    needed: { title: "Vase", price: "250" },
    emptied: { description: "", leadTime: "" },
    cleared: { description: null, leadTimeDays: null },
  },
  {
    path: "delivery",
    table: deliveryMethods,
    add: async ({ studio }) => idOf((await studio.db.insert(deliveryMethods, { name: "Nova", slug: "nova" }))[0]),
    needed: { name: "Nova" },
    emptied: {},
    cleared: {},
  },
];

async function rowOf({ studio }: PanelStudio, table: CatalogTable, id: number): Promise<Record<string, unknown>> {
  const rows = await studio.db.select(table);
  const row = rows.find((candidate) => candidate.id === id);
  // Times of changes are left out: they are no fields.
  return { ...row, updatedAt: 0, parametersChangedAt: 0 };
}

describe("a form that carries no more than it must", () => {
  it.each(KINDS)("leaves the other fields of $path as they are, and clears an empty field", async (kind) => {
    const panel = await panelStudio();
    const id = await kind.add(panel);
    const before = await rowOf(panel, kind.table, id);
    const path = `${panel.base}/catalog/${kind.path}/${id}`;
    await posted(panel.owner, path, kind.needed);
    expect(await rowOf(panel, kind.table, id)).toEqual(before);
    await posted(panel.owner, path, { ...kind.needed, ...kind.emptied });
    expect(await rowOf(panel, kind.table, id)).toEqual({ ...before, ...kind.cleared });
  });

  it.each(KINDS.filter(({ path }) => path !== "machines"))(
    "leaves it of the $path when staff send it",
    async (kind) => {
      const panel = await panelStudio();
      const id = await kind.add(panel);
      const before = await rowOf(panel, kind.table, id);
      const { name, title } = kind.needed;
      const named = name === undefined ? { title: title ?? "" } : { name };
      await posted(await staffOf(panel), `${panel.base}/catalog/${kind.path}/${id}`, named);
      expect(await rowOf(panel, kind.table, id)).toEqual(before);
    },
  );
});

describe("a finishing's charge", () => {
  it("is a price or a percentage: stating the one takes the other's place", async () => {
    const panel = await panelStudio();
    const id = await addFinishing(panel.studio);
    const path = `${panel.base}/catalog/finishings/${id}`;
    await posted(panel.owner, path, { name: "Sanding", pricePercentage: "7.5" });
    expect(await rowOf(panel, finishings, id)).toMatchObject({ priceMinor: null, percentageBasisPoints: 750 });
    await posted(panel.owner, path, { name: "Sanding", price: "3" });
    expect(await rowOf(panel, finishings, id)).toMatchObject({ priceMinor: 300, percentageBasisPoints: null });
  });
});

// A panel's studio that prints: catalog, printers, and confirmed orders to put on them.

import { eq } from "drizzle-orm";
import { box } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import { materials, orderChanges, orderItems, orders, printers } from "../../../src/db/schema.ts";
import type { OrderStatus } from "../../../src/domain/order-status.ts";
import type { TechnologyId } from "../../../src/domain/technology.ts";
import { addForTechnology, addMaterial, addQuality } from "./catalog.ts";
import { orderFields, placed } from "./orders.ts";
import { type PanelStudio, panelStudio } from "./panel.ts";
import { modelFile } from "./requests.ts";

export interface PrintShop extends PanelStudio {
  readonly materialId: number;
  readonly printingQualityId: number;
}

/** One filament with 100 g of stock, low at 90 g. */
export async function printShop(material: Parameters<typeof addMaterial>[1] = {}): Promise<PrintShop> {
  const shop = await panelStudio();
  const stock = { stockHundredthsOfGram: 10_000, lowStockHundredthsOfGram: 9_000 };
  const materialId = await addMaterial(shop.studio, { ...stock, ...material });
  return { ...shop, materialId, printingQualityId: await addQuality(shop.studio) };
}

export async function addPrinter(
  { studio }: PanelStudio,
  row: Partial<typeof printers.$inferInsert> = {},
): Promise<number> {
  const [added] = await studio.db.insert(printers, {
    requestKey: crypto.randomUUID(),
    technologyId: 1,
    name: "Ender 3",
    status: "active",
    createdAt: 1,
    updatedAt: 1,
    ...row,
  });
  if (added === undefined) throw new Error("The database returned no row");
  return added.id;
}

interface OrderSettings {
  readonly status?: OrderStatus;
  readonly items?: number;
  /** Sides of the box that is printed, in millimetres. */
  readonly sides?: readonly [number, number, number];
  /** The file that is printed, in place of a box. */
  readonly file?: File;
  readonly technologyId?: TechnologyId;
}

/** An order through the API, in a status that the panel gave it. */
export async function printOrder(
  shop: PrintShop,
  { status = "confirmed", items = 1, sides = [10, 20, 30], file, technologyId }: OrderSettings = {},
): Promise<{ readonly id: number; readonly itemIds: readonly number[] }> {
  const { studio } = shop;
  const { materialId, printingQualityId } =
    technologyId === undefined ? shop : await addForTechnology(studio, technologyId);
  const printed = file ?? modelFile(binaryStl(box([0, 0, 0], sides)), "part.stl");
  const order = await placed(
    studio,
    orderFields(shop, {
      "models[]": Array.from({ length: items }, () => printed),
      items: JSON.stringify(Array.from({ length: items }, () => ({ materialId, printingQualityId }))),
    }),
  );
  await studio.db.update(orders, { status }, eq(orders.id, order.id));
  return { id: order.id, itemIds: order.items.map(({ id }) => id) };
}

export async function itemOf({ studio }: PanelStudio, id: number) {
  const [item] = await studio.db.select(orderItems, eq(orderItems.id, id));
  if (item === undefined) throw new Error(`there is no item ${id}`);
  return item;
}

export async function stockOf({ studio, materialId }: PrintShop) {
  const [material] = await studio.db.select(materials, eq(materials.id, materialId));
  return material?.stockHundredthsOfGram;
}

/** What the order's history holds after its placing: status and events of items. */
export async function historyOf({ studio }: PanelStudio, orderId: number) {
  const changes = await studio.db.select(orderChanges, eq(orderChanges.orderId, orderId), orderChanges.version);
  return changes.slice(1).map(({ version, status, changes: changed, personId }) => ({
    version,
    status,
    events: (changed?.items ?? []).map(({ event, printer, itemId }) => ({ event, printer, itemId })),
    personId,
  }));
}

export async function statusOf({ studio }: PanelStudio, orderId: number) {
  const [order] = await studio.db.select(orders, eq(orders.id, orderId));
  return order?.status;
}

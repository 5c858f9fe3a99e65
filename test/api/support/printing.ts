// A panel's studio that prints: catalog, printers, and confirmed orders to put on them.

import { eq } from "drizzle-orm";
import { box } from "../../../harness/models/shapes.ts";
import { binaryStl } from "../../../harness/models/stl.ts";
import type { TechnologyId } from "../../../slicer-service/src/contract/technologies.ts";
import {
  endedPrints,
  materials,
  orderChanges,
  orderItems,
  orders,
  printers,
  queuedPrints,
} from "../../../src/db/schema.ts";
import type { OrderStatus } from "../../../src/domain/order.ts";
import { addForTechnology, addMaterial, addQuality } from "./catalog.ts";
import { orderOfBox, placed } from "./orders.ts";
import { type FormFields, type PanelStudio, panelStudio, posted } from "./panel.ts";
import { addItem, addOrder } from "./panel-orders.ts";
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

/** A working filament printer, unless `row` states otherwise. Returns its id. */
export async function addPrinter(
  { studio }: Pick<PanelStudio, "studio">,
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

export interface PrintOrder {
  readonly id: number;
  readonly itemIds: readonly number[];
}

interface OrderSettings {
  readonly status?: OrderStatus;
  readonly items?: number;
}

/** An order of parts as the API would have written it. They are not sliced, so slicing's figures are unknown. */
export async function printOrder(
  { studio, materialId, printingQualityId }: PrintShop,
  { status = "confirmed", items = 1 }: OrderSettings = {},
): Promise<PrintOrder> {
  const id = await addOrder(studio, { status });
  const itemIds: number[] = [];
  for (let position = 0; position < items; position++) {
    itemIds.push(await addItem(studio, id, { position, materialId, materialColor: "white", printingQualityId }));
  }
  return { id, itemIds };
}

interface SlicedSettings {
  readonly files?: readonly File[];
  readonly technologyId?: TechnologyId;
}

/** A box of 10 × 20 × 30 mm. */
export const partFile = () => modelFile(binaryStl(box([0, 0, 0], [10, 20, 30])), "part.stl");

/** An order of these files, sliced and placed through the API, and confirmed. Slicing takes its time. */
export async function slicedOrder(
  shop: PrintShop,
  { files = [partFile()], technologyId }: SlicedSettings = {},
): Promise<PrintOrder> {
  const { studio } = shop;
  const { materialId, printingQualityId } =
    technologyId === undefined ? shop : await addForTechnology(studio, technologyId);
  const order = await placed(
    studio,
    orderOfBox(shop, {
      "models[]": files,
      items: JSON.stringify(files.map(() => ({ materialId, printingQualityId }))),
    }),
  );
  await studio.db.update(orders, { status: "confirmed" }, eq(orders.id, order.id));
  return { id: order.id, itemIds: order.items.map(({ id }) => id) };
}

export async function itemOf({ studio }: PanelStudio, id: number) {
  const [item] = await studio.db.select(orderItems, eq(orderItems.id, id));
  if (item === undefined) throw new Error(`there is no item ${id}`);
  return item;
}

/** Copies on a printer, as assigning would have written them. */
export async function putOnPrinter(
  { studio }: Pick<PanelStudio, "studio">,
  itemId: number,
  printerId: number,
  copies = 1,
) {
  await studio.db.insert(queuedPrints, { orderItemId: itemId, printerId, copies, place: itemId, queuedAt: 1 });
}

/** The item's copies on printers. */
export async function queuedOf({ studio }: Pick<PanelStudio, "studio">, itemId: number) {
  const rows = await studio.db.select(queuedPrints, eq(queuedPrints.orderItemId, itemId), queuedPrints.id);
  return rows.map(({ printerId, copies }) => ({ printerId, copies }));
}

/** The item's prints that ended, the latest first. */
export async function endedOf({ studio }: Pick<PanelStudio, "studio">, itemId: number) {
  const rows = await studio.db.select(endedPrints, eq(endedPrints.orderItemId, itemId), endedPrints.id);
  return rows.toReversed();
}

export type PrintAction = "assign" | "take-off" | "printed" | "failed" | "move" | "undo";

/** The address of an action on an item: on its waiting copies, on its first print on a printer, or on the print that ended last. */
export async function printingPath(shop: PanelStudio, itemId: number, action: PrintAction): Promise<string> {
  const base = `${shop.base}/printing`;
  if (action === "assign") return `${base}/items/${itemId}/assign`;
  if (action === "undo") return `${base}/ended/${(await endedOf(shop, itemId))[0]?.id ?? 0}/undo`;
  const [print] = await shop.studio.db.select(queuedPrints, eq(queuedPrints.orderItemId, itemId), queuedPrints.id);
  return `${base}/prints/${print?.id ?? 0}/${action}`;
}

/** The fields of the undo of the print that ended last. */
export async function undoOfEnd(shop: Pick<PanelStudio, "studio">, itemId: number) {
  const [ended] = await endedOf(shop, itemId);
  return { outcome: ended?.outcome ?? "printed", copies: String(ended?.copies ?? 1) };
}

export async function stockOf({ studio, materialId }: PrintShop) {
  const [material] = await studio.db.select(materials, eq(materials.id, materialId));
  return material?.stockHundredthsOfGram;
}

/** The order's history after its placing: status and events of items. */
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

/** A printer of GET /printers. */
export interface ListedPrinter {
  readonly id: number;
  readonly assignedItems: readonly {
    readonly orderItemId: number;
    readonly quantity: number;
    readonly copies: number;
  }[];
}

/** The text of the page after an action on an item. */
export async function done(shop: PrintShop, itemId: number, action: PrintAction, fields: FormFields = {}) {
  const ofEnd = action === "undo" ? await undoOfEnd(shop, itemId) : {};
  return (await posted(shop.owner, await printingPath(shop, itemId, action), { ...fields, ...ofEnd })).text;
}

/** The text of the printing page. */
export const pageOf = async ({ owner, base }: PrintShop) => (await owner.get(`${base}/printing`)).text;

/** An item on a printer, its order printing. */
export async function printingItem(shop: PrintShop, settings: Parameters<typeof printOrder>[1] = {}) {
  const printerId = await addPrinter(shop, { name: "Prusa" });
  const order = await printOrder(shop, settings);
  const [itemId = 0] = order.itemIds;
  const printer = { printerId: String(printerId) };
  await posted(shop.owner, await printingPath(shop, itemId, "assign"), printer);
  return { order, itemId, printerId, printer };
}

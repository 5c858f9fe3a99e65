// A printer as the API writes it, with what it is printing.

import { z } from "@hono/zod-openapi";
import { ORDER_STATUSES, PRINTER_STATUSES } from "../db/column-types.ts";
import type { orderItems, orders, printers } from "../db/schema.ts";
import { technologyOf, technologySchema } from "../http/technology.schema.ts";

const printerQueueItemSchema = z
  .object({
    orderItemId: z.int(),
    orderId: z.int(),
    orderStatus: z.enum(ORDER_STATUSES),
    customerName: z.string(),
    itemLabel: z.string(),
    quantity: z.int(),
    downloadUrl: z.url().nullable(),
    materialColor: z.string().nullable(),
  })
  .openapi("PrinterQueueItem");

export const printerSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    studioId: z.int(),
    technology: technologySchema,
    model: z.string().nullable(),
    buildVolume: z.string().nullable(),
    status: z.enum(PRINTER_STATUSES),
    maintenanceNote: z.string().nullable(),
    nextMaintenanceAt: z.string().nullable().openapi({ format: "date" }),
    assignedItems: z.array(printerQueueItemSchema).openapi({ description: "What is printing on it now" }),
  })
  .openapi("Printer");

/** An item in a printer's queue, with the order it is for. */
export interface QueuedItem {
  readonly item: typeof orderItems.$inferSelect;
  readonly order: typeof orders.$inferSelect;
}

export function toPrinter(
  row: typeof printers.$inferSelect,
  queue: readonly QueuedItem[],
  downloadUrls: ReadonlyMap<number, string>,
): z.infer<typeof printerSchema> {
  return {
    id: row.id,
    name: row.name,
    studioId: row.studioId,
    technology: technologyOf(row.technologyId),
    model: row.model,
    buildVolume: row.buildVolume,
    status: row.status,
    maintenanceNote: row.maintenanceNote,
    nextMaintenanceAt: row.nextMaintenanceAt,
    assignedItems: queue.map(({ item, order }) => ({
      orderItemId: item.id,
      orderId: order.id,
      orderStatus: order.status,
      customerName: `${order.contact.firstName} ${order.contact.lastName}`,
      itemLabel: item.productTitle ?? item.originalFileName ?? "",
      quantity: item.quantity,
      downloadUrl: downloadUrls.get(item.id) ?? null,
      materialColor: item.materialColor,
    })),
  };
}

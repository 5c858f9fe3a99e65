// Printer as the API writes it, with its queue.

import { z } from "@hono/zod-openapi";
import { ORDER_STATUSES } from "../domain/order.ts";
import { technologyOf } from "../domain/technology.ts";
import { PRINTER_STATUSES } from "../domain/workshop.ts";
import { technologySchema, toTechnology } from "../http/contract/technology.schema.ts";
import type { QueuedPrinter } from "./printer.store.ts";

const printerQueueItemSchema = z
  .object({
    orderItemId: z.int(),
    orderId: z.int(),
    orderStatus: z.enum(ORDER_STATUSES),
    customerName: z.string().openapi({ description: "First and last name" }),
    itemLabel: z.string().openapi({ description: "The product's title, or the name of the model's file" }),
    quantity: z.int().openapi({ description: "The item's copies in all" }),
    copies: z.int().openapi({ description: "Those of them on this printer" }),
    downloadUrl: z.url().nullable().openapi({ description: "The model's file. Works for an hour, without a key" }),
    materialColor: z.string().nullable(),
  })
  .openapi("PrinterQueueItem");

export const printerSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    studioId: z.int(),
    technology: technologySchema,
    model: z.string().nullable().openapi({ description: "The make and model of the machine" }),
    buildVolume: z.string().nullable().openapi({ description: "Three lengths joined by x, as it was sent; mm" }),
    status: z.enum(PRINTER_STATUSES),
    maintenanceNote: z.string().nullable(),
    nextMaintenanceAt: z.string().nullable().openapi({ format: "date", description: "YYYY-MM-DD" }),
    assignedItems: z.array(printerQueueItemSchema).openapi({ description: "What is printing on it now" }),
  })
  .openapi("Printer");

/** @param downloadUrls the links to the queued items' files, by item id */
export function toPrinter(
  { printer: row, queue }: QueuedPrinter,
  downloadUrls: ReadonlyMap<number, string>,
): z.infer<typeof printerSchema> {
  return {
    id: row.id,
    name: row.name,
    studioId: row.studioId,
    technology: toTechnology(technologyOf(row.technologyId)),
    model: row.model,
    buildVolume: row.buildVolume,
    status: row.status,
    maintenanceNote: row.maintenanceNote,
    nextMaintenanceAt: row.nextMaintenanceAt,
    assignedItems: queue.map(({ item, copies, order }) => ({
      orderItemId: item.id,
      orderId: order.id,
      orderStatus: order.status,
      customerName: `${order.contact.firstName} ${order.contact.lastName}`,
      itemLabel: item.productTitle ?? item.originalFileName ?? "",
      quantity: item.quantity,
      copies,
      downloadUrl: downloadUrls.get(item.id) ?? null,
      materialColor: item.materialColor,
    })),
  };
}

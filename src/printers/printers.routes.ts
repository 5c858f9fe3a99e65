// GET, POST /printers and GET, PATCH, DELETE /printers/{id}

import { createRoute, z } from "@hono/zod-openapi";
import { eq } from "drizzle-orm";
import { orderItems, printers } from "../db/schema.ts";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import { errorResponses, jsonResponse, LOCATION, REPLAYED } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { notFound } from "../http/errors.ts";
import { limitedBody } from "../http/limited-body.ts";
import { pathId, pathIdParameters } from "../http/path-id.ts";
import { apiRouter } from "../http/router.ts";
import { findTechnology } from "../http/technology.schema.ts";
import { idempotencyHeader, performOnce } from "../idempotency/perform-once.ts";
import { downloadUrlsOf } from "../models/download-links.ts";
import { newPrinterSchema, printerChangesSchema } from "./printer.request.ts";
import { printerSchema, toPrinter } from "./printer.schema.ts";
import { printerReads, type QueuedPrinter, queuedPrinters } from "./printer-queues.ts";

const tags = ["Printers"];
const json = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

const listPrinters = createRoute({
  method: "get",
  path: "/printers",
  tags,
  summary: "The studio's printers",
  responses: { 200: jsonResponse(z.array(printerSchema), "All printers, the newest first"), ...errorResponses() },
});

const getPrinter = createRoute({
  method: "get",
  path: "/printers/{id}",
  tags,
  summary: "A printer and what it is printing",
  request: { params: pathIdParameters },
  responses: { 200: jsonResponse(printerSchema, "The printer"), ...errorResponses(404) },
});

const createPrinter = createRoute({
  method: "post",
  path: "/printers",
  tags,
  summary: "Adds a printer",
  request: { headers: idempotencyHeader, body: json(newPrinterSchema) },
  responses: {
    201: jsonResponse(printerSchema, "The printer", { ...LOCATION, ...REPLAYED }),
    ...errorResponses(400, 404, 409, 413, 415, 422),
  },
});

const changePrinter = createRoute({
  method: "patch",
  path: "/printers/{id}",
  tags,
  summary: "Changes the fields that are sent",
  request: { params: pathIdParameters, body: json(printerChangesSchema) },
  responses: { 200: jsonResponse(printerSchema, "The printer as it is now"), ...errorResponses(400, 404, 413, 415) },
});

const deletePrinter = createRoute({
  method: "delete",
  path: "/printers/{id}",
  tags,
  summary: "Removes a printer; what was assigned to it becomes unassigned",
  request: { params: pathIdParameters },
  responses: { 204: { description: "Removed" }, ...errorResponses(404) },
});

const printerOperations = apiRouter();
printerOperations.use("/printers/*", limitedBody);

export const printerRoutes = printerOperations
  .openapi(listPrinters, async (context) => {
    const { db } = context.var.tenant;
    const fleet = queuedPrinters(await db.batch(printerReads(db)));
    return context.json(success(await describePrinters(context, fleet)), 200);
  })
  .openapi(getPrinter, async (context) => {
    const { db } = context.var.tenant;
    const id = pathId(context.req.valid("param").id);
    const fleet = queuedPrinters(await db.batch(printerReads(db, id)));
    return context.json(success(await describeOnly(context, fleet)), 200);
  })
  .openapi(createPrinter, async (context) => {
    const { db } = context.var.tenant;
    const fields = context.req.valid("json");
    const created = async (rows: readonly (typeof printers.$inferSelect)[]) => {
      const printer = await describeOnly(
        context,
        rows.map((row) => ({ printer: row, queue: [] })),
      );
      context.header("Location", new URL(`${BASE_PATH}/printers/${printer.id}`, context.req.url).href);
      return context.json(success(printer), 201);
    };
    return performOnce(context, {
      payload: fields,
      async perform(requestKey) {
        requireTechnology(fields.technologyId);
        const now = Date.now();
        const { model = null, buildVolume = null, maintenanceNote = null, nextMaintenanceAt = null } = fields;
        const optional = { model, buildVolume, maintenanceNote, nextMaintenanceAt };
        const row = { ...fields, ...optional, requestKey, createdAt: now, updatedAt: now };
        return created(await db.insert(printers, row));
      },
      async recover(requestKey) {
        const rows = await db.select(printers, eq(printers.requestKey, requestKey));
        return rows.length === 0 ? undefined : created(rows);
      },
    });
  })
  .openapi(changePrinter, async (context) => {
    const { db } = context.var.tenant;
    const id = pathId(context.req.valid("param").id);
    const changes = context.req.valid("json");
    if (changes.technologyId !== undefined) requireTechnology(changes.technologyId);
    const ofPrinter = eq(printers.id, id);
    const results = await db.writeThenRead(
      [db.update(printers, { ...changes, updatedAt: Date.now() }, ofPrinter)],
      printerReads(db, id),
    );
    return context.json(success(await describeOnly(context, queuedPrinters(results))), 200);
  })
  .openapi(deletePrinter, async (context) => {
    const { db } = context.var.tenant;
    const id = pathId(context.req.valid("param").id);
    const [, deleted] = await db.batch([
      db.update(orderItems, { printerId: null }, eq(orderItems.printerId, id)),
      db.delete(printers, eq(printers.id, id)),
    ]);
    if (deleted.length === 0) throw notFound();
    return context.body(null, 204);
  });

async function describePrinters(context: ApiContext, fleet: readonly QueuedPrinter[]) {
  const items = fleet.flatMap(({ queue }) => queue.map(({ item }) => item));
  const downloadUrls = await downloadUrlsOf(context, items);
  return fleet.map(({ printer, queue }) => toPrinter(printer, queue, downloadUrls));
}

/** @throws ApiError 404 where there is none */
async function describeOnly(context: ApiContext, fleet: readonly QueuedPrinter[]) {
  const [printer] = await describePrinters(context, fleet);
  if (printer === undefined) throw notFound();
  return printer;
}

function requireTechnology(technologyId: number): void {
  if (findTechnology(technologyId) === undefined) {
    throw notFound({ technologyId: [`there is no technology ${technologyId}; GET /technologies lists them`] });
  }
}

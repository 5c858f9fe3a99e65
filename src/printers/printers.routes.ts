// GET, POST /printers and GET, PATCH, DELETE /printers/{id}

import { createRoute, z } from "@hono/zod-openapi";
import { BASE_PATH } from "../http/base-path.ts";
import type { ApiContext } from "../http/context.ts";
import {
  emptyResponse,
  errorResponses,
  jsonResponse,
  LOCATION,
  namingIgnoredFields,
  REPLAYED,
} from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { linkIssuer } from "../http/link-issuer.ts";
import { limitedBody } from "../http/request/limited-body.ts";
import { ID_IN_PATH, pathId } from "../http/request/path-id.ts";
import { RequestFields } from "../http/request/request-fields.ts";
import { apiRouter } from "../http/router.ts";
import { addKeyFaults, IDEMPOTENCY_HEADER, performOnce } from "../idempotency/perform-once.ts";
import { downloadLinks } from "../models/download-links.ts";
import { newPrinterSchema, printerChangesSchema, toNewPrinter } from "./printer.request.ts";
import { printerSchema, toPrinter } from "./printer.schema.ts";
import {
  addMissingTechnology,
  changePrinter,
  createPrinter,
  findCreatedPrinter,
  type QueuedPrinter,
  readPrinter,
  readPrinters,
} from "./printer.store.ts";
import { removePrinter } from "./printer-removal.store.ts";

const tags = ["Printers"];
const json = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

const listPrinters = createRoute({
  method: "get",
  path: "/printers",
  tags,
  operationId: "listPrinters",
  summary: "The studio's printers",
  description: "All of them, each with what is printing on it now. A test key is shown none of that.",
  responses: { 200: jsonResponse(z.array(printerSchema), "All printers, the newest first"), ...errorResponses() },
});

const getPrinter = createRoute({
  method: "get",
  path: "/printers/{id}",
  tags,
  operationId: "getPrinter",
  summary: "A printer and what it is printing",
  description:
    "`assignedItems` are the items of orders in the status `printing` that are assigned to it. A test key is shown none.",
  parameters: [ID_IN_PATH],
  responses: { 200: jsonResponse(printerSchema, "The printer"), ...errorResponses(404) },
});

const addPrinter = createRoute({
  method: "post",
  path: "/printers",
  tags,
  operationId: "createPrinter",
  summary: "Adds a printer",
  description:
    "With an `Idempotency-Key` the request may be sent again: it adds one printer. A test key is refused: `errors.keyRestricted`.",
  parameters: [IDEMPOTENCY_HEADER],
  request: { body: json(newPrinterSchema) },
  responses: namingIgnoredFields({
    201: jsonResponse(printerSchema, "The printer", { ...LOCATION, ...REPLAYED }),
    ...errorResponses(400, 404, 409, 413, 415, 422),
  }),
});

const updatePrinter = createRoute({
  method: "patch",
  path: "/printers/{id}",
  tags,
  operationId: "updatePrinter",
  summary: "Changes the fields that are sent",
  description:
    "What is not sent stays as it is, and `null` clears what may be null. A test key is refused: `errors.keyRestricted`.",
  parameters: [ID_IN_PATH],
  request: { body: json(printerChangesSchema) },
  responses: namingIgnoredFields({
    200: jsonResponse(printerSchema, "The printer as it is now"),
    ...errorResponses(400, 404, 413, 415),
  }),
});

const deletePrinter = createRoute({
  method: "delete",
  path: "/printers/{id}",
  tags,
  operationId: "deletePrinter",
  summary: "Removes a printer",
  description: "What was assigned to it becomes unassigned. A test key is refused: `errors.keyRestricted`.",
  parameters: [ID_IN_PATH],
  responses: { 204: emptyResponse("Removed"), ...errorResponses(404) },
});

const printerOperations = apiRouter();
// A limit for each method alone: a DELETE's body is not read, and `Allow` names a path's own methods.
printerOperations.post("/printers", limitedBody).patch("/printers/:id", limitedBody);

export const printerRoutes = printerOperations
  .openapi(listPrinters, async (context) => {
    const [printers, isOfTest] = await Promise.all([readPrinters(context.var.tenant.db), isTest(context)]);
    return context.json(
      success(await describePrinters(context, isOfTest ? printers.map(withoutQueue) : printers)),
      200,
    );
  })
  .openapi(getPrinter, async (context) => {
    const reading = readPrinter(context.var.tenant.db, pathId(context.req.param("id")));
    const [printer, isOfTest] = await Promise.all([reading, isTest(context)]);
    return context.json(success(await describePrinter(context, isOfTest ? withoutQueue(printer) : printer)), 200);
  })
  .openapi(
    addPrinter,
    async (context) => {
      const { db } = context.var.tenant;
      const fields = context.req.valid("json");
      return performOnce(context, {
        payload: fields,
        reads: {},
        perform: async (requestKey) => created(context, await createPrinter(db, toNewPrinter(fields), requestKey)),
        async recover(requestKey) {
          const printer = await findCreatedPrinter(db, requestKey);
          return printer && created(context, printer);
        },
      });
    },
    new RequestFields(newPrinterSchema).jsonHook((context, { technologyId }, faults) => {
      addKeyFaults(context, faults);
      addMissingTechnology(technologyId, faults);
    }),
  )
  .openapi(
    updatePrinter,
    async (context) => {
      const id = pathId(context.req.param("id") ?? "");
      const printer = await changePrinter(context.var.tenant.db, id, context.req.valid("json"));
      return context.json(success(await describePrinter(context, printer)), 200);
    },
    new RequestFields(printerChangesSchema).jsonHook((_, { technologyId }, faults) =>
      addMissingTechnology(technologyId, faults),
    ),
  )
  .openapi(deletePrinter, async (context) => {
    await removePrinter(context.var.tenant.db, { printerId: pathId(context.req.param("id")), personId: null });
    return context.body(null, 204);
  });

async function isTest(context: ApiContext): Promise<boolean> {
  return (await context.var.admitted).key.kind === "test";
}

/** A queue names customers and holds their files. */
function withoutQueue({ printer }: QueuedPrinter): QueuedPrinter {
  return { printer, queue: [] };
}

async function created(context: ApiContext, { printer, queue }: QueuedPrinter) {
  context.header("Location", new URL(`${BASE_PATH}/printers/${printer.id}`, context.req.url).href);
  return context.json(success(await describePrinter(context, { printer, queue })), 201);
}

async function describePrinters(context: ApiContext, printers: readonly QueuedPrinter[]) {
  const items = printers.flatMap(({ queue }) => queue);
  const downloadUrls = await downloadLinks(linkIssuer(context), items);
  return printers.map((printer) => toPrinter(printer, downloadUrls));
}

async function describePrinter(context: ApiContext, printer: QueuedPrinter) {
  return toPrinter(printer, await downloadLinks(linkIssuer(context), printer.queue));
}

// The assistant's tools: the catalog, a quote, an order, and an order's status.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { CallToolResult, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Money, Order, Progress, StudioClient } from "@studio-integration/client";
import { z } from "zod";
import { readModel } from "./model-files.ts";
import { orderKey } from "./order-key.ts";

const printShape = {
  modelPath: z.string().min(1).describe("The model's file: STL, OBJ, 3MF, PLY or STEP, in millimetres"),
  materialId: z.int().positive().describe("From list_catalog"),
  printingQualityId: z.int().positive().describe("From list_catalog, of the same technology as the material"),
  finishingIds: z.array(z.int().positive()).max(20).default([]).describe("From list_catalog"),
  quantity: z.int().min(1).max(999).default(1).describe("Copies"),
};

const orderShape = {
  items: z.array(z.object(printShape)).min(1).max(20),
  firstName: z.string().min(1).describe("The customer's first name, in Cyrillic letters"),
  lastName: z.string().min(1).describe("The customer's last name, in Cyrillic letters"),
  phoneNumber: z.string().regex(/^\+/, "must begin with + and the country's code").describe("International, as +380…"),
  email: z.email(),
  deliveryMethodId: z.int().positive().optional().describe("From list_catalog"),
  cityName: z.string().optional().describe("The delivery's city"),
  confirmedTotal: z
    .string()
    .regex(/^\d+\.\d\d$/, "must look like 120.00")
    .describe("The total of quote_model's prices, as the person confirmed it, such as 120.00"),
  orderReference: z
    .string()
    .max(60)
    .default("1")
    .describe(
      "The same call with the same reference stays one order. Only to order the same once more: a new reference",
    ),
};

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** @param folder the only folder from which models are read */
export function createStudioServer(client: StudioClient, folder: string): McpServer {
  const server = new McpServer(
    { name: "studio", version: "0.1.0" },
    {
      instructions:
        "A 3D-printing studio. To price a print: list_catalog, then quote_model. Before place_order, show the person what is " +
        "ordered, for whom and the total, and wait for a clear yes.",
    },
  );

  server.registerTool(
    "list_catalog",
    {
      title: "Catalog",
      description:
        "Materials, printing qualities, finishings and delivery methods of the studio, with the ids that other tools take. A " +
        "quality and a finishing fit the materials of their technology; a finishing without one fits all.",
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => asText(await readCatalog(client, signal)),
  );

  server.registerTool(
    "quote_model",
    {
      title: "Quote",
      description:
        "The exact price, time and weight of printing a model. A new model is sliced first, which may take a minute. Nothing is ordered.",
      inputSchema: printShape,
      annotations: { readOnlyHint: true },
    },
    async ({ modelPath, ...choice }, extra) => {
      const { name, data } = await readModel(folder, modelPath);
      const options = { signal: extra.signal, onProgress: notifyProgress(extra) };
      const { modelId } = await client.models.create({ name, data }, { signal: extra.signal });
      const quote = await client.quotes.create({ modelId, ...choice }, options);
      return asText({
        model: name,
        quantity: quote.quantity,
        totalPrice: readable(quote.totalPrice),
        perUnitPrice: readable(quote.perUnitPrice),
        chargedOnce: readable(quote.setupCost),
        printingMinutes: quote.printingTime,
        weightGrams: quote.weight,
        sizeMm: quote.modelMetrics?.dimensions ?? null,
        fitsAPrinter: quote.fitsBuildVolume ?? "not known",
        // For the person to read before they order.
        warnings: quote.warnings.map(({ message }) => message),
      });
    },
  );

  server.registerTool(
    "place_order",
    {
      title: "Order",
      description:
        "Orders prints for a customer, bindingly. Only after the person has seen items, customer and total, and said yes. It is " +
        "refused where the price is not the confirmed one. Calling it again with the same content is safe: it stays one order.",
      inputSchema: orderShape,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    async (order, extra) => asText(await placeOrder(client, folder, order, extra)),
  );

  server.registerTool(
    "get_order",
    {
      title: "Order status",
      description: "How an order is doing: its status, items and total.",
      inputSchema: { orderId: z.int().positive() },
      annotations: { readOnlyHint: true },
    },
    async ({ orderId }, { signal }) => asText(toOrderAnswer(await client.orders.get(orderId, { signal }))),
  );
  return server;
}

async function readCatalog(client: StudioClient, signal: AbortSignal) {
  const [materials, qualities, finishings, { deliveryMethods }] = await Promise.all([
    client.materials.list({ signal }),
    client.printingQualities.list({ signal }),
    client.finishings.list({ signal }),
    client.delivery.settings({ signal }),
  ]);
  return {
    materials: materials
      .filter(({ status }) => status === "active")
      .map(({ id, name, color, technology }) => ({ id, name, color, technology: technology.slug })),
    printingQualities: qualities
      .filter(({ isActive }) => isActive)
      .map(({ id, name, description, layerHeight, technology, isDefault }) => {
        return { id, name, description, layerHeightMm: layerHeight, technology: technology.slug, isDefault };
      }),
    finishings: finishings.map(({ id, name, description, technology }) => {
      return { id, name, description, technology: technology?.slug ?? null };
    }),
    deliveryMethods: deliveryMethods.filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name })),
  };
}

async function placeOrder(
  client: StudioClient,
  folder: string,
  order: z.infer<z.ZodObject<typeof orderShape>>,
  extra: Extra,
) {
  const { items, firstName, lastName, phoneNumber, email, deliveryMethodId, cityName, confirmedTotal } = order;
  const options = { signal: extra.signal, onProgress: notifyProgress(extra) };
  const files = await Promise.all(items.map(({ modelPath }) => readModel(folder, modelPath)));
  const prints = [];
  let totalMinor = 0n;
  for (const [index, { modelPath: _, ...choice }] of items.entries()) {
    const file = files[index];
    if (file === undefined) throw new Error("every item has its file");
    const { modelId } = await client.models.create(file, { signal: extra.signal });
    const { totalPrice } = await client.quotes.create({ modelId, ...choice }, options);
    totalMinor += BigInt(totalPrice.amount.replace(".", ""));
    prints.push({ modelId, ...choice });
  }
  if (totalMinor !== BigInt(confirmedTotal.replace(".", ""))) {
    const total = `${totalMinor}`.padStart(3, "0").replace(/(\d\d)$/, ".$1");
    throw new Error(
      `This call ordered nothing: the total is ${total}, not ${confirmedTotal}. Let the person confirm it again.`,
    );
  }
  const hashes = files.map(({ sha256 }) => sha256);
  const placed = await client.orders.create(
    {
      items: prints,
      customerFirstName: firstName,
      customerLastName: lastName,
      customerPhoneNumber: phoneNumber,
      customerEmail: email,
      deliveryMethodId,
      ...(cityName === undefined ? {} : { deliveryCityName: cityName }),
      source: "assistant",
    },
    { ...options, idempotencyKey: orderKey(order, hashes) },
  );
  return toOrderAnswer(placed);
}

function toOrderAnswer({ id, number, status, totalPrice, items, createdAt }: Order) {
  return {
    orderId: id,
    orderNumber: number,
    status,
    total: readable(totalPrice),
    createdAt,
    items: items.map(({ originalFileName, productTitle, quantity, price }) => {
      return { file: originalFileName ?? productTitle, quantity, price: readable(price) };
    }),
  };
}

function readable({ amount, currency }: Money): string {
  return `${amount} ${currency.code}`;
}

function asText(answer: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer, null, 2) }] };
}

/** Sends the slicing progress to a caller that asked for it. By the protocol, progress only grows. */
function notifyProgress({ _meta, sendNotification }: Extra): (progress: Progress) => void {
  const progressToken = _meta?.progressToken;
  let told = -1;
  return ({ stage, percent }) => {
    if (progressToken === undefined || stage !== "slicing" || percent <= told) return;
    told = percent;
    const params = { progressToken, progress: percent, total: 100, message: `slicing: ${percent} %` };
    // A failed message is dropped: its caller has hung up.
    sendNotification({ method: "notifications/progress", params }).catch(() => {});
  };
}

// A program on the fetch client of orval.

import { choice, customer, KEY, model, ORDER_KEY, type Report } from "./given.ts";
import { createOrder, createQuote, getMe, listMaterials, listPrintingQualities } from "./orval-client.ts";

const headers = { Authorization: `Bearer ${KEY}`, Prefer: "wait=30" };

const me = await getMe({ headers });
const materials = await listMaterials({ headers });
const qualities = await listPrintingQualities({ headers });
const infill: "grid" | "lines" | "cubic" | "gyroid" | null | undefined =
  qualities.status === 200 ? qualities.data.data[0]?.infillPattern : undefined;
const quote = await createQuote({ model, ...choice, quantity: 2 }, { headers });
const order = await createOrder(
  { "models[]": [model, model], items: JSON.stringify([choice, choice]), ...customer },
  { headers: { ...headers, "Idempotency-Key": ORDER_KEY } },
);
const refused = await createQuote({ model, ...choice, quantity: 1000 }, { headers });

const report: Report = {
  slug: me.status === 200 ? me.data.data.slug : undefined,
  materials: materials.status === 200 ? materials.data.data.length : undefined,
  infill,
  quote: quote.status === 200 ? quote.data.data.totalPrice.amount : undefined,
  order: order.status === 201 ? order.data.data.items.length : undefined,
  fault: refused.status === 400 ? Object.keys(refused.data.errors ?? {}) : [],
};
console.log(JSON.stringify(report));

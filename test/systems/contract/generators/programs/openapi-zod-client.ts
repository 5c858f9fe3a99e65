// A program on the client of openapi-zod-client, which parses every answer by the contract's schemas.

import { isAxiosError } from "axios";
import { BASE_URL, choice, customer, KEY, model, ORDER_KEY, type Report } from "./given.ts";
import { createApiClient } from "./zod-client.ts";

const api = createApiClient(BASE_URL, { axiosConfig: { headers: { Authorization: `Bearer ${KEY}` } } });
const Prefer = "wait=30";

const { data: me } = await api.getMe();
const { data: materials } = await api.listMaterials();
const { data: qualities } = await api.listPrintingQualities();
const infill: "grid" | "lines" | "cubic" | "gyroid" | null | undefined = qualities[0]?.infillPattern;
const { data: quote } = await api.createQuote({ model, ...choice, quantity: 2 }, { headers: { Prefer } });
// Its form writes a list of files as one text, so the files go by item_0: an order has one of them.
const items = JSON.stringify([choice]);
const { data: order } = await api.createOrder(
  { item_0: model, items, ...customer },
  { headers: { Prefer, "Idempotency-Key": ORDER_KEY } },
);
// It holds requests against the schemas too: only an id that is a number, and none of the studio's, reaches the service.
const refused: unknown = await api
  .createQuote({ model, ...choice, materialId: 999_999 }, { headers: { Prefer } })
  .catch((error: unknown) => error);

const report: Report = {
  slug: me.slug,
  materials: materials.length,
  infill,
  quote: quote.totalPrice.amount,
  order: order.items.length,
  fault: isAxiosError(refused) ? Object.keys(refused.response?.data.errors ?? {}) : [String(refused)],
};
console.log(JSON.stringify(report));

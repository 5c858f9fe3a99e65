// A program on the types of openapi-typescript and the calls of openapi-fetch.

import createClient from "openapi-fetch";
import { BASE_URL, choice, customer, KEY, model, ORDER_KEY, type Report } from "./given.ts";
import type { paths } from "./types.ts";

const api = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${KEY}` } });
// Its types call a file a text, and openapi-fetch leaves forms to the program.
const file = model as unknown as string;
const bodySerializer = (body: object) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) for (const one of [value].flat()) form.append(name, one);
  return form;
};
const Prefer = "wait=30";

const me = await api.GET("/me");
const materials = await api.GET("/materials");
const qualities = await api.GET("/printing-qualities");
const infill: "grid" | "lines" | "cubic" | "gyroid" | null | undefined = qualities.data?.data[0]?.infillPattern;
const quote = await api.POST("/quotes", {
  params: { header: { Prefer } },
  body: { model: file, ...choice, quantity: 2 },
  bodySerializer,
});
const order = await api.POST("/orders", {
  params: { header: { Prefer, "Idempotency-Key": ORDER_KEY } },
  body: { "models[]": [file, file], items: JSON.stringify([choice, choice]), ...customer },
  bodySerializer,
});
const refused = await api.POST("/quotes", { body: { model: file, ...choice, quantity: 1000 }, bodySerializer });

const report: Report = {
  slug: me.data?.data.slug,
  materials: materials.data?.data.length,
  infill,
  quote: quote.data !== undefined && "totalPrice" in quote.data.data ? quote.data.data.totalPrice.amount : undefined,
  order: order.data !== undefined && "items" in order.data.data ? order.data.data.items.length : undefined,
  fault: refused.error !== undefined && "errors" in refused.error ? Object.keys(refused.error.errors ?? {}) : [],
};
console.log(JSON.stringify(report));

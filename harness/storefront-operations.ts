// The order page's requests as benches and tests send them.

import { eq } from "drizzle-orm";
import { StorefrontClient } from "../scripts/browser/storefront-client.ts";
import { products, studios } from "../src/db/schema.ts";
import type { ChosenItem, CustomerFields, OrderSent, PriceRequestSent } from "../src/storefront/wire.ts";
import { type Caches, type CountedOperation, waitedFor } from "./api-operations.ts";
import { uniqueBox } from "./models.ts";
import type { BenchStudio } from "./studios.ts";
import type { MiniflareSystem } from "./systems/miniflare-system.ts";
import { form } from "./upload-requests.ts";
import { ONE_HOP_EACH } from "./workers/distances.ts";

const MAX_TRIES_TO_KEEP = 50;

/** The sender of a request. */
export interface SendingVisitor {
  /** Visitors of one network share its day. */
  readonly ipAddress: string;
  readonly customer: CustomerFields;
}

interface StorefrontWorkload {
  readonly newModel?: () => Uint8Array<ArrayBuffer>;
  /** The visitor of the next request. */
  readonly nextVisitor?: () => SendingVisitor;
}

let visitors = 0;

export async function storefrontOperations(
  system: MiniflareSystem,
  studio: BenchStudio,
  { newModel = uniqueBox, nextVisitor = anotherVisitor }: StorefrontWorkload = {},
): Promise<CountedOperation[]> {
  const { url } = system;
  const { printingQualityId } = studio;
  const {
    client,
    item,
    orderAddress: orderPage,
    requestAddress: requestPage,
  } = await sendOrderAndRequest(system, studio, newModel());
  const { modelId } = item;
  const { token: quote } = await client.quote([item]);

  const request = (path: string, init: RequestInit = {}): Request => {
    const own = { "CF-Connecting-IP": nextVisitor().ipAddress, Origin: url.origin, "Accept-Language": "uk" };
    return new Request(new URL(`${client.base}${path}`, url), { ...init, headers: { ...own, ...init.headers } });
  };
  const get = (path: string) => async () => request(path);
  const post = (path: string, body: object): Request =>
    request(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  const upload = async (model: Uint8Array<ArrayBuffer>): Promise<Request> => {
    const { contentType, body } = await form({}, [["model", model]]);
    return request("/models", { method: "POST", body: new Uint8Array(body), headers: { "Content-Type": contentType } });
  };
  const orderSent = async (): Promise<OrderSent> => ({
    ...nextVisitor().customer,
    quote: (await client.quote([item])).token,
  });
  const page =
    (path: string) =>
    async (caches: Caches): Promise<Request> => {
      // Another accent is another page for the edge.
      const accent = crypto.randomUUID().slice(0, 6);
      const shown = () => request(`${path}?widget=1&accent=%23${accent}`);
      for (let tries = 0; caches === "warm"; tries++) {
        // Without a hop, the edge has answered.
        if ((await waitedFor(shown(), 200, ONE_HOP_EACH)).waited.time === 0) break;
        if (tries === MAX_TRIES_TO_KEEP) throw new Error(`the edge has not kept ${client.base}${path}`);
      }
      return shown();
    };
  /** The visitor's second request for a slice or quote takes no place of their day, and its isolate has met the question. */
  const repeated = (prepare: () => Request) => async (caches: Caches) => {
    const sent = prepare();
    if (caches === "warm") await (await fetch(sent.clone())).text();
    return sent;
  };
  const kept = await fetch(post("/quotes/keep", { token: quote }));
  // 201 (wire.ts).
  const { address } = (await kept.json()) as { address: string };
  const productId = await putOnShelf(system, studio);
  const known = newModel();
  await client.sendModel("known.stl", known);

  const prices = `/models/${modelId}/prices?quality=${printingQualityId}&quantities=1,5,10`;
  return [
    { name: "GET /{slug}", status: 200, prepare: page("") },
    { name: "GET /products", status: 200, prepare: page("/products") },
    { name: "GET /products/{id}", status: 200, prepare: page(`/products/${productId}`) },
    { name: "GET /products/offers", status: 200, prepare: get(`/products/offers?ids=${productId}`) },
    { name: "POST /models, new model", status: 201, prepare: () => upload(newModel()) },
    { name: "POST /models, known model", status: 201, prepare: () => upload(known) },
    { name: "GET /models/{modelId}/prices, sliced before", status: 200, prepare: repeated(() => request(prices)) },
    { name: "POST /quotes, sliced before", status: 200, prepare: repeated(() => post("/quotes", { items: [item] })) },
    { name: "POST /quotes/keep", status: 201, prepare: repeated(() => post("/quotes/keep", { token: quote })) },
    { name: "GET /quotes/{token}", status: 200, prepare: get(new URL(address).pathname.slice(client.base.length)) },
    { name: "POST /orders", status: 201, prepare: async () => post("/orders", await orderSent()) },
    { name: "GET /orders/{token}", status: 200, prepare: get(orderPage.slice(client.base.length)) },
    { name: "POST /requests", status: 201, prepare: async () => post("/requests", requestSent(item, nextVisitor())) },
    { name: "GET /requests/{token}", status: 200, prepare: get(requestPage.slice(client.base.length)) },
  ];
}

/** Puts the studio's first product on its shelf. @returns its id */
async function putOnShelf({ database }: MiniflareSystem, studio: BenchStudio): Promise<number> {
  const ofStudio = eq(products.studioId, studio.id);
  const [first] = await database.select().from(products).where(ofStudio).orderBy(products.id).limit(1);
  if (first === undefined) throw new Error("the studio has no product");
  await database.update(products).set({ isOnStorefront: true }).where(eq(products.id, first.id));
  return first.id;
}

/**
 * Sends an order and a price request to the studio, both of one visitor.
 *
 * @returns the item that both name, and the paths of their own pages
 */
export async function sendOrderAndRequest(
  { url, database }: MiniflareSystem,
  { id, materialId, printingQualityId }: BenchStudio,
  model = uniqueBox(),
) {
  const [{ slug } = { slug: "" }] = await database.select().from(studios).where(eq(studios.id, id));
  const client = new StorefrontClient(url.href, slug);
  const { modelId, fileName } = await client.sendModel("part.stl", model);
  const item: NamedItem = { modelId, fileName, materialId, printingQualityId, finishingIds: [], quantity: 2 };
  const visitor = anotherVisitor();
  const { token: quote } = await client.quote([item]);
  const { address: orderAddress } = await client.order({ ...visitor.customer, quote });
  const requestAddress = await client.request(requestSent(item, visitor));
  return { client, item, orderAddress, requestAddress };
}

type NamedItem = ChosenItem & { readonly fileName: string };

function requestSent(item: NamedItem, { customer }: SendingVisitor): PriceRequestSent {
  return { ...customer, requestKey: crypto.randomUUID(), items: [{ ...item, reason: "asked" }] };
}

/** A visitor in a network of their own. */
export function anotherVisitor(): SendingVisitor {
  visitors++;
  return {
    // Each address is in another block of networks.
    ipAddress: `2001:db8:${visitors.toString(16)}::1`,
    customer: {
      firstName: "Олена",
      lastName: "Коваль",
      phoneNumber: `+38067${1_000_000 + visitors}`,
      email: `visitor-${visitors}@example.com`,
      consent: true,
      source: "order_page",
    },
  };
}

// The order page's operations as tests and benches send them, each with the counts of its platform calls.

import { eq } from "drizzle-orm";
import { StorefrontClient } from "../scripts/browser/storefront-client.ts";
import { studios } from "../src/db/schema.ts";
import type { OrderSent } from "../src/storefront/wire.ts";
import { answerTo, type CountedOperation } from "./api-operations.ts";
import { uniqueBox } from "./models.ts";
import type { BenchStudio } from "./studios.ts";
import type { MiniflareSystem } from "./systems/miniflare-system.ts";

export async function storefrontOperations(
  { database, url }: MiniflareSystem,
  { id, key, materialId, printingQualityId }: BenchStudio,
): Promise<CountedOperation[]> {
  const [studio] = await database.select({ slug: studios.slug }).from(studios).where(eq(studios.id, id));
  if (studio === undefined) throw new Error("The studio has no row");
  const client = new StorefrontClient(url.href, studio.slug);
  const get = (path: string) => async () => new Request(new URL(`${client.base}${path}`, url));
  const post = (path: string, body: unknown) =>
    new Request(new URL(`${client.base}${path}`, url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: url.origin },
      body: JSON.stringify(body),
    });

  /** A model that is sliced, and its place in a basket. */
  const slicedItem = async () => {
    const { modelId } = await client.sendModel("box.stl", uniqueBox());
    const item = { modelId, materialId, printingQualityId, finishingIds: [], quantity: 2 };
    const { token } = await client.quote([item]);
    return { item, token };
  };
  const orderBy = (quote: string): OrderSent => ({ quote, ...CUSTOMER, source: "order_page" });
  const pricesOf = (modelId: string) => get(`/models/${modelId}/prices?quality=${printingQualityId}&quantities=1,2,5`);

  return [
    {
      name: "GET /{slug}",
      status: 200,
      trips: 1,
      // Another site each time: the edge has no copy for it.
      prepare: () => get(`?widget=1&host=https://site-${crypto.randomUUID()}.example`)(),
    },
    {
      name: "GET /{slug}/models/{modelId}/prices, sliced before",
      status: 200,
      trips: 2,
      async prepare() {
        const prices = pricesOf((await slicedItem()).item.modelId);
        await answerTo(await prices(), 200, key);
        return prices();
      },
    },
    {
      name: "GET /{slug}/models/{modelId}/prices, sliced before, not met by the isolate",
      status: 200,
      trips: 3,
      prepare: async () => pricesOf((await slicedItem()).item.modelId)(),
    },
    {
      name: "POST /{slug}/quotes, sliced before",
      status: 200,
      trips: 3,
      prepare: async () => post("/quotes", { items: [(await slicedItem()).item] }),
    },
    {
      name: "POST /{slug}/orders",
      status: 201,
      trips: 4,
      prepare: async () => post("/orders", orderBy((await slicedItem()).token)),
    },
    {
      name: "GET /{slug}/orders/{token}",
      status: 200,
      trips: 1,
      async prepare() {
        const { address } = await client.order(orderBy((await slicedItem()).token));
        return new Request(new URL(address, url));
      },
    },
    {
      name: "GET /{slug}/quotes/{token}",
      status: 200,
      trips: 1,
      async prepare() {
        const kept = await fetch(post("/quotes/keep", { token: (await slicedItem()).token }));
        // The link to a kept quote (src/storefront/wire.ts).
        const { address } = (await kept.json()) as { address: string };
        return new Request(address);
      },
    },
    {
      name: "GET /{slug}/requests/{token}",
      status: 200,
      trips: 1,
      async prepare() {
        const { item } = await slicedItem();
        const address = await client.request({
          ...CUSTOMER,
          requestKey: crypto.randomUUID(),
          items: [{ ...item, fileName: "box.stl", reason: "asked" }],
          source: "order_page",
        });
        return new Request(new URL(address, url));
      },
    },
  ];
}

const CUSTOMER = {
  firstName: "Леся",
  lastName: "Українка",
  phoneNumber: "+380501112233",
  email: "lesia@example.com",
  consent: true,
} as const;

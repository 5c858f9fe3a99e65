// The panel's main pages as benches and tests ask for them, by the studio's owner.

import { eq } from "drizzle-orm";
import { PanelClient } from "../scripts/browser/panel-client.ts";
import { orders, studios } from "../src/db/schema.ts";
import type { CountedOperation } from "./api-operations.ts";
import { addOwner, type BenchStudio } from "./studios.ts";
import type { MiniflareSystem } from "./systems/miniflare-system.ts";

/** @param studio with an order at least */
export async function panelOperations(
  { url, database }: MiniflareSystem,
  { id, materialId, printingQualityId }: BenchStudio,
): Promise<CountedOperation[]> {
  const [{ slug } = { slug: "" }] = await database.select().from(studios).where(eq(studios.id, id));
  const [order] = await database.select({ id: orders.id }).from(orders).where(eq(orders.studioId, id)).limit(1);
  const client = new PanelClient(url.href);
  await client.signIn(await addOwner(database, id));
  const headers = {
    Cookie: client
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; "),
    "Accept-Language": "en",
  };
  const shown = (path: string, name = path): CountedOperation => ({
    name,
    status: 200,
    prepare: async () => new Request(new URL(`/panel/studios/${slug}${path}`, url), { headers }),
  });
  const account = new URL("/panel/account", url);
  return [
    shown("", "start"),
    shown("/orders"),
    shown("/orders?view=list"),
    shown(`/orders/${order?.id}`, "/orders/{id}"),
    shown(`/orders/${order?.id}/work-sheet`, "/orders/{id}/work-sheet"),
    shown("/requests"),
    shown("/printing"),
    shown("/printing/estimates"),
    shown("/printers"),
    shown("/catalog"),
    shown("/catalog/materials"),
    shown(`/catalog/materials/${materialId}`, "/catalog/materials/{id}"),
    shown("/catalog/qualities"),
    shown(`/catalog/qualities/${printingQualityId}`, "/catalog/qualities/{id}"),
    shown("/catalog/products"),
    shown("/prices"),
    shown("/order-page"),
    shown("/keys"),
    shown("/people"),
    { name: "account", status: 200, prepare: async () => new Request(account, { headers }) },
  ];
}

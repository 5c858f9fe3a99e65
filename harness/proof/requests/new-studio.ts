// Makes a fuzzed studio: a catalog, keys, people, an order and a request, its canary in all of them.

import { eq } from "drizzle-orm";
import { StorefrontClient } from "../../../scripts/browser/storefront-client.ts";
import {
  apiKeys,
  deliveryMethods,
  finishings,
  machineProfiles,
  materials,
  priceRequestItems,
  priceRequests,
  printers,
  printingQualities,
  productColors,
  products,
  storefronts,
  studios,
} from "../../../src/db/schema.ts";
import {
  finishingRow,
  idOf,
  machineProfileRow,
  materialRow,
  newApiKey,
  productRow,
  qualityRow,
  studioRow,
} from "../../catalog-rows.ts";
import { binaryStl, box } from "../../models.ts";
import { LINK_SECRET, type MiniflareSystem } from "../../systems/miniflare-system.ts";
import { cyrillicCanary, latinCanary } from "../canary.ts";
import type { DraftFile } from "./draft.ts";
import { FoundPages } from "./found-pages.ts";
import { FuzzedStudio, KEY_NAMES, type KeyName, nameOfKey } from "./fuzzed-studio.ts";

const MODELS = 3;
/** One has no price yet; each of the others becomes an order once. */
const REQUESTS = 4;
const PRICE_MINOR = 12_345;

export async function newFuzzedStudio(
  system: MiniflareSystem,
  number: number,
  other: FuzzedStudio | undefined,
): Promise<FuzzedStudio> {
  const slug = `studio-${number.toString(16).padStart(4, "0")}`;
  const word = cyrillicCanary(number);
  const [row] = await system.database
    .insert(studios)
    .values(
      studioRow({ slug, title: `Студія ${word}`, plan: "enterprise", replyTo: `${latinCanary(number)}@example.com` }),
    )
    .returning({ id: studios.id });
  const id = idOf(row);
  const chosen = await addCatalog(system, id, word);
  const keys = await addKeys(system, id);
  const models = Array.from(
    { length: MODELS },
    (_, index): DraftFile => ({
      fileName: `${latinCanary(number)}-${index}.stl`,
      content: binaryStl(box([0, 0, 0], [8 + index, 6, 2]), `${latinCanary(number)} ${index}`),
    }),
  );
  const panel = [`/panel/studios/${slug}`, "/panel/account", "/panel/studios"];
  const pages = {
    owner: new FoundPages(panel),
    staff: new FoundPages(panel),
    visitor: new FoundPages([`/${slug}`, "/docs"]),
  };
  const studio = new FuzzedStudio(system, { id, number, slug, keys, models }, pages, other);
  await orderOnce(system, studio, chosen);
  await namePrices(system, id);
  for (const role of ["owner", "staff"] as const) pages[role].addLink(`/panel/studios/${slug}`, "/");
  pages.visitor.addLink(`/${slug}`, "/");
  await studio.open();
  return studio;
}

interface ChosenEntries {
  readonly materialId: number;
  readonly printingQualityId: number;
}

async function addCatalog({ database }: MiniflareSystem, studioId: number, word: string): Promise<ChosenEntries> {
  const now = Date.now();
  const [machine] = await database
    .insert(machineProfiles)
    .values({ studioId, ...machineProfileRow({ name: `Машина ${word}` }) })
    .returning();
  const [material] = await database
    .insert(materials)
    .values(
      [1, 2].map((index) => ({
        studioId,
        ...materialRow({
          name: `Матеріал ${word} ${index}`,
          color: `Колір ${word}`,
          stockHundredthsOfGram: 100_000 * index,
        }),
      })),
    )
    .returning({ id: materials.id });
  const [quality] = await database
    .insert(printingQualities)
    .values(
      [0, 1].map((index) => ({
        studioId,
        ...qualityRow({
          name: `Якість ${word} ${index}`,
          description: word,
          isDefault: index === 0,
          ...(index === 0 ? {} : { machineProfileId: idOf(machine) }),
        }),
      })),
    )
    .returning({ id: printingQualities.id });
  await database
    .insert(finishings)
    .values([{ studioId, ...finishingRow({ name: `Обробка ${word}`, description: word }) }]);
  const added = await database
    .insert(products)
    .values(
      [1, 2].map((index) => ({
        studioId,
        ...productRow({ title: `Виріб ${word} ${index}`, description: word }),
        isOnStorefront: true,
      })),
    )
    .returning({ id: products.id });
  await database
    .insert(productColors)
    .values([{ studioId, productId: idOf(added[0]), name: `Барва ${word}`, hex: "#112233" }]);
  await database.insert(deliveryMethods).values([
    { studioId, name: `Доставка ${word}`, slug: "delivery", priceMinor: 5000 },
    { studioId, name: `Самовивіз ${word}`, slug: "pickup", isPickup: true },
  ]);
  await database.insert(printers).values(
    [1, 2].map((index) => ({
      studioId,
      requestKey: crypto.randomUUID(),
      technologyId: 1 as const,
      name: `Принтер ${word} ${index}`,
      buildVolume: "220x220x250",
      status: "active" as const,
      maintenanceNote: word,
      createdAt: now,
      updatedAt: now,
    })),
  );
  await database.insert(storefronts).values({
    studioId,
    welcome: `Вітання ${word}`,
    terms: `Умови ${word}`,
    requisites: `Рахунок ${word}`,
    updatedAt: now,
  });
  return { materialId: idOf(material), printingQualityId: idOf(quality) };
}

async function addKeys({ database }: MiniflareSystem, studioId: number): Promise<Readonly<Record<KeyName, string>>> {
  const secrets = await Promise.all(
    KEY_NAMES.map(async (name) => {
      const { secret, row } = await newApiKey(LINK_SECRET, studioId, nameOfKey(name));
      const changes = {
        live: {},
        read: { permission: "read" as const },
        quotes: { permission: "quotes" as const },
        test: { kind: "test" as const },
        expired: { expiresAt: Date.now() },
        revoked: { revokedAt: Date.now() },
      };
      await database.insert(apiKeys).values({ ...row, ...changes[name] });
      return [name, secret] as const;
    }),
  );
  // One for each name.
  return Object.fromEntries(secrets) as Record<KeyName, string>;
}

/** An order and price requests of a visitor: their pages have forms of their own. */
async function orderOnce(
  { url }: MiniflareSystem,
  { facts, pages, told }: FuzzedStudio,
  chosen: ChosenEntries,
): Promise<void> {
  const { number, slug, models } = facts;
  const client = new StorefrontClient(url.href, slug);
  const kept = [];
  for (const { fileName, content } of models) kept.push(await client.sendModel(fileName, new Uint8Array(content)));
  const items = kept.map(({ modelId, fileName }) => ({ modelId, fileName, ...chosen, finishingIds: [], quantity: 1 }));
  for (const { modelId } of kept) told.add("modelId", modelId);
  const { token } = await client.quote(items);
  const customer = {
    firstName: cyrillicCanary(number),
    lastName: cyrillicCanary(number),
    phoneNumber: "+380671112233",
    email: `${latinCanary(number)}@example.com`,
    comment: cyrillicCanary(number),
    consent: true,
    source: "order_page" as const,
  };
  const { address } = await client.order({ ...customer, quote: token });
  pages.visitor.addLink(address, "/");
  for (let request = 0; request < REQUESTS; request++) {
    const page = await client.request({
      ...customer,
      requestKey: crypto.randomUUID(),
      items: items.map((item) => ({ ...item, reason: "asked" as const })),
    });
    pages.visitor.addLink(page, "/");
  }
}

/** Names a price of all price requests but the first: their customers may accept it. */
async function namePrices({ database }: MiniflareSystem, studioId: number): Promise<void> {
  const asked = await database.select().from(priceRequestItems).where(eq(priceRequestItems.studioId, studioId));
  const byRequest = Map.groupBy(asked, ({ requestId }) => requestId);
  for (const [requestId, items] of [...byRequest].slice(1)) {
    const namedPrice = {
      ...{ currencyId: 1 as const, files: {}, readyOn: null, validUntil: "2099-12-31" },
      items: Object.fromEntries(items.map(({ id }) => [String(id), PRICE_MINOR])),
    };
    await database
      .update(priceRequests)
      .set({ status: "answered", namedPrice, priceMinor: PRICE_MINOR * items.length, version: 2 })
      .where(eq(priceRequests.id, requestId));
  }
}

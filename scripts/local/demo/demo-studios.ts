// Demo seeder: inserts the missing demo studios and gives each one API key that works and one that is revoked.
//
// Keys in demo.json are kept if the database knows them, and replaced if the file or the database was deleted.

import { inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import {
  findTechnologyBySlug,
  type TechnologyId,
  type TechnologySlug,
} from "../../../slicer-service/src/contract/technologies.ts";
import { slugOf } from "../../../src/catalog/delivery-method/delivery-slug.ts";
import {
  apiKeys,
  customerMessages,
  deliveryMethods,
  finishings,
  machineProfiles,
  materials,
  printers,
  printingQualities,
  productColors,
  products,
  shelfMoves,
  storefronts,
  studios,
} from "../../../src/db/schema.ts";
import { CUSTOMER_EVENTS } from "../../../src/domain/message/events.ts";
import { createApiKey, firstCharactersOf } from "../../../src/gate/api-key.ts";
import { presetBySlug, presetSource } from "../../../src/machine-profiles/preset-source.ts";
import { latinSlugOf } from "../../../src/platform/latin-slug.ts";
import { sha256Hex } from "../../../src/platform/sha256.ts";
import { DEMO_STUDIOS, type DemoStorefront, type DemoStudio, type ProductShelfRow } from "./demo-data.ts";
import type { DemoAccess } from "./demo-file.ts";

/** The last line of every demo studio's payment details. */
const INVENTED = "Студія й рахунок вигадані: не платіть за цими реквізитами.";

/** The currency UAH. */
const HRYVNIA_ID = 1;

/**
 * @param linkSecret the service's
 * @param previous the result of an earlier start, if any
 */
export async function seedDemoStudios(
  database: DrizzleD1Database,
  linkSecret: string,
  previous: readonly DemoAccess[] = [],
): Promise<DemoAccess[]> {
  const found = await readStudios(database);
  const now = Date.now();
  const missing = DEMO_STUDIOS.filter(({ slug }) => !found.some((stored) => stored.slug === slug));
  await inOneBatch(
    database,
    missing.flatMap((studio) => insertStudio(database, studio, now)),
  );
  const statements: BatchItem<"sqlite">[] = [];
  const access: DemoAccess[] = [];
  // A key names its studio's id.
  for (const stored of missing.length === 0 ? found : await readStudios(database)) {
    const previousKeys = previous.find(({ slug }) => slug === stored.slug);
    const areUsable = previousKeys && (await areKeysOf(database, stored.id, previousKeys));
    const keys = areUsable ? previousKeys : await createKeys(linkSecret, stored);
    if (!areUsable) statements.push(...(await insertKeys(database, stored.id, keys, now)));
    const { apiKey, revokedApiKey } = keys;
    access.push({ slug: stored.slug, plan: stored.plan, apiKey, revokedApiKey });
  }
  await inOneBatch(database, statements);
  return access;
}

type StoredStudio = Pick<typeof studios.$inferSelect, "id" | "slug" | "plan" | "region">;

/** Those of the demo that are in the database, in the order of the demo. */
async function readStudios(database: DrizzleD1Database): Promise<StoredStudio[]> {
  const slugs = DEMO_STUDIOS.map(({ slug }) => slug);
  const found = await database
    .select({ id: studios.id, slug: studios.slug, plan: studios.plan, region: studios.region })
    .from(studios)
    .where(inArray(studios.slug, slugs));
  return found.sort((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug));
}

async function inOneBatch(database: DrizzleD1Database, [first, ...rest]: BatchItem<"sqlite">[]): Promise<void> {
  if (first !== undefined) await database.batch([first, ...rest]);
}

async function createKeys(linkSecret: string, { id, region }: StoredStudio): Promise<DemoKeys> {
  const create = () => createApiKey(linkSecret, id, region);
  return { apiKey: await create(), revokedApiKey: await create() };
}

type DemoKeys = Pick<DemoAccess, "apiKey" | "revokedApiKey">;

/** Whether the studio has both keys in the database, the one active and the other revoked. */
async function areKeysOf(database: DrizzleD1Database, studioId: number, keys: DemoKeys): Promise<boolean> {
  const [activeHash, revokedHash] = await Promise.all([sha256Hex(keys.apiKey), sha256Hex(keys.revokedApiKey)]);
  const rows = await database
    .select()
    .from(apiKeys)
    .where(inArray(apiKeys.hash, [activeHash, revokedHash]));
  const own = rows.filter((row) => row.studioId === studioId);
  const active = own.some(({ hash, revokedAt }) => hash === activeHash && revokedAt === null);
  const revoked = own.some(({ hash, revokedAt }) => hash === revokedHash && revokedAt !== null);
  return active && revoked;
}

/** A subquery, because an earlier statement of the same batch may insert the studio. */
const idOf = ({ slug }: DemoStudio) =>
  sql<number>`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${slug})`;

/** The profile that prints a quality: a subquery too. Null: the defaults. */
function machineIdOf(studio: DemoStudio, quality: string): SQL<number> | null {
  const machine = studio.catalog.machines.find(([, , qualities]) => qualities.includes(quality));
  if (machine === undefined) return null;
  return sql<number>`(SELECT ${machineProfiles.id} FROM ${machineProfiles}
    WHERE ${machineProfiles.studioId} = ${idOf(studio)} AND ${machineProfiles.name} = ${machine[0]})`;
}

async function insertKeys(
  database: DrizzleD1Database,
  studioId: number,
  keys: DemoKeys,
  now: number,
): Promise<BatchItem<"sqlite">[]> {
  const [hash, revokedHash] = await Promise.all([sha256Hex(keys.apiKey), sha256Hex(keys.revokedApiKey)]);
  return [
    database.insert(apiKeys).values({
      studioId,
      name: "Демо",
      hash,
      firstCharacters: firstCharactersOf(keys.apiKey),
      createdAt: now,
    }),
    database.insert(apiKeys).values({
      studioId,
      name: "Демо, відкликаний",
      hash: revokedHash,
      firstCharacters: firstCharactersOf(keys.revokedApiKey),
      createdAt: now,
      revokedAt: now,
    }),
  ];
}

function insertStudio(database: DrizzleD1Database, studio: DemoStudio, now: number): BatchItem<"sqlite">[] {
  const { slug, title, plan, catalog, storefront, inSecondLanguage = {} } = studio;
  const studioId = idOf(studio);
  const translated = (text: string | null) => (text === null ? null : (inSecondLanguage[text] ?? null));
  const isOnStorefront = (name: string) => !storefront?.notOffered.includes(name);
  return [
    database.insert(studios).values({
      slug,
      title,
      plan,
      locale: "uk",
      currencyId: HRYVNIA_ID,
      hourlyRateMinor: hundredths(studio.hourlyRate),
      setupCostMinor: hundredths(studio.setupCost),
      minimumPriceMinor: hundredths(studio.minimumPrice),
      markupBasisPoints: hundredths(studio.markupPercent),
      quantityTiers:
        studio.quantityTiers?.map(([fromQuantity, percent]) => ({
          fromQuantity,
          discountBasisPoints: hundredths(percent),
        })) ?? null,
      priorities:
        studio.priorities?.map(([name, nameInSecondLanguage, percent, workingDays]) => ({
          slug: latinSlugOf(name),
          name,
          nameInSecondLanguage,
          surchargeBasisPoints: hundredths(percent),
          workingDays,
        })) ?? null,
      processParameters: studio.processParameters ?? null,
      replyTo: `studio@${slug}.example`,
      createdAt: now,
    }),
    ...CUSTOMER_EVENTS.map((event) => database.insert(customerMessages).values({ studioId, event, isOn: true })),
    ...catalog.machines.map(([name, slug]) => {
      const preset = presetBySlug(slug);
      if (preset === undefined) throw new Error(`there is no preset ${slug}`);
      const { parameters } = preset;
      return database.insert(machineProfiles).values({ studioId, name, parameters, source: presetSource(preset) });
    }),
    ...catalog.materials.map(([technology, name, color, colorHex, density, pricePerKg, stock, lowStock, status]) =>
      database.insert(materials).values({
        studioId,
        technologyId: technologyIdOf(technology),
        name,
        nameInSecondLanguage: translated(name),
        color,
        colorInSecondLanguage: translated(color),
        colorHex,
        costPerKgMinor: hundredths(pricePerKg),
        densityMilligramsPerCubicCm: thousandths(density),
        status,
        stockHundredthsOfGram: stock === null ? null : hundredths(stock),
        isOnStorefront: isOnStorefront(name),
        lowStockHundredthsOfGram: lowStock === null ? null : hundredths(lowStock),
      }),
    ),
    ...catalog.qualities.map(
      ([technology, name, description, layer, nozzle, infill, walls, top, bottom, supports, speed, use]) =>
        database.insert(printingQualities).values({
          studioId,
          technologyId: technologyIdOf(technology),
          name,
          description,
          nameInSecondLanguage: translated(name),
          descriptionInSecondLanguage: translated(description),
          layerHeightMicrometres: thousandths(layer),
          nozzleDiameterMicrometres: nozzle === null ? null : thousandths(nozzle),
          infillPercent: infill,
          wallCount: walls,
          topLayers: top,
          bottomLayers: bottom,
          supports: supports === "supports",
          speedMode: speed,
          machineProfileId: machineIdOf(studio, name),
          isDefault: use === "default",
          isActive: use !== "inactive",
          isOnStorefront: isOnStorefront(name),
        }),
    ),
    ...catalog.finishings.map(([technology, name, description, charge, state, fits = {}]) =>
      database.insert(finishings).values({
        studioId,
        technologyId: technology === "any" ? null : technologyIdOf(technology),
        name,
        description,
        nameInSecondLanguage: translated(name),
        descriptionInSecondLanguage: translated(description),
        materialNames: fits.materials?.join("\n") ?? null,
        onlyWithSupports: fits.onlyWithSupports ?? false,
        priceMinor: charge !== "free" && "price" in charge ? hundredths(charge.price) : null,
        percentageBasisPoints: charge !== "free" && "percent" in charge ? hundredths(charge.percent) : null,
        isArchived: state === "archived",
      }),
    ),
    ...catalog.products.map(([productTitle, description, price, leadTimeDays, state, shelf]) =>
      database.insert(products).values({
        studioId,
        title: productTitle,
        description,
        titleInSecondLanguage: translated(productTitle),
        descriptionInSecondLanguage: translated(description),
        isOnStorefront: shelf !== undefined,
        photos: [],
        priceMinor: hundredths(price),
        leadTimeDays,
        isActive: state === "active",
        createdAt: now,
        updatedAt: now,
      }),
    ),
    ...catalog.products.flatMap(([productTitle, , , , , shelf]) =>
      shelf === undefined ? [] : insertShelf(database, studio, productTitle, shelf, now),
    ),
    ...catalog.deliveryMethods.map(([name, price, freeFrom]) =>
      database.insert(deliveryMethods).values({
        studioId,
        name,
        slug: slugOf(name),
        isPickup: name.startsWith("Самовивіз"),
        priceMinor: price === null ? null : hundredths(price),
        freeFromMinor: freeFrom === null ? null : hundredths(freeFrom),
      }),
    ),
    ...catalog.printers.map(([technology, name, model, buildVolume, status, maintenanceNote]) =>
      database.insert(printers).values({
        studioId,
        requestKey: crypto.randomUUID(),
        technologyId: technologyIdOf(technology),
        name,
        model,
        buildVolume,
        status,
        maintenanceNote,
        createdAt: now,
        updatedAt: now,
      }),
    ),
    ...(storefront === undefined ? [] : [insertStorefront(database, studioId, storefront, now)]),
  ];
}

/** A product's colours, and the moves that put its pieces on the shelf. */
function insertShelf(
  database: DrizzleD1Database,
  studio: DemoStudio,
  productTitle: string,
  shelf: ProductShelfRow,
  now: number,
): BatchItem<"sqlite">[] {
  const studioId = idOf(studio);
  const productId = sql<number>`(SELECT ${products.id} FROM ${products}
    WHERE ${products.studioId} = ${studioId} AND ${products.title} = ${productTitle})`;
  const put = (pieces: number, productColorId: SQL<number> | null) =>
    pieces === 0
      ? []
      : [database.insert(shelfMoves).values({ studioId, productId, productColorId, pieces, movedAt: now })];
  if ("stock" in shelf) return put(shelf.stock, null);
  return shelf.colors.flatMap(([name, hex, stock], position) => [
    database.insert(productColors).values({
      ...{ studioId, productId, name, hex, position },
      nameInSecondLanguage: studio.inSecondLanguage?.[name] ?? null,
    }),
    ...put(
      stock,
      sql<number>`(SELECT ${productColors.id} FROM ${productColors}
        WHERE ${productColors.studioId} = ${studioId} AND ${productColors.productId} = ${productId} AND ${productColors.name} = ${name})`,
    ),
  ]);
}

function insertStorefront(
  database: DrizzleD1Database,
  studioId: SQL<number>,
  { allowedSites, minimumOrder, maximumOrder, contacts, notOffered: _, ...page }: DemoStorefront,
  now: number,
): BatchItem<"sqlite"> {
  return database.insert(storefronts).values({
    ...page,
    studioId,
    allowedSites: [...allowedSites],
    requisites: [page.payeeName, `IBAN ${page.payeeIban}`, contacts, INVENTED].join("\n"),
    minimumOrderMinor: minimumOrder === null ? null : hundredths(minimumOrder),
    maximumOrderMinor: maximumOrder === null ? null : hundredths(maximumOrder),
    updatedAt: now,
  });
}

function technologyIdOf(slug: TechnologySlug): TechnologyId {
  const technology = findTechnologyBySlug(slug);
  if (technology === undefined) throw new Error(`no technology is called ${slug}`);
  return technology.id;
}

/** The demo data are decimals, the database's columns integers of the smallest unit. */
const hundredths = (value: number) => Math.round(value * 100);
const thousandths = (value: number) => Math.round(value * 1000);

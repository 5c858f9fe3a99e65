// Puts the demo studios into a local database, once, and keeps demo.json true: what it holds of their keys works, also
// after the file or the database was thrown away.

import { inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import {
  apiKeys,
  deliveryMethods,
  finishings,
  materials,
  printers,
  printingQualities,
  products,
  studios,
} from "../../src/db/schema.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { createApiKey } from "../../src/gate/api-key.ts";
import { sha256Hex } from "../../src/platform/sha256.ts";
import type { LocalDatabase } from "../local/local-database.ts";
import { DEMO_STUDIOS, type DemoStudio } from "./demo-data.ts";

/** What demo.json holds. */
const demoFileSchema = z.object({
  baseUrl: z.url(),
  studios: z.array(z.object({ slug: z.string(), plan: z.enum(PLANS), apiKey: z.string(), revokedApiKey: z.string() })),
});

export type DemoFile = z.infer<typeof demoFileSchema>;
export type DemoAccess = DemoFile["studios"][number];

const HRYVNIA = 1;

/** @param remembered what demo.json held, or whatever else was found in its place */
export async function seedDemoStudios(database: LocalDatabase, remembered: unknown): Promise<DemoAccess[]> {
  const slugs = DEMO_STUDIOS.map(({ slug }) => slug);
  const found = await database
    .select({ id: studios.id, slug: studios.slug, plan: studios.plan })
    .from(studios)
    .where(inArray(studios.slug, slugs));

  const now = Date.now();
  const statements: BatchItem<"sqlite">[] = [];
  const access: DemoAccess[] = [];
  for (const studio of DEMO_STUDIOS) {
    const stored = found.find(({ slug }) => slug === studio.slug);
    if (stored === undefined) statements.push(...insertStudio(database, studio, now));
    const kept = stored && (await keysThatHold(database, stored.id, rememberedKeys(remembered, studio.slug)));
    const { apiKey, revokedApiKey } = kept ?? { apiKey: createApiKey(), revokedApiKey: createApiKey() };
    if (kept === undefined) statements.push(...(await insertKeys(database, studio, { apiKey, revokedApiKey }, now)));
    access.push({ slug: studio.slug, plan: stored?.plan ?? studio.plan, apiKey, revokedApiKey });
  }
  const [first, ...rest] = statements;
  if (first !== undefined) await database.batch([first, ...rest]);
  return access;
}

type DemoKeys = Pick<DemoAccess, "apiKey" | "revokedApiKey">;

/** The keys, if the database has both of them for this studio, the one in force and the other revoked. */
async function keysThatHold(
  database: LocalDatabase,
  studioId: number,
  keys: DemoKeys | undefined,
): Promise<DemoKeys | undefined> {
  if (keys === undefined) return undefined;
  const [activeHash, revokedHash] = await Promise.all([sha256Hex(keys.apiKey), sha256Hex(keys.revokedApiKey)]);
  const rows = await database
    .select()
    .from(apiKeys)
    .where(inArray(apiKeys.hash, [activeHash, revokedHash]));
  const own = rows.filter((row) => row.studioId === studioId);
  const active = own.some(({ hash, revokedAt }) => hash === activeHash && revokedAt === null);
  const revoked = own.some(({ hash, revokedAt }) => hash === revokedHash && revokedAt !== null);
  return active && revoked ? keys : undefined;
}

function rememberedKeys(remembered: unknown, slug: string): DemoKeys | undefined {
  return demoFileSchema.safeParse(remembered).data?.studios.find((entry) => entry.slug === slug);
}

/** The id of a studio that an earlier statement of the same batch may have written. */
const idOf = ({ slug }: DemoStudio) =>
  sql<number>`(SELECT ${studios.id} FROM ${studios} WHERE ${studios.slug} = ${slug})`;

async function insertKeys(
  database: LocalDatabase,
  studio: DemoStudio,
  keys: DemoKeys,
  now: number,
): Promise<BatchItem<"sqlite">[]> {
  const [hash, revokedHash] = await Promise.all([sha256Hex(keys.apiKey), sha256Hex(keys.revokedApiKey)]);
  const studioId = idOf(studio);
  return [
    database.insert(apiKeys).values({ studioId, name: "Демо", hash, createdAt: now }),
    database
      .insert(apiKeys)
      .values({ studioId, name: "Демо, відкликаний", hash: revokedHash, createdAt: now, revokedAt: now }),
  ];
}

function insertStudio(database: LocalDatabase, studio: DemoStudio, now: number): BatchItem<"sqlite">[] {
  const { slug, title, plan, catalog } = studio;
  const studioId = idOf(studio);
  return [
    database.insert(studios).values({
      slug,
      title,
      plan,
      locale: "uk",
      currencyId: HRYVNIA,
      hourlyRateMinor: hundredths(studio.hourlyRate),
      setupCostMinor: hundredths(studio.setupCost),
      minimumPriceMinor: hundredths(studio.minimumPrice),
      markupBasisPoints: hundredths(studio.markupPercent),
      processParameters: studio.processParameters ?? null,
      createdAt: now,
    }),
    ...catalog.materials.map(([technologyId, name, color, colorHex, density, pricePerKg, stock, lowStock, status]) =>
      database.insert(materials).values({
        studioId,
        technologyId,
        name,
        color,
        colorHex,
        costPerKgMinor: hundredths(pricePerKg),
        densityMilligramsPerCubicCm: thousandths(density),
        status,
        stockHundredthsOfGram: stock === null ? null : hundredths(stock),
        lowStockHundredthsOfGram: lowStock === null ? null : hundredths(lowStock),
      }),
    ),
    ...catalog.qualities.map(
      ([technologyId, name, description, layer, nozzle, infill, walls, top, bottom, supports, speed, use]) =>
        database.insert(printingQualities).values({
          studioId,
          technologyId,
          name,
          description,
          layerHeightMicrometres: thousandths(layer),
          nozzleDiameterMicrometres: nozzle === null ? null : thousandths(nozzle),
          infillPercent: infill,
          wallCount: walls,
          topLayers: top,
          bottomLayers: bottom,
          supports: supports === "supports",
          speedMode: speed,
          isDefault: use === "default",
          isActive: use !== "inactive",
        }),
    ),
    ...catalog.finishings.map(([technology, name, description, charge, state]) =>
      database.insert(finishings).values({
        studioId,
        technologyId: technology === "any" ? null : technology,
        name,
        description,
        priceMinor: charge !== "free" && "price" in charge ? hundredths(charge.price) : null,
        percentageBasisPoints: charge !== "free" && "percent" in charge ? hundredths(charge.percent) : null,
        isArchived: state === "archived",
      }),
    ),
    ...catalog.products.map(([productTitle, description, price, leadTimeDays, state]) =>
      database.insert(products).values({
        studioId,
        title: productTitle,
        description,
        photos: [],
        priceMinor: hundredths(price),
        leadTimeDays,
        isActive: state === "active",
        createdAt: now,
        updatedAt: now,
      }),
    ),
    ...catalog.deliveryMethods.map((name) => database.insert(deliveryMethods).values({ studioId, name })),
    ...catalog.printers.map(([technologyId, name, model, buildVolume, status, maintenanceNote]) =>
      database.insert(printers).values({
        studioId,
        requestKey: crypto.randomUUID(),
        technologyId,
        name,
        model,
        buildVolume,
        status,
        maintenanceNote,
        createdAt: now,
        updatedAt: now,
      }),
    ),
  ];
}

/** The tables have decimals, the database whole numbers of their smallest step. */
const hundredths = (value: number) => Math.round(value * 100);
const thousandths = (value: number) => Math.round(value * 1000);

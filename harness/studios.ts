// Studios to measure with: on the Enterprise plan, with a catalog of the size a studio has, and as many API keys as a
// bench wants.

import { createHash } from "node:crypto";
import type { BatchItem } from "drizzle-orm/batch";
import { apiKeys, finishings, materials, printingQualities, products, studios } from "../src/db/schema.ts";
import { createApiKey } from "../src/gate/api-key.ts";
import type { LocalDatabase } from "./local-system.ts";

export const CATALOG = { materials: 40, printingQualities: 15, finishings: 12, products: 20 };

/** Requests that the plan of a bench's studio admits in an hour, less a few for setting up. */
export const REQUESTS_PER_STUDIO = 1900;

export interface BenchStudio {
  readonly id: number;
  readonly key: string;
  readonly materialId: number;
  readonly printingQualityId: number;
}

export async function addStudio(database: LocalDatabase): Promise<BenchStudio> {
  const now = Date.now();
  const [studio] = await database
    .insert(studios)
    .values({
      slug: `studio-${crypto.randomUUID()}`,
      title: "A studio",
      plan: "enterprise",
      locale: "uk",
      currencyId: 1,
      hourlyRateMinor: 6000,
      setupCostMinor: 1500,
      minimumPriceMinor: 0,
      markupBasisPoints: 1000,
      createdAt: now,
    })
    .returning();
  const studioId = idOf(studio);
  const [[material], [quality]] = await Promise.all([
    inBatch(database, CATALOG.materials, (index) =>
      database
        .insert(materials)
        .values({
          studioId,
          technologyId: 1,
          name: `PLA ${index}`,
          color: "white",
          colorHex: "#ffffff",
          costPerKgMinor: 60_000,
          densityMilligramsPerCubicCm: 1240,
          status: "active",
          stockHundredthsOfGram: 100_000,
          lowStockHundredthsOfGram: 50_000,
        })
        .returning({ id: materials.id }),
    ),
    inBatch(database, CATALOG.printingQualities, (index) =>
      database
        .insert(printingQualities)
        .values({
          studioId,
          technologyId: 1,
          name: `Quality ${index}`,
          description: "For parts that are looked at",
          layerHeightMicrometres: 200,
          nozzleDiameterMicrometres: 400,
          infillPercent: 20,
          wallCount: 2,
          topLayers: 4,
          bottomLayers: 4,
          supports: false,
          speedMode: "standard",
          isDefault: index === 0,
          isActive: true,
        })
        .returning({ id: printingQualities.id }),
    ),
    inBatch(database, CATALOG.finishings, (index) =>
      database.insert(finishings).values({
        studioId,
        technologyId: null,
        name: `Finishing ${index}`,
        description: "By hand",
        priceMinor: 2500,
        percentageBasisPoints: null,
        isArchived: false,
      }),
    ),
    inBatch(database, CATALOG.products, (index) =>
      database.insert(products).values({
        studioId,
        title: `Product ${index}`,
        description: "Printed to order",
        photos: ["https://studio.example/photo.jpg"],
        priceMinor: 25_000,
        leadTimeDays: 3,
        isActive: true,
        createdAt: now,
        updatedAt: now,
      }),
    ),
  ]);
  return {
    id: studioId,
    key: await addKey(database, studioId),
    materialId: idOf(material?.[0]),
    printingQualityId: idOf(quality?.[0]),
  };
}

/** A further key of the studio; no isolate knows it before its first request. */
export async function addKey(database: LocalDatabase, studioId: number): Promise<string> {
  const key = createApiKey();
  const hash = createHash("sha256").update(key).digest("hex");
  await database.insert(apiKeys).values({ studioId, name: "bench", hash, createdAt: Date.now() });
  return key;
}

/** Runs `count` statements in one batch. */
export function inBatch<Statement extends BatchItem<"sqlite">>(
  database: LocalDatabase,
  count: number,
  statement: (index: number) => Statement,
) {
  const [first, ...rest] = Array.from({ length: count }, (_, index) => statement(index));
  if (first === undefined) throw new Error("a batch has at least one statement");
  return database.batch<Statement, [Statement, ...Statement[]]>([first, ...rest]);
}

export function idOf(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("no row was added");
  return row.id;
}

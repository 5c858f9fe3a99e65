// Adds studios to a local system's database: Enterprise plan, a catalog of a real studio's size, API keys.

import type { BatchItem } from "drizzle-orm/batch";
import {
  apiKeys,
  finishings,
  materials,
  people,
  printingQualities,
  products,
  studioMembers,
  studios,
} from "../src/db/schema.ts";
import type { Role } from "../src/domain/person.ts";
import { hashPassword } from "../src/people/password.ts";
import { finishingRow, idOf, materialRow, newApiKey, productRow, qualityRow, studioRow } from "./catalog-rows.ts";
import { LINK_SECRET, type SystemDatabase } from "./systems/miniflare-system.ts";

/** The number of entries of each part of a catalog; at least one. */
interface CatalogSize {
  readonly materials: number;
  readonly printingQualities: number;
  readonly finishings: number;
  readonly products: number;
}

/** A real studio's size. */
export const STUDIO_CATALOG: CatalogSize = { materials: 40, printingQualities: 15, finishings: 12, products: 20 };

/** For tests of other subjects. */
export const SMALL_CATALOG: CatalogSize = { materials: 1, printingQualities: 1, finishings: 1, products: 1 };

/** The stock of each material, in hundredths of a gram. */
export const STOCK_OF_MATERIAL = 100_000;

/** Requests a bench may send for one studio: the plan's 2,000 an hour, less those of the preparation. */
export const REQUESTS_PER_STUDIO = 1900;

export interface BenchStudio {
  readonly id: number;
  readonly key: string;
  /** The first of its materials. */
  readonly materialId: number;
  /** The first of its printing qualities. */
  readonly printingQualityId: number;
}

export async function addStudio(database: SystemDatabase, catalog = STUDIO_CATALOG): Promise<BenchStudio> {
  const [studio] = await database
    .insert(studios)
    .values(studioRow({ plan: "enterprise" }))
    .returning({ id: studios.id });
  const studioId = idOf(studio);
  const stock = { stockHundredthsOfGram: STOCK_OF_MATERIAL, lowStockHundredthsOfGram: 50_000 };
  const [[material], [quality]] = await Promise.all([
    inBatch(database, catalog.materials, (index) =>
      database
        .insert(materials)
        .values({ studioId, ...materialRow({ name: `PLA ${index}`, ...stock }) })
        .returning({ id: materials.id }),
    ),
    inBatch(database, catalog.printingQualities, (index) =>
      database
        .insert(printingQualities)
        .values({ studioId, ...qualityRow({ name: `Quality ${index}`, isDefault: index === 0 }) })
        .returning({ id: printingQualities.id }),
    ),
    inBatch(database, catalog.finishings, (index) =>
      database.insert(finishings).values({ studioId, ...finishingRow({ name: `Finishing ${index}` }) }),
    ),
    inBatch(database, catalog.products, (index) =>
      database.insert(products).values({ studioId, ...productRow({ title: `Product ${index}` }) }),
    ),
  ]);
  return {
    id: studioId,
    key: await addKey(database, studioId),
    materialId: idOf(material?.[0]),
    printingQualityId: idOf(quality?.[0]),
  };
}

/**
 * Adds another key to the studio. No isolate has cached it; a gate in use must be told of it.
 *
 * @param linkSecret that the key is made with: by another one than the service's, it does not name its studio
 */
export async function addKey(
  database: SystemDatabase,
  studioId: number,
  linkSecret: string = LINK_SECRET,
): Promise<string> {
  const { secret, row } = await newApiKey(linkSecret, studioId, "bench");
  await database.insert(apiKeys).values(row);
  return secret;
}

/** The password of every person that tests and benches add: hashing takes its time. */
const PASSWORD = "a password that only tests know";
let passwordHash: Promise<string> | undefined;

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Adds an owner of the studio to the panel. Returns their sign-in. */
export function addOwner(database: SystemDatabase, studioId: number): Promise<SignIn> {
  return addMember(database, studioId, "owner");
}

/** Adds a person of the studio to the panel. Returns their sign-in. */
export async function addMember(database: SystemDatabase, studioId: number, role: Role): Promise<SignIn> {
  passwordHash ??= hashPassword(PASSWORD);
  const email = `${crypto.randomUUID()}@example.com`;
  const now = Date.now();
  const [person] = await database
    .insert(people)
    .values({
      email,
      name: "Оксана Майстренко",
      passwordHash: await passwordHash,
      language: "uk",
      theme: "system",
      createdAt: now,
    })
    .returning({ id: people.id });
  await database.insert(studioMembers).values({ studioId, personId: idOf(person), role, createdAt: now });
  return { email, password: PASSWORD };
}

/** Runs `count` statements as one batch. */
export function inBatch<Statement extends BatchItem<"sqlite">>(
  database: SystemDatabase,
  count: number,
  statement: (index: number) => Statement,
) {
  const [first, ...rest] = Array.from({ length: count }, (_, index) => statement(index));
  if (first === undefined) throw new Error("A batch has at least one statement");
  return database.batch<Statement, [Statement, ...Statement[]]>([first, ...rest]);
}

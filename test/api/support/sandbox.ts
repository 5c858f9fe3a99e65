// The sandbox of a studio for tests: the same studio, asked with a test key.

import { eq } from "drizzle-orm";
import { apiKeys } from "../../../src/db/schema.ts";
import type { Order } from "./orders.ts";
import { printingStudio } from "./requests.ts";
import { database, TestStudio } from "./studio.ts";

export interface TestOrder extends Order {
  readonly test: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export async function sandboxOf(studio: TestStudio, name = "sandbox"): Promise<TestStudio> {
  const key = await studio.addKey(name);
  await database.update(apiKeys).set({ kind: "test" }).where(eq(apiKeys.id, key.id));
  await studio.tellAccessChanged();
  return new TestStudio(studio.id, studio.slug, key);
}

/** A studio with one material and one printing quality, and its sandbox. */
export async function printingSandbox(row: Parameters<typeof printingStudio>[0] = {}) {
  const { studio, ...choice } = await printingStudio(row);
  return { studio, sandbox: await sandboxOf(studio), choice };
}

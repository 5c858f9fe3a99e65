// Every byte that the API Worker stores, for tests that look for a person in it.

import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { databaseOfTests } from "./recorded-statements.ts";

/** The columns of the whole database with a text that has one of these parts, as `table.column`. */
export async function columnsWith(parts: readonly string[]): Promise<string[]> {
  const { results: tables } = await databaseOfTests
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    )
    .all<{ name: string }>();
  expect(tables.length).toBeGreaterThan(30);
  const found = new Set<string>();
  for (const { name } of tables) {
    const { results } = await databaseOfTests.prepare(`SELECT * FROM "${name}"`).all();
    for (const [column, value] of results.flatMap((row) => Object.entries(row))) {
      if (parts.some((part) => String(value).includes(part))) found.add(`${name}.${column}`);
    }
  }
  return [...found].sort();
}

/**
 * All that lies outside of D1, as one text: objects of R2 with their metadata, copies in KV, storages of objects.
 *
 * @param since objects of R2 that are older are named only: a person who was unknown then is not in them
 */
export async function storedBesideTables(since: Date): Promise<string> {
  const files = (await everyObject()).map(async ({ key, uploaded, customMetadata, httpMetadata }) => {
    const content = uploaded < since ? undefined : await (await env.MODELS.get(key))?.text();
    return JSON.stringify([key, customMetadata, httpMetadata, content]);
  });
  const storages = [
    storagesOf(env.STUDIO_GATE),
    storagesOf(env.VISITOR_DAY),
    storagesOf(env.REQUEST_LOG),
    storagesOf(env.STUDIO_OUTBOX),
    storagesOf(env.STUDIO_NEWS),
  ];
  const copies = [env.SLICE_RESULTS, env.CARRIER_PLACES].map(everyCopy);
  return JSON.stringify(await Promise.all([...files, ...copies, ...storages]));
}

/** A list ends after a thousand: files of tests before this one may be as many. */
async function everyObject(): Promise<R2Object[]> {
  const objects: R2Object[] = [];
  let cursor: string | undefined;
  do {
    const list = await env.MODELS.list({
      include: ["customMetadata", "httpMetadata"],
      ...(cursor === undefined ? {} : { cursor }),
    });
    objects.push(...list.objects);
    cursor = list.truncated ? list.cursor : undefined;
  } while (cursor !== undefined);
  return objects;
}

/** KV reads at most so many keys at once. */
const KEYS_AT_ONCE = 100;

async function everyCopy(namespace: KVNamespace): Promise<string[]> {
  const copies: string[] = [];
  let cursor: string | null = null;
  do {
    const list: KVNamespaceListResult<unknown> = await namespace.list({ cursor, limit: KEYS_AT_ONCE });
    const names = list.keys.map(({ name }) => name);
    // KV refuses to read no keys.
    const values = names.length === 0 ? undefined : await namespace.get(names);
    copies.push(...list.keys.map(({ name, metadata }) => JSON.stringify([name, metadata, values?.get(name)])));
    cursor = list.list_complete ? null : list.cursor;
  } while (cursor !== null);
  return copies;
}

async function storagesOf<Stored extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<Stored>,
): Promise<string[]> {
  const ids = await listDurableObjectIds(namespace);
  return Promise.all(ids.map((id) => runInDurableObject(namespace.get(id), (_, { storage }) => everyValueOf(storage))));
}

async function everyValueOf(storage: DurableObjectStorage): Promise<string> {
  const tables = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
  const own = tables.filter(({ name }) => !name.startsWith("_cf_"));
  return JSON.stringify([
    own.map(({ name }) => storage.sql.exec(`SELECT * FROM ${name}`).toArray()),
    [...(await storage.list())],
  ]);
}

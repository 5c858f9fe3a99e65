// Left-overs after kills: objects without rows, rows without objects, files that are not whole, databases that are not sound.

import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { modelKeyOf } from "../../../slicer-service/src/contract/objects-of-model.ts";
import { attachments, models } from "../../../src/db/schema.ts";
import type { KilledSystem } from "./killed-system.ts";
import { sha256Of } from "./seeded-models.ts";

/** An orphan is found after a day, and deleted a month later; so are the files that no order uses. */
const SWEEPS_AFTER_DAYS = [2, 35, 70];
const MAX_RUNS_OF_SWEEP = 20;

/** Every row's file is there, with the content that its row states, and every model that was answered has its row. */
export async function faultsOfFiles(
  { workers: { database, modelFiles } }: KilledSystem,
  sent: readonly Uint8Array<ArrayBuffer>[],
): Promise<string[]> {
  const faults: string[] = [];
  const rows = await database.select().from(models);
  for (const { objectKey, sha256 } of rows) {
    const object = await modelFiles.get(objectKey);
    if (object === null) faults.push(`the file ${objectKey} is missing`);
    else if ((await sha256Of(new Uint8Array(await object.arrayBuffer()))) !== sha256)
      faults.push(`${objectKey} is not whole`);
  }
  const known = new Set(rows.map(({ sha256 }) => sha256));
  if (known.size !== rows.length) faults.push(`${rows.length} rows of ${known.size} contents`);
  for (const model of sent) if (!known.has(await sha256Of(model))) faults.push("a model that was sent has no row");
  return faults;
}

/** Lets the retention's time pass, and compares the bucket with the rows. */
export async function faultsAfterSweep(
  system: KilledSystem,
): Promise<{ readonly orphans: number; readonly faults: string[] }> {
  const orphans = (await unknownObjects(system)).length;
  for (const days of SWEEPS_AFTER_DAYS) {
    let before = -1;
    for (let run = 0; run < MAX_RUNS_OF_SWEEP; run++) {
      await system.sweep(days);
      const now = (await system.workers.database.select().from(models)).length + (await objectKeys(system)).length;
      if (now === before) break;
      before = now;
    }
  }
  const unknown = await unknownObjects(system);
  const keys = new Set(await objectKeys(system));
  const rows = await system.workers.database.select().from(models);
  return {
    orphans,
    faults: [
      ...unknown.map((key) => `the object ${key} has no row after the sweep`),
      ...rows
        .filter(({ objectKey }) => !keys.has(objectKey))
        .map(({ objectKey }) => `the row of ${objectKey} has no object`),
    ],
  };
}

/** Every SQLite file of the state is sound: D1's, and those of all objects. Nothing may run on them. */
export function faultsOfDatabases({ stateFolder }: KilledSystem): string[] {
  const files = globSync("**/*.sqlite", { cwd: stateFolder });
  if (files.length < 5) return [`only ${files.length} databases were found`];
  return files.flatMap((file) => {
    const database = new DatabaseSync(join(stateFolder, file));
    try {
      const found = database
        .prepare("PRAGMA integrity_check")
        .all()
        .map((row) => String(Object.values(row)[0]));
      const foreign = database.prepare("PRAGMA foreign_key_check").all();
      return [
        ...(found.join() === "ok" ? [] : [`${file}: ${found.join("; ")}`]),
        ...(foreign.length === 0 ? [] : [`${file}: ${foreign.length} rows refer to none`]),
      ];
    } finally {
      database.close();
    }
  });
}

async function unknownObjects(system: KilledSystem): Promise<string[]> {
  const { database } = system.workers;
  const known = new Set([
    ...(await database.select().from(models)).map(({ objectKey }) => objectKey),
    ...(await database.select().from(attachments)).map(({ objectKey }) => objectKey),
  ]);
  // A picture belongs to its model's row.
  return (await objectKeys(system)).filter((key) => !known.has(key) && !known.has(modelKeyOf(key) ?? ""));
}

async function objectKeys({ workers: { modelFiles } }: KilledSystem): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const listed = await modelFiles.list(cursor === undefined ? {} : { cursor });
    keys.push(...listed.objects.map(({ key }) => key));
    if (!listed.truncated) return keys;
    cursor = listed.cursor;
  }
}

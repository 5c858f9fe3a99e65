// The local database's file, read beside workerd.
//
// Miniflare's own way to the database blocks this process until workerd answers. In an outage workerd writes a log so long that it waits
// until this process reads it: neither would go on.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { type AsyncRemoteCallback, drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";

/** A reader waits so long for the lock of workerd, which restores the file after a kill. */
const LOCK_MILLISECONDS = 10_000;

export class DatabaseFile {
  readonly #file: DatabaseSync;
  readonly queries: SqliteRemoteDatabase;

  /** @param stateFolder the system's folder, after its migrations */
  constructor(stateFolder: string) {
    const folder = join(stateFolder, "d1", "miniflare-D1DatabaseObject");
    const name = readdirSync(folder).find((file) => /^[0-9a-f]+\.sqlite$/.test(file));
    if (name === undefined) throw new Error("the system has no database");
    this.#file = new DatabaseSync(join(folder, name), { readOnly: true, timeout: LOCK_MILLISECONDS });
    const all: AsyncRemoteCallback = async (query, values) => {
      const statement = this.#file.prepare(query);
      statement.setReturnArrays(true);
      return { rows: statement.all(...values) };
    };
    // The casing is read from the third parameter alone.
    this.queries = drizzle(all, undefined, { casing: "snake_case" });
  }

  /** Rows of a query, by the names of their columns. */
  rows(query: string): readonly Record<string, SQLOutputValue>[] {
    return this.#file.prepare(query).all();
  }

  close(): void {
    this.#file.close();
  }
}

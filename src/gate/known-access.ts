// Plan and keys of a studio as its gate knows them: in memory, and in its own storage across evictions.

import type { KnownKey, StudioAccess } from "../db/access-queries.ts";
import type { ApiKeyId } from "../domain/ids.ts";
import type { Plan } from "../domain/plan.ts";

export class KnownAccess {
  readonly #storage: DurableObjectStorage;
  #access: StudioAccess | undefined;
  #readAt = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS plan (only INTEGER PRIMARY KEY CHECK (only = 1), plan TEXT NOT NULL, read_at INTEGER NOT NULL)",
    );
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS keys (hash TEXT PRIMARY KEY, id INTEGER NOT NULL, is_revoked INTEGER NOT NULL) WITHOUT ROWID",
    );
    // Only `store` writes these tables, so the values are plans and ids.
    const [stored] = storage.sql.exec<{ plan: Plan; read_at: number }>("SELECT plan, read_at FROM plan");
    if (stored === undefined) return;
    this.#access = { plan: stored.plan, keys: this.#storedKeys() };
    this.#readAt = stored.read_at;
  }

  /** Undefined if the database was never read, or has no such studio. */
  get current(): StudioAccess | undefined {
    return this.#access;
  }

  /** Time of the last reading from the database: milliseconds since 1970. */
  get readAt(): number {
    return this.#readAt;
  }

  /** Writes keys only if they changed: otherwise a reading costs one row. */
  store(access: StudioAccess | undefined, readAt: number): void {
    const known = this.#access;
    this.#storage.transactionSync(() => {
      const { sql } = this.#storage;
      if (access === undefined) sql.exec("DELETE FROM plan");
      else sql.exec("INSERT OR REPLACE INTO plan (only, plan, read_at) VALUES (1, ?, ?)", access.plan, readAt);
      const keys = access?.keys ?? new Map<string, KnownKey>();
      if (known !== undefined && areSameKeys(known.keys, keys)) return;
      sql.exec("DELETE FROM keys");
      for (const [hash, { id, isRevoked }] of keys) {
        sql.exec("INSERT INTO keys (hash, id, is_revoked) VALUES (?, ?, ?)", hash, id, isRevoked ? 1 : 0);
      }
    });
    this.#access = access;
    this.#readAt = readAt;
  }

  #storedKeys(): StudioAccess["keys"] {
    const rows = this.#storage.sql.exec<{ hash: string; id: ApiKeyId; is_revoked: number }>("SELECT * FROM keys");
    return new Map(Array.from(rows, ({ hash, id, is_revoked }) => [hash, { id, isRevoked: is_revoked === 1 }]));
  }
}

function areSameKeys(some: StudioAccess["keys"], others: StudioAccess["keys"]): boolean {
  if (some.size !== others.size) return false;
  return [...some].every(([hash, { id, isRevoked }]) => {
    const other = others.get(hash);
    return other?.id === id && other.isRevoked === isRevoked;
  });
}

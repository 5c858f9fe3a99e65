// Plan and keys of a studio as its gate knows them: in memory, and in its own storage across evictions.

import type { KnownKey, StudioAccess } from "../db/access-queries.ts";
import type { KeyKind, KeyPermission } from "../domain/api-key.ts";
import type { ApiKeyId } from "../domain/ids.ts";
import type { Plan } from "../domain/plan.ts";

/** Only `KnownAccess.store` writes these rows. */
type StoredKey = {
  readonly hash: string;
  readonly id: ApiKeyId;
  readonly kind: KeyKind;
  readonly permission: KeyPermission;
  readonly expires_at: number | null;
  readonly is_revoked: number;
};

export class KnownAccess {
  readonly #storage: DurableObjectStorage;
  #access: StudioAccess | undefined;
  #readAt = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS plan (only INTEGER PRIMARY KEY CHECK (only = 1), plan TEXT NOT NULL, read_at INTEGER NOT NULL)",
    );
    // Before keys had kinds. A gate without known keys reads the database.
    storage.sql.exec("DROP TABLE IF EXISTS keys");
    storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS known_keys (hash TEXT PRIMARY KEY, id INTEGER NOT NULL, kind TEXT NOT NULL, permission TEXT NOT NULL,
      expires_at INTEGER, is_revoked INTEGER NOT NULL) WITHOUT ROWID`,
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
      sql.exec("DELETE FROM known_keys");
      for (const [hash, { id, kind, permission, expiresAt, isRevoked }] of keys) {
        const row = [hash, id, kind, permission, expiresAt, isRevoked ? 1 : 0];
        sql.exec("INSERT INTO known_keys VALUES (?, ?, ?, ?, ?, ?)", ...row);
      }
    });
    this.#access = access;
    this.#readAt = readAt;
  }

  #storedKeys(): StudioAccess["keys"] {
    const rows = this.#storage.sql.exec<StoredKey>("SELECT * FROM known_keys");
    return new Map(
      Array.from(rows, ({ hash, expires_at, is_revoked, ...key }) => {
        return [hash, { ...key, expiresAt: expires_at, isRevoked: is_revoked === 1 }];
      }),
    );
  }
}

function areSameKeys(some: StudioAccess["keys"], others: StudioAccess["keys"]): boolean {
  if (some.size !== others.size) return false;
  return [...some].every(([hash, { id, kind, permission, expiresAt, isRevoked }]) => {
    const other = others.get(hash);
    if (other === undefined) return false;
    const isAlike = other.kind === kind && other.permission === permission;
    return isAlike && other.id === id && other.expiresAt === expiresAt && other.isRevoked === isRevoked;
  });
}

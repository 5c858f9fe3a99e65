// Last use of each key of a studio, in memory and in the studio's object's storage.
//
// Each key is stored once a minute at most: a row for every request would double the writes of an admission for a precision
// that no reader needs. An eviction forgets at most the latest minute.

import type { ApiKeyId } from "../domain/ids.ts";
import { isRecent } from "./recent.ts";

const STORED_EVERY_MILLISECONDS = 60_000;

export class LastUses {
  readonly #storage: SqlStorage;
  readonly #usedAt = new Map<ApiKeyId, number>();
  readonly #storedAt = new Map<ApiKeyId, number>();

  constructor(storage: SqlStorage) {
    this.#storage = storage;
    storage.exec("CREATE TABLE IF NOT EXISTS last_uses (key_id INTEGER PRIMARY KEY, at INTEGER NOT NULL)");
    // Only `note` writes ids of keys here.
    for (const { key_id, at } of storage.exec<{ key_id: ApiKeyId; at: number }>("SELECT key_id, at FROM last_uses")) {
      this.#usedAt.set(key_id, at);
      this.#storedAt.set(key_id, at);
    }
  }

  /** Does not yield, and writes once a minute at most. */
  note(keyId: ApiKeyId, now: number): void {
    this.#usedAt.set(keyId, now);
    if (isRecent(this.#storedAt.get(keyId) ?? 0, now, STORED_EVERY_MILLISECONDS)) return;
    this.#storage.exec("INSERT OR REPLACE INTO last_uses (key_id, at) VALUES (?, ?)", keyId, now);
    this.#storedAt.set(keyId, now);
  }

  /** Milliseconds since 1970, by key. */
  all(): ReadonlyMap<ApiKeyId, number> {
    return this.#usedAt;
  }
}

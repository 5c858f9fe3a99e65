// Durable Object with the log of a studio's keys: requests of 30 days, in a bounded number of parts.
//
// There is one per studio. A part is a table of one day's requests, and is dropped whole: the platform bills a row that is deleted
// as one that is written, and a dropped table as none. So a request costs one row, however old the log is.

import { DurableObject } from "cloudflare:workers";
import { type ApiKeyId, asApiKeyId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import {
  type AskedRequest,
  type KeyLogPage,
  type KeyLogQuery,
  MAX_ASKED_REQUESTS,
  type NumberedRequest,
  SHOWN_MILLISECONDS,
} from "./asked-request.ts";

const DAY_MILLISECONDS = 86_400_000;
/** Each day begins a part, so the last 30 days always have room. */
const MAX_PARTS = 100;
const ROWS_OF_PART = MAX_ASKED_REQUESTS / MAX_PARTS;
/** Parts of one day have numbers in a row. */
const PARTS_OF_DAY = 1000;

/** Only `keep` writes these rows. */
type StoredRequest = {
  readonly row: number;
  readonly at: number;
  readonly key_id: number;
  readonly operation: string;
  readonly status: number;
  readonly code: string | null;
  readonly faulty: string | null;
  readonly ignored: string | null;
  readonly milliseconds: number;
  readonly request_id: string;
  readonly order_id: number | null;
  readonly is_replayed: number;
  readonly times: number;
};

const TABLE = "asked_";
const COLUMNS =
  "at, key_id, operation, status, code, faulty, ignored, milliseconds, request_id, order_id, is_replayed, times";

export class RequestLog extends DurableObject<Env> {
  readonly #storage: DurableObjectStorage;
  /** The numbers of the parts, the oldest first. */
  readonly #parts: number[];
  /** Rows of the newest part; undefined until one is written. */
  #rows: number | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#storage = state.storage;
    const tables = this.#storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    this.#parts = Array.from(tables, ({ name }) => (name.startsWith(TABLE) ? [Number(name.slice(TABLE.length))] : []))
      .flat()
      .sort((one, other) => one - other);
  }

  /** Writes one row. */
  async keep(request: AskedRequest): Promise<void> {
    const part = this.#openPart(request.at);
    const { at, keyId, operation, status, errorCode, faulty, ignored, milliseconds } = request;
    const { requestId, orderId, isReplayed, times } = request;
    const row = [at, keyId, operation, status, errorCode, joined(faulty), joined(ignored), milliseconds];
    const { row: rows } = this.#storage.sql
      .exec<{ row: number }>(
        `INSERT INTO ${TABLE}${part} (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING row`,
        ...[...row, requestId, orderId, isReplayed ? 1 : 0, times],
      )
      .one();
    this.#rows = rows;
    // Written once in the life of the log: each alarm sets the next one.
    if (rows === 1 && this.#parts.length === 1) await this.#storage.setAlarm(expiryOf(part));
  }

  /** Reads the parts from the newest on, until the page is full. */
  read(query: KeyLogQuery): KeyLogPage {
    const requests: NumberedRequest[] = [];
    const operations = new Set<string>();
    for (const part of this.#parts.toReversed()) {
      for (const operation of this.#operationsIn(part, query.keyId)) operations.add(operation);
      // One more than the page shows: it tells of a next page.
      const missing = query.limit + 1 - requests.length;
      if (missing > 0) requests.push(...this.#matching(part, query, missing));
    }
    const shown = requests.slice(0, query.limit);
    const next = requests.length > query.limit ? shown.at(-1)?.number : undefined;
    return { requests: shown, next, operations: [...operations].sort() };
  }

  /** Drops the days that are over. An object without storage ceases to exist. */
  override async alarm(): Promise<void> {
    this.#dropExpired(Date.now());
    const [oldest] = this.#parts;
    if (oldest === undefined) await this.#storage.deleteAll();
    else await this.#storage.setAlarm(expiryOf(oldest));
  }

  /** The part that a request of this moment belongs to. A new one makes room first. Does not yield, so that no part gets too many rows. */
  #openPart(at: number): number {
    const newest = this.#parts.at(-1);
    const first = Math.floor(at / DAY_MILLISECONDS) * PARTS_OF_DAY;
    if (newest !== undefined && first <= newest) {
      this.#rows ??= this.#rowsOf(newest);
      if (this.#rows < ROWS_OF_PART) return newest;
    }
    const part = newest === undefined ? first : Math.max(first, newest + 1);
    this.#dropExpired(Date.now());
    while (this.#parts.length >= MAX_PARTS) this.#dropOldest();
    this.#storage.sql.exec(
      `CREATE TABLE ${TABLE}${part} (row INTEGER PRIMARY KEY, at INTEGER NOT NULL, key_id INTEGER NOT NULL,
        operation TEXT NOT NULL, status INTEGER NOT NULL, code TEXT, faulty TEXT, ignored TEXT, milliseconds INTEGER NOT NULL,
        request_id TEXT NOT NULL, order_id INTEGER, is_replayed INTEGER NOT NULL, times INTEGER NOT NULL)`,
    );
    this.#parts.push(part);
    this.#rows = 0;
    return part;
  }

  #rowsOf(part: number): number {
    return (
      this.#storage.sql.exec<{ rows: number | null }>(`SELECT max(row) AS rows FROM ${TABLE}${part}`).one().rows ?? 0
    );
  }

  #dropExpired(now: number): void {
    while (this.#parts[0] !== undefined && expiryOf(this.#parts[0]) <= now) this.#dropOldest();
  }

  #dropOldest(): void {
    const oldest = this.#parts.shift();
    if (oldest !== undefined) this.#storage.sql.exec(`DROP TABLE ${TABLE}${oldest}`);
  }

  #operationsIn(part: number, keyId: ApiKeyId): string[] {
    const named = `SELECT DISTINCT operation FROM ${TABLE}${part} WHERE key_id = ? AND at > ?`;
    const found = this.#storage.sql.exec<{ operation: string }>(named, keyId, oldestShown());
    return Array.from(found, ({ operation }) => operation);
  }

  #matching(part: number, query: KeyLogQuery, limit: number): NumberedRequest[] {
    const conditions = conditionsOf(query, part);
    const rows = this.#storage.sql.exec<StoredRequest>(
      `SELECT row, ${COLUMNS} FROM ${TABLE}${part} WHERE ${conditions.map(([condition]) => condition).join(" AND ")}
        ORDER BY row DESC LIMIT ?`,
      ...conditions.flatMap(([, value]) => (value === undefined ? [] : [value])),
      limit,
    );
    return Array.from(rows, (row) => toAskedRequest(row, part));
  }
}

/** Conditions in SQL, each with the value of its parameter if it has one. */
function conditionsOf(query: KeyLogQuery, part: number): (readonly [string, number | string | undefined])[] {
  const { before, minStatus, maxStatus, errorCode, operation, requestId, from, until, hasNames } = query;
  const asked: (readonly [string, number | string | undefined])[] = [
    ["row < ?", before === undefined ? undefined : before - part * ROWS_OF_PART],
    ["status >= ?", minStatus],
    ["status <= ?", maxStatus],
    ["code = ?", errorCode],
    ["operation = ?", operation],
    ["request_id = ?", requestId],
    ["at >= ?", from],
    ["at < ?", until],
  ];
  return [
    ["key_id = ?", query.keyId],
    ["at > ?", oldestShown()],
    ...asked.filter(([, value]) => value !== undefined),
    ...(hasNames ? [["(faulty IS NOT NULL OR ignored IS NOT NULL)", undefined] as const] : []),
  ];
}

function oldestShown(): number {
  return Date.now() - SHOWN_MILLISECONDS;
}

/** The moment at which the last request of a part's day is too old. */
function expiryOf(part: number): number {
  return (Math.floor(part / PARTS_OF_DAY) + 1) * DAY_MILLISECONDS + SHOWN_MILLISECONDS;
}

function toAskedRequest({ row, key_id, code, ...stored }: StoredRequest, part: number): NumberedRequest {
  const { faulty, ignored, request_id, order_id, is_replayed, ...same } = stored;
  return {
    ...same,
    number: part * ROWS_OF_PART + row,
    keyId: asApiKeyId(key_id),
    errorCode: code,
    faulty: parted(faulty),
    ignored: parted(ignored),
    requestId: request_id,
    orderId: order_id,
    isReplayed: is_replayed === 1,
  };
}

/** Kept names have no spaces. */
function joined(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(" ");
}

function parted(names: string | null): string[] {
  return names === null ? [] : names.split(" ");
}

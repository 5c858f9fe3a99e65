// A studio for one test, and requests to the API with its key, through the Worker's fetch handler.

import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { idOf, newApiKey, type StudioRow, studioRow } from "../../../harness/catalog-rows.ts";
import { openDatabase } from "../../../src/db/database.ts";
import { apiKeys, studios } from "../../../src/db/schema.ts";
import { StudioDb } from "../../../src/db/studio-db.ts";
import { type ApiKeyId, asApiKeyId, asStudioId, type StudioId } from "../../../src/domain/ids.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { Region } from "../../../src/domain/studio.ts";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import { databaseOfTests } from "./recorded-statements.ts";

export const database = openDatabase(databaseOfTests);
const ORIGIN = "https://studio.example";

export interface TestKey {
  readonly id: ApiKeyId;
  readonly secret: string;
}

export class TestStudio {
  readonly id: StudioId;
  readonly slug: string;
  readonly key: TestKey;
  readonly #bindings: Partial<Env>;

  constructor(id: StudioId, slug: string, key: TestKey, bindings: Partial<Env> = {}) {
    this.id = id;
    this.slug = slug;
    this.key = key;
    this.#bindings = bindings;
  }

  /** The same studio, but its requests run with these bindings in place of the real ones, to inject faults. */
  meeting(bindings: Partial<Env>): TestStudio {
    return new TestStudio(this.id, this.slug, this.key, bindings);
  }

  get db(): StudioDb {
    return new StudioDb(databaseOfTests, this.id);
  }

  get gate() {
    return env.STUDIO_GATE.get(env.STUDIO_GATE.idFromName(String(this.id)));
  }

  /** Sends a request with the studio's key. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetchApi(path, this.key.secret, init, this.#bindings);
  }

  /** The `data` of an answer whose status must be `status`. */
  async data<Data>(path: string, init: RequestInit = {}, status = 200): Promise<Data> {
    const answer = await this.answer<Data>(path, init);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body.data;
  }

  async answer<Data = unknown>(path: string, init: RequestInit = {}): Promise<Answer<Data>> {
    return readAnswer(await this.fetch(path, init));
  }

  /** Adds a key as the operator's command does: changes D1, then tells the gate. */
  async addKey(name = "another", row: KeyRow = {}): Promise<TestKey> {
    const key = await insertKey(this.id, name, undefined, row);
    await this.tellAccessChanged();
    return key;
  }

  /** Changes the end of a key as the panel does: changes D1, then tells the gate. */
  async setKeyEnd(key: TestKey, expiresAt: number | null): Promise<void> {
    await database.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, key.id));
    await this.tellAccessChanged();
  }

  /** Revokes a key as the operator's command does: changes D1, then tells the gate. */
  async revoke(key: TestKey): Promise<void> {
    await database.update(apiKeys).set({ revokedAt: Date.now() }).where(eq(apiKeys.id, key.id));
    await this.tellAccessChanged();
  }

  async setPlan(plan: Plan): Promise<void> {
    await database.update(studios).set({ plan }).where(eq(studios.id, this.id));
    await this.tellAccessChanged();
  }

  /** Tells the studio's gate, which must hear. */
  async tellAccessChanged(): Promise<void> {
    expect(await this.notify()).toBe(true);
  }

  /** Tells the studio's gate once. Answers whether the change holds. */
  notify(): Promise<boolean> {
    return this.gate.accessChanged(this.id);
  }
}

export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { data: Data; metadata: null; errors: Record<string, string[]> | null; errorCode: string | null };
}

export async function readAnswer<Data = unknown>(response: Response): Promise<Answer<Data>> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Sends a request as a client does. `path` is relative to the API's base address. */
export async function fetchApi(
  path: string,
  key?: string,
  init: RequestInit = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set("Authorization", `Bearer ${key}`);
  const request = new Request(`${ORIGIN}/api/v1${path}`, { ...init, headers });
  if (Object.keys(bindings).length === 0) return exports.default.fetch(request);
  return worker.fetch(request, { ...env, ...bindings }, createExecutionContext());
}

/** Makes a studio on the Pro plan with one key named "first". */
export async function createStudio(row: Partial<StudioRow> = {}): Promise<TestStudio> {
  const [studio] = await database.insert(studios).values(studioRow(row)).returning();
  if (studio === undefined) throw new Error("The database returned no row");
  const id = asStudioId(studio.id);
  return new TestStudio(id, studio.slug, await insertKey(id, "first", studio.region));
}

type KeyRow = Partial<Pick<typeof apiKeys.$inferInsert, "kind" | "permission" | "expiresAt">>;

async function insertKey(studioId: StudioId, name: string, region?: Region, more: KeyRow = {}): Promise<TestKey> {
  const { secret, row } = await newApiKey(env.LINK_SECRET, studioId, name, region);
  const [key] = await database
    .insert(apiKeys)
    .values({ ...row, ...more })
    .returning({ id: apiKeys.id });
  return { id: asApiKeyId(idOf(key)), secret };
}

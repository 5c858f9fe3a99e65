// A studio of a test's own, and requests to the API in its name, through the Worker's front door.

import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { openDatabase } from "../../../src/db/database.ts";
import { apiKeys, studios } from "../../../src/db/schema.ts";
import { StudioDb } from "../../../src/db/studio-db.ts";
import { type ApiKeyId, asApiKeyId, asStudioId, type StudioId } from "../../../src/domain/ids.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { Env } from "../../../src/env.ts";
import { createApiKey } from "../../../src/gate/api-key.ts";
import worker from "../../../src/index.ts";
import { sha256Hex } from "../../../src/platform/sha256.ts";

export const database = openDatabase(env.DB);
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

  /** The same studio, whose requests meet these bindings in place of the real ones: for faults they cannot be told to have. */
  meeting(bindings: Partial<Env>): TestStudio {
    return new TestStudio(this.id, this.slug, this.key, bindings);
  }

  get db(): StudioDb {
    return new StudioDb(database, this.id);
  }

  get gate() {
    return env.STUDIO_GATE.get(env.STUDIO_GATE.idFromName(String(this.id)));
  }

  /** A request with the studio's key. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetchApi(path, this.key.secret, init, this.#bindings);
  }

  /** The `data` of a request that must succeed with `status`. */
  async data<Data>(path: string, init: RequestInit = {}, status = 200): Promise<Data> {
    const answer = await this.answer<Data>(path, init);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body.data;
  }

  async answer<Data = unknown>(path: string, init: RequestInit = {}): Promise<Answer<Data>> {
    return readAnswer(await this.fetch(path, init));
  }

  async addKey(name = "another"): Promise<TestKey> {
    const secret = createApiKey();
    const [row] = await database
      .insert(apiKeys)
      .values({ studioId: this.id, name, hash: await sha256Hex(secret), createdAt: Date.now() })
      .returning();
    if (row === undefined) throw new Error("no key was added");
    return { id: asApiKeyId(row.id), secret };
  }

  /** As the operator's command does it: the change in D1, then the word to the service. */
  async revoke(key: TestKey): Promise<void> {
    await database.update(apiKeys).set({ revokedAt: Date.now() }).where(eq(apiKeys.id, key.id));
    await this.tellAccessChanged();
  }

  async setPlan(plan: Plan): Promise<void> {
    await database.update(studios).set({ plan }).where(eq(studios.id, this.id));
    await this.tellAccessChanged();
  }

  async tellAccessChanged(): Promise<void> {
    const response = await exports.default.fetch(`${ORIGIN}/operator/studios/${this.id}/access-changed`, {
      method: "POST",
      headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
    });
    expect(response.status).toBe(204);
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

/** A request as any client would send it. `path` is relative to the API's base address. */
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

let studiosMade = 0;

export async function createStudio(row: Partial<typeof studios.$inferInsert> = {}): Promise<TestStudio> {
  const slug = `studio-${++studiosMade}-${crypto.randomUUID()}`;
  const [studio] = await database
    .insert(studios)
    .values({
      slug,
      title: "A studio",
      plan: "pro",
      locale: "uk",
      currencyId: 1,
      hourlyRateMinor: 6000,
      setupCostMinor: 1500,
      minimumPriceMinor: 0,
      markupBasisPoints: 1000,
      createdAt: Date.now(),
      ...row,
    })
    .returning();
  if (studio === undefined) throw new Error("no studio was added");
  const id = asStudioId(studio.id);
  const key = await new TestStudio(id, slug, { id: asApiKeyId(0), secret: "" }).addKey("first");
  return new TestStudio(id, slug, key);
}

// Scripted service: answers requests one after the other, for faults and delays that must be produced.

import { beforeEach, vi } from "vitest";
import { StudioClient, type StudioClientOptions } from "../../../client/src/index.ts";

export const KEY = `pk_live_${"a1".repeat(32)}`;

export interface SeenRequest {
  /** Method and path with its query. */
  readonly request: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string | undefined;
  /** Milliseconds since the first request. */
  readonly at: number;
}

/** One answer, a lost connection, or silence until the client gives up. */
export type Step = Response | "lost" | "silent";

export class ScriptedService {
  readonly seen: SeenRequest[] = [];
  readonly studio: StudioClient;
  readonly #steps: Step[];
  #startedAt: number | undefined;

  constructor(steps: readonly Step[], options: Partial<StudioClientOptions> = {}) {
    this.#steps = [...steps];
    this.studio = new StudioClient({
      apiKey: KEY,
      baseUrl: "https://api.test/api/v1",
      fetch: (url, init) => this.#answer(String(url), init ?? {}),
      ...options,
    });
  }

  /** Method and path of all requests, in order. */
  get requests(): readonly string[] {
    return this.seen.map(({ request }) => request);
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    const now = Date.now();
    this.#startedAt ??= now;
    const request = `${init.method} ${url.replace("https://api.test/api/v1", "")}`;
    this.seen.push({
      request,
      headers: new Headers(init.headers),
      body: init.body,
      redirect: init.redirect,
      at: now - this.#startedAt,
    });
    const step = this.#steps.shift();
    if (step === undefined) throw new Error(`unexpected: ${request}`);
    if (step === "lost") throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
    if (step !== "silent") return step;
    return new Promise((_, reject) => {
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  }
}

const RATE_LIMIT = { "RateLimit-Policy": '"hourly";q=300;w=3600', RateLimit: '"hourly";r=12;t=34' };

export function answer(status: number, data: unknown, headers: Record<string, string> = {}): Response {
  const body = { data, metadata: null, errors: null, errorCode: null };
  return Response.json(body, { status, headers: { ...RATE_LIMIT, ...headers } });
}

export function refusal(
  status: number,
  errorCode: string,
  errors: Record<string, string[]> | null = null,
  headers: Record<string, string> = {},
): Response {
  const body = { data: null, metadata: null, errors, errorCode };
  return Response.json(body, { status, headers: { ...RATE_LIMIT, "X-Request-Id": "request-7", ...headers } });
}

export const overHour = () =>
  Response.json(
    { error: "API rate limit exceeded for this studio's plan" },
    { status: 429, headers: { ...RATE_LIMIT, RateLimit: '"hourly";r=0;t=240', "X-Request-Id": "request-7" } },
  );

export const JOB_ID = "0b8e5d5e-7c3d-4c53-9a59-5d6c1c1f0a11";

export const accepted = (more: object = {}, headers: Record<string, string> = { "Retry-After": "1" }) =>
  answer(202, { jobId: JOB_ID, status: "pending", statusUrl: "https://elsewhere.test/job", ...more }, headers);

export const job = (status: string, more: object = {}, headers: Record<string, string> = {}) =>
  answer(
    200,
    { jobId: JOB_ID, status, progress: 0, queuedAhead: null, errorMessage: null, items: [], ...more },
    headers,
  );

/** Has each test of the file wait in virtual time. */
export function waitInVirtualTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  });
}

/** The outcome of a call, after all the virtual time that it takes. */
export async function outcome<Result>(call: Promise<Result>): Promise<Result | Error> {
  const settled = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

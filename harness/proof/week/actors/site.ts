// A studio's site and its ERP at the API: each answer is held against contract and hour.

import type { AnswerCheck } from "../../../contract/answer-check.ts";
import type { Decided } from "../models/unclear-hour.ts";
import { LostAnswer, NotNow, type WeekExchange } from "./exchange.ts";
import type { WeekStudio } from "./week-studios.ts";

const BASE = "/api/v1";
const LIMITED = JSON.stringify({ error: "API rate limit exceeded for this studio's plan" });
/** Slices of small boxes take a second or two; the machine may be busy. */
const MAX_ASKED_FOR_JOB = 40;

export interface ApiRequest {
  readonly operationId: string;
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly files?: readonly (readonly [field: string, name: string, bytes: Uint8Array<ArrayBuffer>])[];
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The envelope's data. Its shape is held against the contract before an actor reads it. */
  readonly data: unknown;
}

export class SiteClient {
  readonly studio: WeekStudio;
  readonly #exchange: WeekExchange;
  readonly #contract: AnswerCheck;
  readonly #requestIds: Set<string>;

  constructor(studio: WeekStudio, exchange: WeekExchange, contract: AnswerCheck, requestIds: Set<string>) {
    this.studio = studio;
    this.#exchange = exchange;
    this.#contract = contract;
    this.#requestIds = requestIds;
  }

  /** @throws LostAnswer; NotNow after a 429 or 503 */
  async ask(request: ApiRequest): Promise<ApiAnswer> {
    const [answer] = await this.askAtOnce([request]);
    if (answer === undefined) throw new LostAnswer("killed");
    if (answer.status === 429 || answer.status === 503) throw new NotNow(`${request.path} answered ${answer.status}`);
    return answer;
  }

  /** Sends requests of one moment. Those without an answer are left out. */
  async askAtOnce(requests: readonly ApiRequest[]): Promise<ApiAnswer[]> {
    const settled = await Promise.allSettled(requests.map((request) => this.#send(request)));
    const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const failed = settled.find((one) => one.status === "rejected" && !(one.reason instanceof LostAnswer));
    if (failed?.status === "rejected") throw failed.reason;
    const counted = answers.filter(({ status }) => status !== 401 && status !== 403);
    const decided = counted.flatMap((answer) => decisionOf(answer) ?? []);
    const lost = settled.length - answers.length + counted.length - decided.length;
    const faults = this.studio.hour.settle(this.#exchange.system.now, decided, lost);
    this.#exchange.checks.hold("hour", faults.length === 0, () => `studio ${this.studio.index}: ${faults.join("; ")}`);
    return answers;
  }

  /** Asks for a job until it has ended. @throws NotNow while the engine is down */
  async follow(jobUrl: string): Promise<void> {
    const path = new URL(jobUrl, "http://any.invalid").pathname.slice(BASE.length);
    for (let asked = 0; asked < MAX_ASKED_FOR_JOB; asked++) {
      const { data } = await this.ask({ operationId: "getSlicingJob", path, headers: { Prefer: "wait=30" } });
      // The contract's job.
      const { status } = data as { status: string };
      if (status === "done" || status === "failed") return;
      if (this.#exchange.system.isDown("engine")) throw new NotNow("the engine is down");
    }
    this.#exchange.checks.hold("slicing", false, () => `the job ${jobUrl} has no end`);
  }

  async #send(request: ApiRequest): Promise<ApiAnswer> {
    const { operationId, method = "GET", path, key = this.studio.key } = request;
    const { checks } = this.#exchange;
    const headers = new Headers({ "Accept-Language": "en", ...request.headers });
    if (key !== "") headers.set("Authorization", `Bearer ${key}`);
    const init: RequestInit = { method, headers };
    if (request.json !== undefined) {
      headers.set("Content-Type", "application/json");
      init.body = JSON.stringify(request.json);
    } else if (request.form !== undefined) {
      const form = new FormData();
      for (const [name, value] of Object.entries(request.form)) form.append(name, value);
      for (const [field, name, bytes] of request.files ?? []) form.append(field, new File([bytes], name));
      init.body = form;
    }
    const sent = { actor: "site", studioIndex: this.studio.index, path: `${BASE}${path}`, init } as const;
    const { status, headers: received, text } = await this.#exchange.send(sent);
    const what = () => `${method} ${path} answered ${status}: ${text.slice(0, 400)}`;
    const body: unknown = text === "" ? null : JSON.parse(text);
    const faults = this.#contract.faultsOfAnswer(operationId, { status, headers: received, body });
    checks.hold("contract", faults.length === 0, () => `${faults.join("; ")}: ${what()}`);
    if (status === 429) {
      checks.hold("limited", text === LIMITED && !received.has("Retry-After"), what);
    } else if (status !== 204 && status !== 304) {
      checks.hold("envelope", isEnvelope(body), what);
    }
    const requestId = received.get("X-Request-Id") ?? "";
    checks.hold("requestId", requestId !== "" && !this.#requestIds.has(requestId), () => `${requestId}: ${what()}`);
    this.#requestIds.add(requestId);
    if (status === 201 && operationId !== "createModel") checks.hold("location", received.has("Location"), what);
    if (status === 202) checks.hold("location", received.has("Location") && received.has("Retry-After"), what);
    return { status, headers: received, data: isEnvelope(body) ? body.data : null };
  }
}

/** Undefined: the answer does not tell whether the request counted. */
function decisionOf({ status, headers }: ApiAnswer): Decided | undefined {
  const [, remaining] = /;r=(\d+)/.exec(headers.get("RateLimit") ?? "") ?? [];
  return remaining === undefined ? undefined : { isAdmitted: status !== 429, remaining: Number(remaining) };
}

function isEnvelope(body: unknown): body is { readonly data: unknown } {
  if (typeof body !== "object" || body === null) return false;
  return Object.keys(body)
    .sort()
    .every((name, place) => name === ENVELOPE[place] || name === "codes");
}

const ENVELOPE = ["data", "errorCode", "errors", "metadata"];

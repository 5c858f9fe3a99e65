// Stable values: values that vary from run to run, replaced by fixed ones of the same form.

import { createHash } from "node:crypto";
import { BASE_PATH } from "../../src/http/base-path.ts";

/** The address of the examples' service: no host has this name (RFC 2606). */
const EXAMPLE_ORIGIN = "https://api.example.com";
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;
const BEGAN_AT = "2027-03-01T09:30:00.000Z";
const ENDED_AT = "2027-03-01T09:30:04.000Z";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** An answer's tag, which changes with the moments in it. */
const ENTITY_TAG = /^W\/"[0-9a-f]{32}"$/;
const SOME_ENTITY_TAG = 'W/"c4f9ab1f3b0d4a6c8de1b7a7ce5a0f13"';
/** The token of a download link, which holds its grant and its expiry. */
const DOWNLOAD_TOKEN = /\/files\/[\w.~-]+/g;

/** The progress at the moment of recording varies. */
const BEFORE_SLICING: Readonly<Record<string, unknown>> = { status: "pending", progress: 0, queuedAhead: 0 };
const WHEN_IT_FAILED: Readonly<Record<string, unknown>> = { progress: 5 };

export class StableValues {
  readonly #origin: string;
  readonly #uuids = new Map<string, string>();

  /** @param service the address of the run's service */
  constructor(service: URL) {
    this.#origin = service.origin;
  }

  of<Value>(value: Value): Value {
    return this.#stable(value, "") as Value;
  }

  ofHeaders(headers: Readonly<Record<string, string | null>>): Record<string, unknown> {
    const entries = Object.entries(headers).map(([name, value]): [string, unknown] => {
      if (name === "Retry-After") return [name, Number(value)];
      // The used part of a studio's hour depends on the number of scenarios.
      if (name === "RateLimit") return [name, value?.replace(/r=[1-9]\d*/, "r=1987").replace(/t=[1-9]\d*/, "t=2875")];
      return [name, this.of(value)];
    });
    return Object.fromEntries(entries);
  }

  #stable(value: unknown, field: string): unknown {
    if (typeof value === "string") return this.#stableText(value, field);
    if (Array.isArray(value)) return value.map((one) => this.#stable(one, field));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, this.#stable(one, name)]);
    const stable = Object.fromEntries(entries);
    const isOfJob = "statusUrl" in stable || "queuedAhead" in stable;
    if (isOfJob && (stable.status === "processing" || stable.status === "pending"))
      return withOther(stable, BEFORE_SLICING);
    if (isOfJob && stable.status === "failed") return withOther(stable, WHEN_IT_FAILED);
    if ("remaining" in stable) return { ...stable, remaining: 1987 };
    return stable;
  }

  #stableText(text: string, field: string): string {
    if (text.match(MOMENT)?.[0] === text) return field === "finishedAt" ? ENDED_AT : BEGAN_AT;
    if (ENTITY_TAG.test(text)) return SOME_ENTITY_TAG;
    return text
      .replaceAll(this.#origin, EXAMPLE_ORIGIN)
      .replaceAll(DOWNLOAD_TOKEN, "/files/dG9rZW4")
      .replaceAll(UUID, (uuid) => this.#stableUuid(uuid));
  }

  #stableUuid(uuid: string): string {
    const known = this.#uuids.get(uuid);
    if (known !== undefined) return known;
    const hash = createHash("sha256").update(`${BASE_PATH} ${this.#uuids.size}`).digest("hex");
    const stable = [
      hash.slice(0, 8),
      hash.slice(8, 12),
      `4${hash.slice(13, 16)}`,
      `8${hash.slice(17, 20)}`,
      hash.slice(20, 32),
    ];
    this.#uuids.set(uuid, stable.join("-"));
    return stable.join("-");
  }
}

/** The record with other values in the fields that it has. */
function withOther(record: Readonly<Record<string, unknown>>, values: Readonly<Record<string, unknown>>) {
  return { ...record, ...Object.fromEntries(Object.entries(values).filter(([name]) => name in record)) };
}

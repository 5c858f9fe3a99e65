// Query of a key's log: its filters, kept in the page's address.

import { z } from "zod";
import type { ApiKeyId } from "../../domain/ids.ts";
import { linkedId } from "../../http/request/path-id.ts";
import type { KeyLogQuery } from "../../key-log/asked-request.ts";
import { startOfDay, startOfNextDay } from "../../pages/format.ts";

const REQUESTS_OF_PAGE = 50;
const MAX_TEXT_CHARACTERS = 100;

/** Ranges of statuses, each with its ends. */
export const STATUS_RANGES = {
  failed: [400, 599],
  "2xx": [200, 299],
  "4xx": [400, 499],
  "5xx": [500, 599],
} as const satisfies Record<string, readonly [number, number]>;

export type StatusRange = keyof typeof STATUS_RANGES;
// Object.keys answers the keys of the table, in its order.
export const STATUS_RANGE_NAMES = Object.keys(STATUS_RANGES) as StatusRange[];

export interface KeyLogFilter {
  readonly status: StatusRange | undefined;
  readonly code: string;
  readonly operation: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly request: string;
  readonly hasNames: boolean;
}

/** A filter that is none is left out: it comes from a link, so a fault would help no person. */
export function readKeyLogFilter(query: Readonly<Record<string, string>>): KeyLogFilter {
  const text = (name: string) => (query[name] ?? "").trim().slice(0, MAX_TEXT_CHARACTERS);
  return {
    status: STATUS_RANGE_NAMES.find((name) => name === query.status),
    code: text("code"),
    operation: text("operation"),
    day: z.iso.date().safeParse(text("day")).data ?? "",
    request: text("request"),
    hasNames: query.names === "true",
  };
}

/** The entries that the filter asks for. @param before the number after which the page begins */
export function keyLogQuery(keyId: ApiKeyId, filter: KeyLogFilter, before: string | undefined): KeyLogQuery {
  const { status, code, operation, day, request, hasNames } = filter;
  const [minStatus, maxStatus] = status === undefined ? [] : STATUS_RANGES[status];
  return {
    keyId,
    limit: REQUESTS_OF_PAGE,
    before: linkedId(before),
    minStatus,
    maxStatus,
    errorCode: code || undefined,
    operation: operation || undefined,
    requestId: request || undefined,
    ...(day === "" ? {} : { from: startOfDay(day), until: startOfNextDay(day) }),
    hasNames,
  };
}

/** The address of these entries, as `readKeyLogFilter` reads it. */
export function keyLogAddress(path: string, filter: Partial<KeyLogFilter>, before?: number): string {
  const { status, code = "", operation = "", day = "", request = "", hasNames = false } = filter;
  const query = new URLSearchParams({
    ...(status === undefined ? {} : { status }),
    ...(code === "" ? {} : { code }),
    ...(operation === "" ? {} : { operation }),
    ...(day === "" ? {} : { day }),
    ...(request === "" ? {} : { request }),
    ...(hasNames ? { names: "true" } : {}),
    ...(before === undefined ? {} : { before: String(before) }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

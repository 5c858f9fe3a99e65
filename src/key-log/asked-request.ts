// Asked request: an entry of the log of a studio's keys, and a page of them.
//
// Nothing of it is a customer's: no value, path, address, file name or browser. Names are the only text of the client's, and
// kept-names.ts decides on them.

import type { ApiKeyId } from "../domain/ids.ts";

export interface AskedRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly keyId: ApiKeyId;
  /** Method and pattern below the API's base path, such as `GET /orders/{id}`. */
  readonly operation: string;
  readonly status: number;
  readonly errorCode: string | null;
  /** Names of fields that the answer found a fault in. */
  readonly faulty: readonly string[];
  /** Names of sent fields that the operation does not have. */
  readonly ignored: readonly string[];
  readonly milliseconds: number;
  readonly requestId: string;
  /** The order that the answer made or showed. */
  readonly orderId: number | null;
  /** Whether the answer was that of an earlier request with the same Idempotency-Key. */
  readonly isReplayed: boolean;
  /** Above 1 for requests that the gate refused one after the other, of which this is the last. */
  readonly times: number;
}

/** An entry with its number: later ones have greater numbers. */
export type NumberedRequest = AskedRequest & { readonly number: number };

export interface KeyLogQuery {
  readonly keyId: ApiKeyId;
  /** Entries of a page. */
  readonly limit: number;
  /** Only entries with smaller numbers: the page after another one. */
  readonly before?: number | undefined;
  /** Inclusive. */
  readonly minStatus?: number | undefined;
  /** Inclusive. */
  readonly maxStatus?: number | undefined;
  readonly errorCode?: string | undefined;
  readonly operation?: string | undefined;
  readonly requestId?: string | undefined;
  /** Inclusive, and exclusive: milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Only entries with a faulty or an ignored field. */
  readonly hasNames?: boolean | undefined;
}

export interface KeyLogPage {
  /** The newest first. */
  readonly requests: readonly NumberedRequest[];
  /** `before` of the next page; undefined if this is the last one. */
  readonly next: number | undefined;
  /** Every operation that the key has an entry of. */
  readonly operations: readonly string[];
}

const DAY_MILLISECONDS = 86_400_000;

/** Older entries are not shown. */
export const SHOWN_DAYS = 30;
export const SHOWN_MILLISECONDS = SHOWN_DAYS * DAY_MILLISECONDS;

/** Entries of a studio at most: 3,300 a day. Each day begins a part, so a studio with few requests on many days has some fewer. */
export const MAX_ASKED_REQUESTS = 100_000;

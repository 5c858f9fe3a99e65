// Misplaced keys: the other headers and query fields in which clients send a key, told to them without the key.

import type { ApiContext } from "../http/context.ts";

/** Names of other services' headers, as they are written. */
const OTHER_HEADERS = [
  "X-API-Key",
  "API-Key",
  "ApiKey",
  "X-Auth-Token",
  "X-Access-Token",
  "X-API-Token",
  "Token",
  "Authentication",
];

const QUERY_FIELDS = ["api_key", "apiKey", "apikey", "api-key", "key", "access_token", "accessToken", "token"];

const ITS_PLACE = "it belongs in the header Authorization, as Bearer, a space, and the key";

/** The advice to a client without Authorization that sent a key elsewhere; undefined if it sent none. */
export function adviceOnMisplacedKey({ req }: ApiContext): string | undefined {
  const header = OTHER_HEADERS.find((name) => req.header(name) !== undefined);
  if (header !== undefined) return `The key came in the header ${header}: ${ITS_PLACE}`;
  const field = QUERY_FIELDS.find((name) => req.query(name) !== undefined);
  // Logs of proxies keep addresses.
  return field === undefined
    ? undefined
    : `The key came in the address, as ${field}: ${ITS_PLACE}, and out of addresses`;
}

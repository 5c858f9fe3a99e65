// Mutations of a request: hostile values, names, headers, methods and paths, as fast-check draws and shrinks them.

import fc from "fast-check";
import { type Draft, fieldText, placesOf, RawJson, withMember } from "./draft.ts";

/** `at` counts the draft's places around. */
export type Mutation =
  | { readonly kind: "value"; readonly at: number; readonly value: unknown }
  | { readonly kind: "removed" | "twice"; readonly at: number }
  | { readonly kind: "one more"; readonly name: string; readonly value: unknown }
  | { readonly kind: "method"; readonly method: string }
  | { readonly kind: "path"; readonly tail: string }
  | { readonly kind: "header"; readonly name: string; readonly value: string }
  | { readonly kind: "content type"; readonly contentType: string }
  | { readonly kind: "other body"; readonly contentType: string; readonly text: string };

const LONG = 70_000;
const NESTED = 5_000;

/** Texts that some layer of a service may take for something else. */
const HOSTILE_TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e999",
  "-0",
  "NaN",
  "9007199254740993",
  "99999999999999999999",
  "2147483648",
  "0x10",
  "١٢٣",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "[[[[1]]]]",
  '{"__proto__":{"admin":true}}',
  "__proto__",
  "constructor",
  "toString",
  "\u0000",
  "a\u0000b",
  "\u0001\u0002\u001f\u007f",
  "\ud800",
  "\udfff\ud800",
  "\uffff\ufffe",
  "\u202eabc",
  "a\u0301\u0301\u0301",
  "﷽".repeat(50),
  "\r\nX-Injected: 1",
  "a\nb\rc",
  "'; DROP TABLE orders; --",
  '" OR ""="',
  "%",
  "%00",
  "%zz",
  "%ff",
  "%2e%2e%2f",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{7*7}}",
  "=1+1",
  "javascript:alert(1)",
  "http://127.0.0.1:9/",
  "https://user:password@example.com:0/",
  "2026-02-30",
  "9999-12-31",
  "0000-00-00",
  "+380000000000000000",
  "a@b",
  "Ї".repeat(256),
  "x".repeat(LONG),
  "🦄".repeat(1_000),
] as const;

const HOSTILE_JSON: readonly unknown[] = [
  null,
  true,
  [],
  {},
  0,
  -1,
  0.1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  new RawJson("1e400"),
  new RawJson("-0"),
  new RawJson("9007199254740993"),
  new RawJson("1".repeat(400)),
  new RawJson('{"a":1,"a":2}'),
  new RawJson('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  new RawJson('"\\ud800"'),
  new RawJson('"\\u0000"'),
  new RawJson(`${"[".repeat(NESTED)}${"]".repeat(NESTED)}`),
  new RawJson(`${'{"a":'.repeat(NESTED)}1${"}".repeat(NESTED)}`),
  new RawJson("{"),
  new RawJson("NaN"),
  Array.from({ length: 1_000 }, (_, index) => index),
];

const HOSTILE_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
  "__proto__[admin]",
  "a[b][c]",
  "a[]",
  "items[0]",
  "item_0",
  "item_99999",
  "models[]",
  "model",
  "quantity",
  "Quantity",
  "studioId",
  "formToken",
  "status",
  "",
  " ",
  "\u0000",
  'a"b',
  "a\r\nb",
  "ї",
  "x".repeat(5_000),
] as const;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"] as const;
const TAILS = [
  "/",
  "//",
  "/.",
  "/..",
  "/x",
  "%2f",
  ";a=b",
  "?",
  "?a=%",
  "#",
  "/%00",
  "/%ff%fe",
  "?__proto__=1",
  "%",
  "\\",
  "/..%2f..%2f",
] as const;
const CONTENT_TYPES = [
  "",
  "application/json",
  "application/json; charset=utf-16",
  "application/xml",
  "text/plain",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="',
  "multipart/form-data; boundary=a; boundary=b",
  "multipart/mixed; boundary=a",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=windows-1251",
  "Application/JSON",
  "application/octet-stream",
  "*/*",
  ";",
] as const;

/** Headers that some layer reads. A wait is short: a long one is no hang. */
const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ["Accept-Language", ["uk", "en", "uk;q=0", "*", "x".repeat(3_000), "uk;q=NaN, en;q=-1", ",,,", "zz-ZZ"]],
  ["Accept", ["*/*", "text/html", "application/xml", ";"]],
  ["Accept-Encoding", ["gzip, br", "identity;q=0", "*;q=0", "x"]],
  ["If-None-Match", ["*", '""', 'W/"x"', '"', "x".repeat(5_000), '"a","b",W/"c"']],
  ["If-Modified-Since", ["Sat, 28 Nov 2099 00:00:00 GMT", "yesterday"]],
  ["If-Range", ['"x"', "yesterday"]],
  ["If-Match", ["*", '"x"']],
  [
    "Range",
    [
      "bytes=0-0",
      "bytes=-1",
      "bytes=5-1",
      "bytes=0-,1-,2-",
      "bytes=99999999999-",
      "items=0-1",
      "bytes=",
      "bytes=0-18446744073709551616",
    ],
  ],
  ["Prefer", ["wait=0", "wait=-1", "wait=x", "wait=1; wait=0", "respond-async", "wait=0x1", ",", 'wait="1"']],
  ["Idempotency-Key", ["", "a", "x".repeat(255), "x".repeat(256), "ключ", "a b", '"a"']],
  ["Content-Encoding", ["gzip", "identity", "br", "x"]],
  ["Content-Language", ["uk"]],
  ["Expect", ["100-continue"]],
  ["X-Request-Id", ["a", "x".repeat(500), "<b>", "11111111-1111-4111-8111-111111111111"]],
  ["X-Forwarded-For", ["127.0.0.1", "x"]],
  ["X-Forwarded-Host", ["evil.example"]],
  ["X-Forwarded-Proto", ["http"]],
  ["X-HTTP-Method-Override", ["DELETE"]],
  ["X-File-Name", ["%", "%00", "..%2f..%2fx", "x".repeat(2_000), "%D0%B0.pdf"]],
  ["CF-Connecting-IP", ["2001:db8::1", "::1", "x", "1.2.3.4, 5.6.7.8", "999.1.1.1", "fe80::1%eth0"]],
  ["Origin", ["null", "https://evil.example", "http://127.0.0.1", "x"]],
  ["Referer", ["https://evil.example/", "x"]],
  ["Cookie", ["", "a", "=", "session=x; session=y", "x".repeat(4_000), "__proto__=1"]],
  ["Authorization", ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer pk_live_", "bearer x", "Bearer \u00ff"]],
  ["Sec-Fetch-Site", ["cross-site"]],
  ["Upgrade", ["websocket", "h2c"]],
  ["Access-Control-Request-Method", ["POST", "x"]],
  ["Transfer-Encoding", ["identity"]],
  ["X-Long", ["x".repeat(12_000)]],
];

const BODIES = [
  "",
  "{",
  "[]",
  "null",
  "a=1&a=2&%=%zz",
  "--x\r\n",
  "\u0000",
  "{}{}",
  '{"__proto__":1}',
  "x".repeat(LONG),
] as const;

const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.integer() },
);

const place = fc.nat({ max: 60 });

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("value" as const), at: place, value: hostileValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("removed" as const, "twice" as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("one more" as const),
      name: fc.oneof(fc.constantFrom(...HOSTILE_NAMES), fc.string({ maxLength: 20 })),
      value: hostileValue,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("method" as const), method: fc.constantFrom(...METHODS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("path" as const), tail: fc.constantFrom(...TAILS) }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...HEADERS)
      .chain(([name, values]) =>
        fc.record({ kind: fc.constant("header" as const), name: fc.constant(name), value: fc.constantFrom(...values) }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("content type" as const),
      contentType: fc.constantFrom(...CONTENT_TYPES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("other body" as const),
      contentType: fc.constantFrom(...CONTENT_TYPES),
      text: fc.constantFrom(...BODIES),
    }),
  },
);

/** None for half of them: a request that is only refused proves little. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
);

export function mutate(draft: Draft, change: Mutation): void {
  switch (change.kind) {
    case "value":
    case "removed":
    case "twice": {
      const places = placesOf(draft);
      const chosen = places[change.at % Math.max(1, places.length)];
      if (change.kind === "value") chosen?.write(change.value);
      else if (change.kind === "removed") chosen?.remove();
      else chosen?.repeat();
      return;
    }
    case "one more":
      addValue(draft, change.name, change.value);
      return;
    case "method":
      draft.method = change.method;
      return;
    case "path":
      draft.tail = change.tail;
      return;
    case "header":
      setHeader(draft, change.name, change.value);
      return;
    case "content type":
      setHeader(draft, "Content-Type", change.contentType);
      return;
    case "other body":
      draft.body = { kind: "bytes", contentType: change.contentType, content: Buffer.from(change.text) };
      return;
    default:
      change satisfies never;
  }
}

function addValue(draft: Draft, name: string, value: unknown): void {
  const { body } = draft;
  if (body.kind === "json") body.value = withMember(body.value, name, value);
  else if ("parts" in body) body.parts.push({ name, value: fieldText(value) });
  else draft.query.push([name, fieldText(value)]);
}

function setHeader(draft: Draft, name: string, value: string): void {
  const kept = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  draft.headers.splice(0, draft.headers.length, ...kept, [name, value]);
}

// Grammar of catalog files, CSV and JSON: entries of every kind by their fields, and files that break the rules.

import fc from "fast-check";
import { TECHNOLOGIES } from "../../../../slicer-service/src/contract/technologies.ts";
import { fileNamesOf } from "../../../../src/catalog/catalog-file.request.ts";
import { CATALOG, CATALOG_KINDS } from "../../../../src/catalog/catalog-kinds.ts";
import type { CatalogKind } from "../../../../src/catalog/catalog-rows.ts";
import { bytes } from "../../../models/bytes.ts";
import { damagedBytes } from "../byte-damage.ts";

export interface WrittenCatalog {
  readonly name: string;
  readonly format: "csv" | "json";
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Without damage: its import must have no fault. */
  readonly isSound: boolean;
}

type Record_ = Readonly<Record<string, string>>;

const name = fc.constantFrom("PLA", "PETG", "Стандарт", "=1+1", "-x", "a;b", 'with "quotes"', "0.2", "@home", "Ї'я");
/** A text, which may have several lines. */
const text = fc.oneof(name, fc.constantFrom("two\nlines", "Входить\r\nу ціну"));
const amount = fc.integer({ min: 0, max: 500_000 }).map((cents) => (cents / 100).toFixed(2));
const flag = fc.constantFrom("true", "false");
const filament = fc.constant("fdm");
const optional = (value: fc.Arbitrary<string>) => fc.option(value, { nil: "" });

/** Entries without a fault, each kind with its needed fields and some others. */
const SOUND: Readonly<Record<CatalogKind, fc.Arbitrary<Record_>>> = {
  machineProfile: fc.record({
    name: fc.constantFrom("Workshop A", "Workshop B", "Верстат"),
    hourlyRate: optional(amount),
    powerWatts: optional(fc.integer({ min: 1, max: 900 }).map(String)),
    isArchived: optional(flag),
  }),
  material: fc.record({
    technology: fc.constantFrom(...TECHNOLOGIES.map(({ slug }) => slug)),
    name,
    color: optional(fc.constantFrom("білий", "black", "=red")),
    colorHex: optional(fc.constantFrom("#f5f5f5", "#000000")),
    costPerKg: amount,
    density: fc.constantFrom("1.24", "0.95", "1.1"),
    stockQuantity: optional(fc.nat(9000).map(String)),
    isOnOrderPage: optional(flag),
  }),
  quality: fc.record({
    technology: filament,
    name,
    layerHeight: fc.constantFrom("0.1", "0.2", "0.28"),
    nozzleDiameter: optional(fc.constant("0.4")),
    infillPercent: optional(fc.nat(100).map(String)),
    wallCount: optional(fc.integer({ min: 1, max: 5 }).map(String)),
    speedMode: optional(fc.constantFrom("draft", "standard", "fine")),
    supports: optional(flag),
    isActive: optional(flag),
  }),
  finishing: fc.record({
    technology: optional(filament),
    name,
    description: optional(text),
    pricePercentage: optional(fc.integer({ min: 0, max: 90 }).map(String)),
  }),
  product: fc.record({
    title: name,
    description: optional(text),
    price: amount,
    leadTime: optional(fc.integer({ min: 1, max: 60 }).map(String)),
    isActive: optional(flag),
    photos: optional(fc.constant("https://example.com/a.jpg https://example.com/b.jpg")),
  }),
  deliveryMethod: fc.record({
    name,
    isPickup: optional(flag),
    price: optional(amount),
    freeFrom: fc.constant(""),
    isActive: optional(flag),
  }),
};

interface Entry {
  readonly kind: CatalogKind;
  readonly values: Record_;
}

const entry: fc.Arbitrary<Entry> = fc.oneof(
  ...CATALOG_KINDS.map((kind) => SOUND[kind].map((values) => ({ kind, values }))),
);

/** A file cannot name one entry twice. */
const soundEntries = fc.uniqueArray(entry, {
  maxLength: 12,
  selector: ({ kind, values: { technology, name: named, title, color } }) =>
    JSON.stringify([kind, technology, named, title, kind === "material" ? color : ""]),
});

const oddValue = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      "-1",
      "1e9",
      "NaN",
      "1,5",
      "1.234",
      "999999999999",
      "0",
      "null",
      "[object Object]",
      "так",
      "#12345",
      "#GGGGGG",
      "javascript:alert(1)",
    ],
    ...[
      "\u0000",
      "\u202e",
      "a".repeat(300),
      "a".repeat(5000),
      "fdm",
      "msla",
      "1970",
      "\ud800",
      "'=1",
      "0x10",
      " 1 ",
      "1 000,50",
      "/studios/1/photos/a",
    ],
  ),
  fc.string({ maxLength: 20 }),
  fc.double().map(String),
);
const oddField = fc.oneof(
  ...CATALOG_KINDS.map((kind) => fc.constantFrom(...fileNamesOf(kind))),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "id",
    "currency",
    "type",
    "",
    "exposureSeconds",
    "slug",
    "toString",
    "studioId",
  ),
);

function changed(values: Record_): fc.Arbitrary<Record_> {
  const field = fc.oneof(fc.constantFrom(...Object.keys(values)), oddField);
  return fc.array(fc.tuple(field, fc.option(oddValue, { freq: 5 })), { minLength: 1, maxLength: 3 }).map((changes) => {
    const all = new Map(Object.entries(values));
    for (const [at, value] of changes) {
      if (value === null) all.delete(at);
      else all.set(at, value);
    }
    return Object.fromEntries(all);
  });
}

const oddEntries = fc.array(
  entry.chain(({ kind, values }) =>
    fc.oneof(changed(values), fc.constant(values)).map((odd): Entry => ({ kind, values: odd })),
  ),
  { maxLength: 10 },
);

interface CsvWriting {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly opening: string;
  readonly quotes: boolean;
}

const csvWriting: fc.Arbitrary<CsvWriting> = fc.record({
  delimiter: fc.constantFrom(";", ",", "\t"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  opening: fc.constantFrom("", "\ufeff"),
  quotes: fc.boolean(),
});

function csv(entries: readonly Entry[], { delimiter, lineEnd, opening, quotes }: CsvWriting): Uint8Array<ArrayBuffer> {
  const columns = [...new Set(["type", ...entries.flatMap(({ values }) => Object.keys(values))])];
  // A spreadsheet keeps a text like a formula behind an apostrophe.
  const cell = (text: string) => {
    const guarded = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    const isQuoted = quotes || /["\r\n;,\t]|^\s|\s$/.test(guarded);
    return isQuoted ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  };
  // A machine's and another's fields of one name are one column.
  const rows = entries.map(({ kind, values }) =>
    columns.map((column) =>
      column === "type" ? CATALOG[kind].type : Object.hasOwn(values, column) ? (values[column] ?? "") : "",
    ),
  );
  const text = [columns, ...rows].map((row) => row.map(cell).join(delimiter)).join(lineEnd);
  return bytes(opening + text + lineEnd);
}

const JSON_WRITINGS = ["texts", "numbers", "api"] as const;

function json(entries: readonly Entry[], writing: (typeof JSON_WRITINGS)[number]): Uint8Array<ArrayBuffer> {
  const value = (field: string, text: string): unknown => {
    if (text === "") return null;
    if (writing === "texts") return text;
    if (writing === "api" && field === "technology") return { slug: text };
    if (writing === "api" && /^(price|costPerKg|hourlyRate)$/.test(field)) return { amount: text };
    if (field === "photos") return text.split(" ");
    return text === "true" || text === "false"
      ? text === "true"
      : /^\d+(\.\d+)?$/.test(text) && !/name|title|description/i.test(field)
        ? Number(text)
        : text;
  };
  const lists = CATALOG_KINDS.map((kind) => {
    const own = entries
      .filter((one) => one.kind === kind)
      .map(({ values }) =>
        Object.fromEntries(Object.entries(values).map(([field, text]) => [field, value(field, text)])),
      );
    return [CATALOG[kind].list, writing === "api" ? { data: own, metadata: null } : own];
  });
  return bytes(JSON.stringify(Object.fromEntries(lists), null, 1));
}

function fileOf(entries: fc.Arbitrary<readonly Entry[]>, isSound: boolean): fc.Arbitrary<WrittenCatalog> {
  return entries.chain((all) =>
    fc.oneof(
      csvWriting.map(
        (writing): WrittenCatalog => ({
          name: `CSV of ${all.length} entries by ${JSON.stringify(writing.delimiter)}`,
          format: "csv",
          bytes: csv(all, writing),
          isSound,
        }),
      ),
      fc.constantFrom(...JSON_WRITINGS).map(
        (writing): WrittenCatalog => ({
          name: `JSON of ${all.length} entries, ${writing}`,
          format: "json",
          bytes: json(all, writing),
          isSound,
        }),
      ),
    ),
  );
}

const odd: fc.Arbitrary<WrittenCatalog> = fc.oneof(
  fc
    .json({ maxDepth: 5 })
    .map((text): WrittenCatalog => ({ name: "any JSON", format: "json", bytes: bytes(text), isSound: false })),
  fc
    .constantFrom(
      '{"materials":[null,1,"a",[]]}',
      '{"materials":{"data":{}}}',
      '{"__proto__":[]}',
      `${"[".repeat(20_000)}`,
      '{"currency":{"code":null}}',
      '{"products":[{"photos":[[["a"]]]}]}',
      '{"products":[{"title":{"amount":"1","currency":"EUR"}}]}',
    )
    .map((text): WrittenCatalog => ({ name: text.slice(0, 60), format: "json", bytes: bytes(text), isSound: false })),
  fc
    .constantFrom(
      "",
      "type",
      "type;type",
      "type;;",
      "a;b\n1;2",
      'type;name\n"material',
      "type\n\n\n",
      "type;name\rmaterial;PLA\r",
      `type\n${"material\n".repeat(5001)}`,
      'type;"na""me"\nmaterial;x;y',
    )
    .map(
      (text): WrittenCatalog => ({
        name: `CSV ${JSON.stringify(text.slice(0, 30))}`,
        format: "csv",
        bytes: bytes(text),
        isSound: false,
      }),
    ),
);

const damaged = fc
  .tuple(fileOf(soundEntries, false), fileOf(oddEntries, false))
  .chain(([one, other]) =>
    damagedBytes(one.bytes, other.bytes).map(
      ({ words, bytes: broken }): WrittenCatalog => ({ ...one, name: `${one.name}, ${words}`, bytes: broken }),
    ),
  );

export const writtenCatalog: fc.Arbitrary<WrittenCatalog> = fc.oneof(
  { weight: 3, arbitrary: fileOf(soundEntries, true) },
  { weight: 6, arbitrary: fileOf(oddEntries, false) },
  { weight: 1, arbitrary: odd },
  { weight: 4, arbitrary: damaged },
);

// Migrations on a real D1 that holds data: nothing is lost, and wrong values are refused.

import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slugOf } from "../../src/catalog/delivery-method/delivery-slug.ts";

/** After "Courier". */
const DELIVERY_NAMES = [
  "Нова Пошта",
  "Згурський й Ящик: Юрій, Єва, Їжак; маєш мій поїзд, вʼюн, об’їзд, Кур'єр",
  "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
  "РОЗГІН і Розгін — ёЁ ыЫ эЭ ъЪ",
  "  Pick-up (Дніпро, вул. Робоча 12)  ",
  "courier!",
  "Method 3",
  "Method 3b",
  "📦",
];

/**
 * One row of every table of the schema before the CHECKs, in an order that foreign keys allow. Every column holds a value of
 * its own, so that none can be lost or mistaken for another.
 */
const ROWS_BEFORE = [
  `INSERT INTO studios VALUES (7, 'kobza', 'Kobza', 'pro', 'uk', 2, 6000, 1500, 100, 1550, 11, '{"sla": {"supportMm" : 3}}')`,
  `INSERT INTO api_keys VALUES (1, 7, 'site', 'hash', 12, 13)`,
  `INSERT INTO materials VALUES (1, 7, 1, 'PLA', 'white', '#fff', 60000, 1240, 'inactive', 101, 102)`,
  `INSERT INTO printing_qualities VALUES (1, 7, 2, 'Fine', 'slow', 50, 400, 20, 3, 4, 5, 1, 'fine', 0, 1, '{"supportMm":2.5}')`,
  `INSERT INTO finishings VALUES (1, 7, 3, 'Sanding', 'by hand', NULL, 1250, 1)`,
  `INSERT INTO finishings VALUES (2, 7, 4, 'Painting', 'by brush', 2500, NULL, 0)`,
  `INSERT INTO products VALUES (1, 7, 'Vase', 'tall', '["vase.jpg"]', 45000, 3, 1, 14, 15)`,
  `INSERT INTO delivery_methods VALUES (1, 7, 'Courier')`,
  ...DELIVERY_NAMES.map(
    (name, index) => `INSERT INTO delivery_methods VALUES (${index + 2}, 7, '${name.replaceAll("'", "''")}')`,
  ),
  `INSERT INTO printers VALUES (1, 7, 'first', 5, 'Big', 'Ender', '220x220x250', 'maintenance', 'oil', '2027-03-31', 16, 17)`,
  `INSERT INTO printers VALUES (9, 7, 'last', 1, 'Ender', NULL, NULL, 'active', NULL, NULL, 1, 1)`,
  `INSERT INTO models VALUES (1, 7, 'sha', 'obj', 84, 'object', 18, 19, 1)`,
  `INSERT INTO slicing_jobs VALUES ('job', 7, '[{"sliceKey":"a"}]', 20, 21)`,
  `INSERT INTO customers VALUES (1, 7, 'Леся', 'Українка', '+380501234567', 'lesia@example.com', 'pl', 22)`,
  `INSERT INTO orders VALUES (1, 7, 'attempt', 1, '{"firstName":"Леся"}', 'ready', 25000, 3, 'site', '{"method":"courier"}', 23, 24)`,
  `INSERT INTO order_items VALUES (1, 7, 1, 0, 1, 1, 'part.stl', 2, 12500, 1, 'red', 1, '[1]', 12, 340, 1, 'Vase', 
    '{"markupHundredths":1550,"finishings":[{"name":"markupHundredths"}]}')`,
  `INSERT INTO order_status_changes VALUES (1, 7, 1, 'confirmed', 'paid', 25)`,
  `INSERT INTO order_status_changes VALUES (2, 7, 1, 'ready', NULL, 27)`,
  `INSERT INTO idempotency_keys VALUES (7, 'key', 'print', 'attempt', 26, '{"status":201}')`,
  `DELETE FROM printers WHERE id = 9`,
  `INSERT INTO models VALUES (9, 7, 'last', 'stl', 84, 'last', 1, 1, 0)`,
  `DELETE FROM models WHERE id = 9`,
];

/** Names that the migration changes, of columns and of keys in JSON columns. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  hourly_rate: "hourly_rate_minor",
  setup_cost: "setup_cost_minor",
  minimum_price: "minimum_price_minor",
  markup_hundredths: "markup_basis_points",
  cost_per_kg: "cost_per_kg_minor",
  price: "price_minor",
  percentage_hundredths: "percentage_basis_points",
  total_price: "total_price_minor",
  answer: "response",
  supportMm: "supportCubicMmPerSquareMm",
  markupHundredths: "markupBasisPoints",
  order_status_changes: "order_changes",
};

/** A row, or a value in it, under its new names; JSON as its value. */
function renamed(value: unknown): unknown {
  if (typeof value === "string" && /^[[{]/.test(value)) return renamed(JSON.parse(value));
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [NEW_NAMES[name] ?? name, renamed(held)]));
}

const TABLES = [
  ...new Set(ROWS_BEFORE.map((statement) => statement.match(/INTO (\w+)/)?.[1]).filter((name) => name !== undefined)),
];

let miniflare: Miniflare;
let database: Awaited<ReturnType<Miniflare["getD1Database"]>>;
let rowsBefore: Record<string, unknown[]>;
let indexesBefore: { name?: unknown }[];

/** As `wrangler d1 migrations apply` does it: a migration is one transaction. */
async function migrate(from: number, to?: number, filled = database): Promise<void> {
  for (const { queries } of (await readD1Migrations("migrations")).slice(from, to)) {
    await filled.batch(queries.map((query) => filled.prepare(query)));
  }
}

async function allRows(): Promise<Record<string, unknown[]>> {
  const { results: present } = await database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = new Set(present.map(({ name }) => name));
  const read = TABLES.map(async (table): Promise<[string, unknown[]]> => {
    const { results } = await database
      .prepare(`SELECT * FROM ${names.has(table) ? table : NEW_NAMES[table]} ORDER BY 1`)
      .all();
    return [table, results];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** By name, with the columns that a unique index of that name must cover. */
async function allIndexes(): Promise<{ name?: unknown }[]> {
  const { results } = await database
    .prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL ORDER BY name")
    .all();
  return results;
}

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {};",
      compatibilityDate: "2026-10-20",
      d1Databases: ["DB", "BEFORE_CHECKED_TEXTS", "BEFORE_NUMBERS", "BEFORE_PARCELS"],
    }),
  );
  database = await miniflare.getD1Database("DB");
  await migrate(0, 2);
  for (const statement of ROWS_BEFORE) await database.prepare(statement).run();
  rowsBefore = await allRows();
  indexesBefore = await allIndexes();
  await migrate(2);
});

afterAll(() => miniflare.dispose());

describe("a migration", () => {
  it("writes each trigger on one line: D1 may split a file after a line that ends with a semicolon", async () => {
    const texts = (await readD1Migrations("migrations")).flatMap(({ queries }) => queries);
    const triggers = texts.flatMap((text) => text.split("\n")).filter((line) => line.startsWith("CREATE TRIGGER"));
    expect(triggers.length).toBeGreaterThan(0);
    expect(triggers.filter((line) => !/ END;?$/.test(line))).toEqual([]);
  });
});

describe("a migration", () => {
  it("never switches foreign keys off, which D1 ignores", async () => {
    const statements = (await readD1Migrations("migrations")).flatMap(({ name, queries }) =>
      queries.map((query) => ({ name, query })),
    );
    expect(statements.length).toBeGreaterThan(10);
    // Also as `= 0`, `= no` or `(false)`, in any case.
    const offending = statements.filter(({ query }) => /\bPRAGMA\s+(?:\w+\.)?foreign_keys\b/i.test(query));
    expect(offending).toEqual([]);
  });

  it.each([
    ["PRAGMA foreign_keys=OFF", "FOREIGN KEY constraint failed"],
    ["PRAGMA defer_foreign_keys=ON", undefined],
  ])("that rebuilds a table with children under %s: %s", async (pragma, failure) => {
    const run = (statements: string[]) => database.batch(statements.map((statement) => database.prepare(statement)));
    await run([
      "DROP TABLE IF EXISTS child",
      "DROP TABLE IF EXISTS parent",
      "CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent (id))",
      "INSERT INTO parent VALUES (7, 'a')",
      "INSERT INTO child VALUES (1, 7)",
    ]);
    const rebuilding = run([
      pragma,
      "CREATE TABLE kept_parent AS SELECT * FROM parent",
      "DROP TABLE parent",
      "CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> ''))",
      "INSERT INTO parent SELECT * FROM kept_parent",
      "DROP TABLE kept_parent",
    ]);
    if (failure === undefined) await rebuilding;
    else await expect(rebuilding).rejects.toThrow(failure);
    expect((await database.prepare("SELECT * FROM child JOIN parent ON parent.id = parent_id").all()).results).toEqual([
      { id: 7, parent_id: 7, name: "a" },
    ]);
    await expect(database.prepare("INSERT INTO child VALUES (2, 8)").run()).rejects.toThrow("FOREIGN KEY");
  });
});

describe("a database that was filled before its columns were checked", () => {
  it("keeps every value of every row, under its new name", async () => {
    expect(Object.values(rowsBefore).every((rows) => rows.length > 0)).toBe(true);
    // toMatchObject: a later migration may add columns.
    expect(renamed(await allRows())).toMatchObject(renamed(rowsBefore) as object);
  });

  it("keeps the item on its printer, with all of its copies", async () => {
    const { results } = await database.prepare("SELECT order_item_id, printer_id, copies FROM queued_prints").all();
    expect(results).toEqual([{ order_item_id: 1, printer_id: 1, copies: 2 }]);
  });

  it("gives delivery methods the slugs that their names give, each once in a studio", async () => {
    const { results } = await database.prepare("SELECT name, slug FROM delivery_methods ORDER BY id").all();
    const slugs = new Map(results.map(({ name, slug }) => [name, slug]));
    expect(slugs.get("Нова Пошта")).toBe("nova-poshta");
    expect(slugs.get("Courier")).toBe("courier");
    expect(slugs.get("courier!"), "as the first one has it").toBeNull();
    slugs.delete("courier!");
    expect(Object.fromEntries(slugs)).toEqual(
      Object.fromEntries(
        ["Courier", ...DELIVERY_NAMES.filter((name) => name !== "courier!")].map((name) => [name, slugOf(name)]),
      ),
    );
  });

  it("numbers each order's changes, and gives the order the version of the latest", async () => {
    const { results } = await database
      .prepare(
        "SELECT order_changes.version AS change, orders.version FROM order_changes JOIN orders ON orders.id = order_id",
      )
      .all();
    expect(results).toEqual([
      { change: 1, version: 2 },
      { change: 2, version: 2 },
    ]);
  });

  it("has every customer's totals, and counts the orders and cancellations of an older Worker too", async () => {
    const totals = () =>
      database
        .prepare("SELECT order_count, spent_minor FROM customers WHERE id = 1")
        .first<{ order_count: number; spent_minor: number }>();
    expect(await totals()).toEqual({ order_count: 1, spent_minor: 25_000 });
    // The columns that a Worker before the totals writes.
    await database
      .prepare(
        `INSERT INTO orders (id, studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source,
           created_at, updated_at) VALUES (5, 7, 'older', 1, '{}', 'pending', 500, 3, 'site', 28, 28)`,
      )
      .run();
    expect(await totals()).toEqual({ order_count: 2, spent_minor: 25_500 });
    for (const [status, orderCount] of [
      ["confirmed", 2],
      ["cancelled", 1],
      ["cancelled", 1],
      ["pending", 2],
    ] as const) {
      await database.prepare("UPDATE orders SET status = ? WHERE id = 5").bind(status).run();
      expect(await totals(), status).toMatchObject({
        order_count: orderCount,
        spent_minor: orderCount === 2 ? 25_500 : 25_000,
      });
    }
    await database.prepare("DELETE FROM orders WHERE id = 5").run();
  });

  it("keeps every reference between rows", async () => {
    const { results } = await database.prepare("PRAGMA foreign_key_check").all();
    expect(results).toEqual([]);
  });

  it("keeps every index, with its unique columns", async () => {
    // The history's index is another one, which holds that an order has no two changes of one version; that of items on printers
    // has no entry for other items. Keys stand in the order of their age themselves.
    const replaced = ["order_status_changes_of_order", "order_items_of_printer", "idempotency_keys_by_age"];
    const kept = indexesBefore.filter(({ name }) => !replaced.includes(String(name)));
    expect(await allIndexes()).toEqual(expect.arrayContaining(kept));
    expect(kept.length).toBe(indexesBefore.length - replaced.length);
  });

  it("gives no id again that a deleted row had", async () => {
    const added = await database
      .prepare(
        `INSERT INTO printers (studio_id, request_key, technology_id, name, status, created_at, updated_at)
         VALUES (7, 'new', 1, 'Ender', 'active', 1, 1) RETURNING id`,
      )
      .first<{ id: number }>();
    expect(added?.id).toBe(10);
  });

  it("takes a PLY and a STEP model, under ids that no deleted one had", async () => {
    for (const [format, id] of [
      ["ply", 10],
      ["step", 11],
    ]) {
      const added = await database
        .prepare(
          `INSERT INTO models (studio_id, sha256, format, size_bytes, object_key, created_at, last_used_at)
           VALUES (7, ?1, ?1, 84, ?1, 1, 1) RETURNING id`,
        )
        .bind(format)
        .first<{ id: number }>();
      expect(added?.id).toBe(id);
    }
  });

  it.each([
    "UPDATE orders SET status = 'done'",
    "UPDATE order_changes SET status = 'done'",
    "UPDATE printers SET status = 'broken'",
    "UPDATE materials SET status = 'sold out'",
    "UPDATE materials SET technology_id = 6",
    "UPDATE materials SET cost_per_kg_minor = -1",
    "UPDATE printing_qualities SET speed_mode = 'fast'",
    "UPDATE printing_qualities SET technology_id = 0",
    "UPDATE finishings SET technology_id = 6",
    "UPDATE finishings SET price_minor = 100",
    "UPDATE printers SET technology_id = 6",
    "UPDATE models SET format = 'iges'",
    "UPDATE studios SET plan = 'gold'",
    "UPDATE studios SET locale = ''",
    "UPDATE studios SET locale = 'en_GB'",
    "UPDATE studios SET locale = 'Українська'",
    "UPDATE customers SET locale = ''",
    `UPDATE customers SET locale = '${"x".repeat(36)}'`,
    "UPDATE orders SET source = ''",
    `UPDATE orders SET source = '${"x".repeat(256)}'`,
    "UPDATE studios SET currency_id = 9",
    "UPDATE studios SET hourly_rate_minor = -1",
    "UPDATE studios SET process_parameters = '[]'",
    "UPDATE orders SET currency_id = 9",
    "UPDATE orders SET contact = 'Леся'",
    "UPDATE orders SET delivery = 'courier'",
    "UPDATE order_items SET finishing_ids = '1,2'",
    "UPDATE order_items SET cost_breakdown = '[]'",
    "UPDATE order_items SET quantity = 0",
    "UPDATE products SET photos = 'photo.jpg'",
    "UPDATE slicing_jobs SET items = '{}'",
    "UPDATE idempotency_keys SET response = '201'",
    "UPDATE studios SET process_parameters = '{broken'",
    `INSERT INTO orders SELECT 2, studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source,
       delivery, version, NULL, NULL, created_at, updated_at, NULL, NULL, NULL, 2, NULL, NULL, NULL, 0 FROM orders`,
    `INSERT INTO customers SELECT 2, studio_id, first_name, last_name, phone_number, email, locale, created_at, 0, 0, NULL, NULL FROM customers`,
    "UPDATE printers SET request_key = 'first'",
    "UPDATE delivery_methods SET slug = 'courier'",
    "DELETE FROM orders",
    "DELETE FROM models",
  ])("refuses %s", async (statement) => {
    await expect(database.prepare(statement).run()).rejects.toThrow(/constraint failed|malformed JSON/);
  });
});

describe("a database that was filled before locales and sources were checked", () => {
  const BEFORE = 9;
  const LONG = "x".repeat(300);
  const studio = (id: number, locale: string) =>
    `INSERT INTO studios (id, slug, title, plan, locale, currency_id, hourly_rate_minor, setup_cost_minor, minimum_price_minor,
       markup_basis_points, created_at) VALUES (${id}, 'studio-${id}', 'Studio', 'pro', '${locale}', 2, 1, 2, 3, 4, 5)`;
  const customer = (id: number, locale: string) =>
    `INSERT INTO customers VALUES (${id}, 2, 'Леся', 'Українка', '+38050123456${id}', 'Lesia@example.com', '${locale}', 22)`;
  const order = (id: number, source: string) =>
    `INSERT INTO orders (id, studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source, version,
       customer_token, consented_at, created_at, updated_at)
     VALUES (${id}, 2, 'key ${id}', ${id}, '{"firstName":"Леся"}', 'ready', 250, 3, '${source}', 2, 'token ${id}', 31, 23, 24)`;
  const filled: string[] = [
    ...["uk", "en_GB", "Ukrainian (default)", "", LONG].map((locale, index) => studio(index + 1, locale)),
    studio(70, "uk"),
    "DELETE FROM studios WHERE id = 70",
    "INSERT INTO api_keys (id, studio_id, name, hash, created_at) VALUES (1, 2, 'site', 'hash', 12)",
    ...["pl", " ", "", LONG].map((locale, index) => customer(index + 1, locale)),
    ...["site", "", " ", LONG].map((source, index) => order(index + 1, source)),
    "INSERT INTO order_changes (id, studio_id, order_id, version, status, changed_at) VALUES (1, 2, 4, 1, 'ready', 25)",
    `INSERT INTO order_items (id, studio_id, order_id, position, quantity, price_minor, finishing_ids, print_minutes,
       weight_hundredths_of_gram) VALUES (1, 2, 4, 0, 2, 125, '[]', 12, 340)`,
    `INSERT INTO price_requests (id, studio_id, request_key, customer_token, contact, source, status, consented_at, created_at,
       updated_at) VALUES (1, 2, 'key', 'token', '{}', 'widget', 'new', 1, 2, 3)`,
  ];
  let before: Awaited<ReturnType<Miniflare["getD1Database"]>>;

  const rowsOf = async (query: string) => (await before.prepare(query).all()).results;
  const valuesOf = async (query: string) => (await rowsOf(query)).map((row) => Object.values(row)[0]);
  const indexesOf = () =>
    rowsOf("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL ORDER BY name");
  let ordersBefore: Record<string, unknown>[];
  let indexes: unknown[];

  beforeAll(async () => {
    before = await miniflare.getD1Database("BEFORE_CHECKED_TEXTS");
    await migrate(0, BEFORE, before);
    for (const statement of filled) await before.prepare(statement).run();
    ordersBefore = await rowsOf("SELECT * FROM orders ORDER BY id");
    indexes = await indexesOf();
    await migrate(BEFORE, BEFORE + 1, before);
  });

  it("has the studio's locale written properly, Ukrainian if it was none", async () => {
    expect(await valuesOf("SELECT locale FROM studios ORDER BY id")).toEqual(["uk", "en-GB", "uk", "uk", "uk"]);
  });

  it("has the studio's locale if a customer had none, and the beginning of one that is too long", async () => {
    const locales = ["pl", "en-GB", "en-GB", "x".repeat(35)];
    expect(await valuesOf("SELECT locale FROM customers ORDER BY id")).toEqual(locales);
  });

  it("has the API as the source if an order had none, and all else of the order as it was", async () => {
    const sources = ["site", "api", "api", "x".repeat(255)];
    expect(await rowsOf("SELECT * FROM orders ORDER BY id")).toEqual(
      ordersBefore.map((row, index) => ({ ...row, source: sources[index] })),
    );
  });

  it("keeps children, references, indexes, and ids from coming back", async () => {
    for (const table of ["api_keys", "order_changes", "order_items", "price_requests"])
      expect(await valuesOf(`SELECT id FROM ${table}`), table).toEqual([1]);
    expect(await rowsOf("PRAGMA foreign_key_check")).toEqual([]);
    const added = (await indexesOf()).filter(({ name }) => name !== "price_requests_with_sender");
    expect(added).toEqual(indexes);
    const [id] = await valuesOf(`${studio(0, "uk").replace("(id, ", "(").replace("(0, ", "(")} RETURNING id`);
    expect(id).toBe(71);
    await expect(before.prepare("DELETE FROM orders WHERE id = 4").run()).rejects.toThrow("FOREIGN KEY");
    await expect(before.prepare("DELETE FROM studios WHERE id = 2").run()).rejects.toThrow("FOREIGN KEY");
  });
});

describe("a database that was filled before orders had numbers", () => {
  const BEFORE = 23;
  const order = (id: number, studio: number) =>
    `INSERT INTO orders (id, studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source,
       created_at, updated_at) VALUES (${id}, ${studio}, 'key ${id}', ${studio}, '{}', 'pending', 500, 3, 'site', 28, 28)`;
  let before: Awaited<ReturnType<Miniflare["getD1Database"]>>;
  const numbers = async (studio: number) => {
    const { results } = await before
      .prepare("SELECT id, number FROM orders WHERE studio_id = ? ORDER BY id")
      .bind(studio)
      .all();
    return results.map(({ id, number }) => [id, number]);
  };

  beforeAll(async () => {
    before = await miniflare.getD1Database("BEFORE_NUMBERS");
    await migrate(0, BEFORE, before);
    for (const id of [1, 2]) {
      for (const statement of [
        `INSERT INTO studios (id, slug, title, plan, locale, currency_id, hourly_rate_minor, setup_cost_minor, minimum_price_minor,
           markup_basis_points, created_at) VALUES (${id}, 'studio-${id}', 'Studio', 'pro', 'uk', 2, 1, 2, 3, 4, 5)`,
        `INSERT INTO customers (id, studio_id, first_name, last_name, phone_number, email, locale, created_at)
         VALUES (${id}, ${id}, 'Леся', 'Українка', '+380501234567', 'lesia@example.com', 'uk', 22)`,
      ])
        await before.prepare(statement).run();
    }
    const placed = [
      [3, 1],
      [5, 2],
      [6, 1],
      [9, 2],
      [12, 2],
    ] as const;
    for (const [id, studio] of placed) await before.prepare(order(id, studio)).run();
    await migrate(BEFORE, BEFORE + 1, before);
  });

  it("numbers each studio's orders from 1, in the order in which they were placed", async () => {
    expect(await numbers(1)).toEqual([
      [3, 1],
      [6, 2],
    ]);
    expect(await numbers(2)).toEqual([
      [5, 1],
      [9, 2],
      [12, 3],
    ]);
  });

  it("numbers the orders of an older Worker, which writes none", async () => {
    await before.prepare(order(13, 1)).run();
    await before.prepare(order(14, 2)).run();
    expect((await numbers(1)).at(-1)).toEqual([13, 3]);
    expect((await numbers(2)).at(-1)).toEqual([14, 4]);
  });
});

describe("a database that was filled before parcels were followed", () => {
  let before: Awaited<ReturnType<Miniflare["getD1Database"]>>;
  const run = (statement: string) => before.prepare(statement).run();
  const rowsOf = async (table: string) => (await before.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()).results;
  const message = (id: number, event: string) =>
    `INSERT INTO messages (id, studio_id, key, event, channel, person_id, order_id, state, round, attempts, queued_at, next_at, provider_id)
     VALUES (${id}, 1, 'key ${id}', '${event}', 'email', 1, 4, 'waiting', 2, 3, 31, 32, 'provider ${id}')`;
  const written: Record<string, unknown[]> = {};

  beforeAll(async () => {
    before = await miniflare.getD1Database("BEFORE_PARCELS");
    const number = (await readD1Migrations("migrations")).findIndex(({ name }) => name.endsWith("_parcels.sql"));
    await migrate(0, number, before);
    for (const statement of [
      `INSERT INTO studios (id, slug, title, plan, locale, currency_id, hourly_rate_minor, setup_cost_minor, minimum_price_minor,
         markup_basis_points, created_at) VALUES (1, 'studio', 'Studio', 'pro', 'uk', 2, 1, 2, 3, 4, 5)`,
      `INSERT INTO people (id, email, name, password_hash, language, theme, created_at)
       VALUES (1, 'lesia@example.com', 'Леся', 'hash', 'uk', 'system', 1)`,
      `INSERT INTO customers (id, studio_id, first_name, last_name, phone_number, email, locale, created_at)
       VALUES (1, 1, 'Леся', 'Українка', '+380501234567', 'lesia@example.com', 'uk', 22)`,
      `INSERT INTO orders (id, studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source, delivery,
         created_at, updated_at) VALUES (4, 1, 'key', 1, '{}', 'shipped', 500, 3, 'site', '{"trackingNumber":"20450000000001"}', 28, 28)`,
      message(3, "shipped"),
      message(9, "late"),
      "DELETE FROM messages WHERE id = 9",
      "INSERT INTO customer_messages VALUES (1, 'shipped', 1, 'sentence', 'second')",
      "INSERT INTO staff_messages VALUES (1, 1, 'late', 'telegram')",
    ])
      await run(statement);
    for (const table of ["messages", "customer_messages", "staff_messages"]) written[table] = await rowsOf(table);
    await migrate(number, number + 1, before);
  });

  it("keeps every message and every choice of one, and takes the new events", async () => {
    for (const [table, rows] of Object.entries(written)) expect(await rowsOf(table), table).toEqual(rows);
    await run(message(4, "completed"));
    await run("INSERT INTO customer_messages VALUES (1, 'completed', 1, NULL, NULL)");
    await run("INSERT INTO staff_messages VALUES (1, 1, 'parcel_returns', 'email')");
    await expect(run(message(5, "parcel"))).rejects.toThrow("messages_event");
  });

  it("gives no message an id again that a deleted one had", async () => {
    const { results } = await before
      .prepare(message(0, "late").replace("(id, ", "(").replace("(0, ", "(").concat(" RETURNING id"))
      .all();
    expect(results).toEqual([{ id: 10 }]);
  });

  it("has the numbers of an older Worker followed, from the moment that the studio has a carrier", async () => {
    const type = (number: string | null) =>
      before
        .prepare("UPDATE orders SET delivery = ?, updated_at = 29 WHERE id = 4")
        .bind(number === null ? null : JSON.stringify({ trackingNumber: number }))
        .run();
    const followed = async () =>
      (await rowsOf("parcels")).map(({ order_id, tracking_number, next_look_at }) => [
        order_id,
        tracking_number,
        next_look_at,
      ]);
    await type("20450000000002");
    expect(await followed()).toEqual([]);
    await run(
      `INSERT INTO carrier_accounts (studio_id, carrier, sealed_key, method_ids, connected_at)
       VALUES (1, 'nova_poshta', 'sealed', '[]', 30)`,
    );
    expect(await followed()).toEqual([[4, "20450000000002", 30]]);
    await type("20450000000003");
    expect(await followed()).toEqual([[4, "20450000000003", 29]]);
    await type("2045 0000 0000 03");
    expect(await followed()).toEqual([[4, "20450000000003", 29]]);
    await type(null);
    expect(await followed()).toEqual([]);
  });
});

describe("the migration that keeps refunds", () => {
  const sums = () =>
    database
      .prepare("SELECT paid_minor AS paid, refunded_minor AS refunded FROM orders WHERE id = 1")
      .first<{ paid: number | null; refunded: number }>();
  const note = (id: number, kind: string, amount: number) =>
    database
      .prepare(
        `INSERT INTO payments (id, studio_id, order_id, request_key, kind, method, amount_minor, paid_on, person_id, created_at)
         VALUES (?1, 7, 1, 'form ' || ?1, ?2, 'cash', ?3, '2026-01-01', 1, 1)`,
      )
      .bind(id, kind, amount)
      .run();
  const setRemoved = (id: number, at: number | null) =>
    database.prepare("UPDATE payments SET removed_at = ? WHERE id = ?").bind(at, id).run();

  it("sums payments less refunds, and refunds by themselves, while they are not removed", async () => {
    await database
      .prepare(
        `INSERT INTO people (id, email, name, password_hash, language, theme, created_at)
         VALUES (1, 'lesia@example.com', 'Леся', 'hash', 'uk', 'system', 1)`,
      )
      .run();
    expect(await sums()).toEqual({ paid: null, refunded: 0 });
    await note(1, "payment", 500);
    await note(2, "refund", 200);
    expect(await sums()).toEqual({ paid: 300, refunded: 200 });
    await setRemoved(2, 1);
    await setRemoved(2, 2);
    expect(await sums()).toEqual({ paid: 500, refunded: 0 });
    await setRemoved(2, null);
    await setRemoved(1, 1);
    expect(await sums()).toEqual({ paid: -200, refunded: 200 });
  });
});

it("no migration switches foreign keys off, which D1 ignores or refuses", async () => {
  const queries = (await readD1Migrations("migrations")).flatMap((migration) => migration.queries);
  expect(queries.filter((query) => /PRAGMA\s+foreign_keys/i.test(query))).toEqual([]);
});

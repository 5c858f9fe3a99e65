// Migrations on a real D1 that holds data: nothing is lost, and wrong values are refused.

import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** One row of every table of the schema before the CHECKs, in an order that foreign keys allow. */
const ROWS_BEFORE = [
  `INSERT INTO studios VALUES (7, 'kobza', 'Kobza', 'pro', 'uk', 2, 6000, 1500, 100, 1550, 1, '{"sla":{"supportMm":3}}')`,
  `INSERT INTO api_keys VALUES (1, 7, 'site', 'hash', 1, NULL)`,
  `INSERT INTO materials VALUES (1, 7, 1, 'PLA', 'white', '#fff', 60000, 1240, 'active', 100, NULL)`,
  `INSERT INTO printing_qualities VALUES (1, 7, 2, 'Fine', NULL, 50, NULL, NULL, NULL, NULL, NULL, 1, 'fine', 1, 1, '{"supportMm":2.5}')`,
  `INSERT INTO finishings VALUES (1, 7, NULL, 'Sanding', NULL, NULL, 1250, 0)`,
  `INSERT INTO products VALUES (1, 7, 'Vase', NULL, '["vase.jpg"]', 45000, 3, 1, 1, 1)`,
  `INSERT INTO delivery_methods VALUES (1, 7, 'Courier')`,
  `INSERT INTO printers VALUES (1, 7, 'first', 1, 'Ender', NULL, NULL, 'active', NULL, NULL, 1, 1)`,
  `INSERT INTO printers VALUES (9, 7, 'last', 1, 'Ender', NULL, NULL, 'active', NULL, NULL, 1, 1)`,
  `INSERT INTO models VALUES (1, 7, 'sha', 'stl', 84, 'object', 1, 1, 1)`,
  `INSERT INTO slicing_jobs VALUES ('job', 7, '[]', 1, 1)`,
  `INSERT INTO customers VALUES (1, 7, 'Леся', 'Українка', '+380501234567', 'lesia@example.com', 'uk', 1)`,
  `INSERT INTO orders VALUES (1, 7, 'attempt', 1, '{"firstName":"Леся"}', 'pending', 25000, 2, 'api', NULL, 1, 1)`,
  `INSERT INTO order_items VALUES (1, 7, 1, 0, 1, 1, 'part.stl', 2, 25000, 1, 'white', 1, '[1]', 12, 340, NULL, NULL,
    '{"markupHundredths":1550,"finishings":[{"name":"markupHundredths"}]}')`,
  `INSERT INTO order_status_changes VALUES (1, 7, 1, 'pending', NULL, 1)`,
  `INSERT INTO idempotency_keys VALUES (7, 'key', 'print', 'attempt', 1, '{"status":201}')`,
  `DELETE FROM printers WHERE id = 9`,
  `INSERT INTO models VALUES (9, 7, 'last', 'stl', 84, 'last', 1, 1, 0)`,
  `DELETE FROM models WHERE id = 9`,
];

const TABLES = [
  ...new Set(ROWS_BEFORE.map((statement) => statement.match(/INTO (\w+)/)?.[1]).filter((name) => name !== undefined)),
];

let miniflare: Miniflare;
let database: Awaited<ReturnType<Miniflare["getD1Database"]>>;
let countsBefore: Record<string, number>;

/** As `wrangler d1 migrations apply` does it: a migration is one transaction. */
async function migrate(from: number, to?: number): Promise<void> {
  for (const { queries } of (await readD1Migrations("migrations")).slice(from, to)) {
    await database.batch(queries.map((query) => database.prepare(query)));
  }
}

async function counts(): Promise<Record<string, number>> {
  const counted = await Promise.all(
    TABLES.map(async (table): Promise<[string, number]> => {
      const row = await database.prepare(`SELECT count(*) AS rows FROM ${table}`).first<{ rows: number }>();
      return [table, row?.rows ?? 0];
    }),
  );
  return Object.fromEntries(counted);
}

const only = (table: string) => database.prepare(`SELECT * FROM ${table}`).first<Record<string, unknown>>();

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {};",
      compatibilityDate: "2026-10-20",
      d1Databases: ["DB"],
    }),
  );
  database = await miniflare.getD1Database("DB");
  await migrate(0, 2);
  for (const statement of ROWS_BEFORE) await database.prepare(statement).run();
  countsBefore = await counts();
  await migrate(2);
});

afterAll(() => miniflare.dispose());

describe("a database that was filled before its columns were checked", () => {
  it("keeps every row, and every reference between rows", async () => {
    expect(await counts()).toEqual(countsBefore);
    expect(Object.values(countsBefore).every((rows) => rows > 0)).toBe(true);
    const { results } = await database.prepare("PRAGMA foreign_key_check").all();
    expect(results).toEqual([]);
  });

  it("keeps every value under its column's new name", async () => {
    expect(await only("studios")).toMatchObject({
      hourly_rate_minor: 6000,
      setup_cost_minor: 1500,
      minimum_price_minor: 100,
      markup_basis_points: 1550,
    });
    expect(await only("materials")).toMatchObject({ cost_per_kg_minor: 60_000, stock_hundredths_of_gram: 100 });
    expect(await only("finishings")).toMatchObject({ price_minor: null, percentage_basis_points: 1250 });
    expect(await only("products")).toMatchObject({ price_minor: 45_000, photos: '["vase.jpg"]' });
    expect(await only("orders")).toMatchObject({ total_price_minor: 25_000, contact: '{"firstName":"Леся"}' });
    expect(await only("order_items")).toMatchObject({ price_minor: 25_000, print_minutes: 12, printer_id: 1 });
    expect(await only("idempotency_keys")).toMatchObject({ response: '{"status":201}' });
  });

  it("keeps what JSON columns hold under its new names", async () => {
    expect(await only("studios")).toMatchObject({ process_parameters: '{"sla":{"supportCubicMmPerSquareMm":3}}' });
    expect(await only("printing_qualities")).toMatchObject({ process_parameters: '{"supportCubicMmPerSquareMm":2.5}' });
    expect(await only("order_items")).toMatchObject({
      cost_breakdown: '{"markupBasisPoints":1550,"finishings":[{"name":"markupHundredths"}]}',
    });
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

  it("takes a PLY model, under an id that no deleted one had", async () => {
    const added = await database
      .prepare(
        `INSERT INTO models (studio_id, sha256, format, size_bytes, object_key, created_at, last_used_at)
         VALUES (7, 'ply', 'ply', 84, 'ply', 1, 1) RETURNING id`,
      )
      .first<{ id: number }>();
    expect(added?.id).toBe(10);
  });

  it("keeps every index of the tables that were built anew", async () => {
    const { results } = await database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('models', 'order_items')")
      .all<{ name: string }>();
    expect(results.map(({ name }) => name).toSorted()).toEqual([
      "models_not_ordered",
      "models_objectKey_unique",
      "models_studioId_id_unique",
      "models_studioId_sha256_unique",
      "order_items_in_order",
      "order_items_of_model",
      "order_items_of_printer",
      "order_items_studioId_id_unique",
    ]);
  });

  it.each([
    "UPDATE orders SET status = 'done'",
    "UPDATE order_status_changes SET status = 'done'",
    "UPDATE printers SET status = 'broken'",
    "UPDATE materials SET status = 'sold out'",
    "UPDATE materials SET technology_id = 6",
    "UPDATE materials SET cost_per_kg_minor = -1",
    "UPDATE printing_qualities SET speed_mode = 'fast'",
    "UPDATE printing_qualities SET technology_id = 0",
    "UPDATE finishings SET technology_id = 6",
    "UPDATE finishings SET price_minor = 100",
    "UPDATE printers SET technology_id = 6",
    "UPDATE models SET format = 'step'",
    "UPDATE studios SET plan = 'gold'",
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
    "DELETE FROM orders",
    "DELETE FROM models",
  ])("refuses %s", async (statement) => {
    await expect(database.prepare(statement).run()).rejects.toThrow(/constraint failed|malformed JSON/);
  });
});

it("no migration switches foreign keys off, which D1 ignores or refuses", async () => {
  const queries = (await readD1Migrations("migrations")).flatMap((migration) => migration.queries);
  expect(queries.filter((query) => /PRAGMA\s+foreign_keys/i.test(query))).toEqual([]);
});

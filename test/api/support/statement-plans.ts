// Plans of statements in a large database: the parts of a studio's history that each walks.
//
// SQLite plans by the statistics of ANALYZE. A database without rows gets those of ten studios with a million orders.

import { env } from "cloudflare:workers";
import { FINAL_STATUSES } from "../../../src/domain/order.ts";
import type { RecordedStatement } from "./recorded-statements.ts";

/** Rows in all, of tables that grow with orders, customers, visitors or people; every other table has as many as studios have entries. */
const GROWING: Readonly<Record<string, number>> = {
  customers: 200_000,
  orders: 1_000_000,
  order_items: 2_000_000,
  order_changes: 4_000_000,
  payments: 1_000_000,
  item_figures: 2_000_000,
  issued_documents: 1_000_000,
  models: 1_000_000,
  discarded_objects: 100_000,
  slicing_jobs: 100_000,
  idempotency_keys: 100_000,
  kept_quotes: 100_000,
  test_orders: 100_000,
  shelf_moves: 500_000,
  price_requests: 500_000,
  price_request_items: 500_000,
  messages: 2_000_000,
  parcels: 500_000,
  people: 10_000,
  sessions: 10_000,
};
const ENTRIES = 1_000;
/** Studios that share the rows evenly. */
const STUDIOS = 10;

/** Statements that walk a history, and are run for a studio once in its life, or by the operator. */
const RARE: readonly RegExp[] = [
  // The default machine becomes a profile, of which every figure so far is (src/machine-profiles/correction.store.ts).
  /^update "item_figures" set "machine_profile_id" = \(SELECT max/,
  // A customer asks for all of their data, or to be forgotten: both reach all of their orders (src/customers/).
  /^update "(attachments|price_requests|payments|issued_documents|messages|parcels|order_changes|order_items|idempotency_keys|orders)" set .*"orders"\."customer_id" = \?/,
  /^select .* from "price_request(s|_items)" where .*"orders"\."customer_id" = \?/,
  // The operator looks for the jobs of waiting slices, among those asked for lately (src/db/operating-queries.ts).
  /FROM "slicing_jobs", json_each/,
];

/** Columns that name a row, or the few rows of one order, item, request, model or person. */
const NARROWING =
  /[ (](id|rowid|order_id|order_item_id|request_id|request_key|customer_token|provider_id|phone_number|sha256|object_key|token_hash|key|model_id|person_id|hash|email|updated_at|<expr>)=\?/;

/** The statements that read more the longer a studio's history is: each with the line of its plan that walks it. */
export async function walksOfHistory(statements: readonly RecordedStatement[]): Promise<string[]> {
  await prepareLargeDatabase();
  const walks: string[] = [];
  for (const { sql, values = [] } of statements) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql) || RARE.some((rare) => rare.test(sql))) continue;
    // Without statistics, as D1 is until it is told to count its rows, SQLite plans otherwise.
    const lines = [await planIn(env.PLANS, sql, values), await planIn(env.DB, sql, values)].flatMap((plan) =>
      walkedLines(plan, sql, values),
    );
    walks.push(...[...new Set(lines)].map((line) => `${line}: ${sql}`));
  }
  return walks;
}

interface PlanLine {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

async function planIn(database: D1Database, sql: string, values: readonly unknown[]): Promise<PlanLine[]> {
  const explained = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...values);
  return (await explained.all<PlanLine & Record<string, unknown>>()).results;
}

function walkedLines(lines: readonly PlanLine[], sql: string, values: readonly unknown[]): string[] {
  const limits = limitsByTable(sql, values);
  const isInsert = /^\s*insert\b/i.test(sql);
  return lines.flatMap(({ detail, parent }) => {
    if (!isWalk(detail) || isOpenWork(detail, sql, values)) return [];
    const [, table = ""] = /^(?:SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    // The rows of a sub-select under the table's name, which its own line of the plan accounts for.
    if (lines.some((line) => line.detail === `CO-ROUTINE ${table}` || line.detail === `MATERIALIZE ${table}`)) {
      if (detail === `SCAN ${table}`) return [];
    }
    // References to an added row are looked for only while a deferred key is violated, which no statement here lets happen.
    if (isInsert && !sql.includes(`"${table}"`)) return [];
    const isSorted = lines.some((line) => line.parent === parent && line.detail === "USE TEMP B-TREE FOR ORDER BY");
    const left = limits.get(table) ?? 0;
    if (left === 0 || isSorted) return [isSorted ? `${detail}, and sorts what it found` : detail];
    limits.set(table, left - 1);
    return [];
  });
}

/** Whether a line of a plan reads all rows of a growing table, or those of a studio, a status, a printer or a time. */
function isWalk(detail: string): boolean {
  const [, how, table = ""] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
  if (how === undefined || GROWING[table] === undefined) return false;
  return how === "SCAN" || !NARROWING.test(detail);
}

/** Open orders, new requests and items on printers are the studio's work, however long its history is. */
function isOpenWork(detail: string, sql: string, values: readonly unknown[]): boolean {
  if (/\bprinter_id=\?/.test(detail)) return true;
  if (!/\bstatus=\?/.test(detail)) return false;
  const finished: readonly unknown[] = [...FINAL_STATUSES, "closed", "answered"];
  // An update may state one as the new status.
  const before = sql.slice(0, Math.max(0, sql.search(/\bwhere\b/i)));
  const sought = values.slice([...before.matchAll(/\?/g)].length);
  return !sought.some((value) => finished.includes(value)) && !finished.some((status) => sql.includes(`'${status}'`));
}

/** The numbers of the statement's SELECTs of each table that end after a number of rows, or after the first as in EXISTS. */
function limitsByTable(sql: string, values: readonly unknown[]): Map<string, number> {
  const limits = new Map<string, number>();
  const open: { readonly at: number; readonly isExists: boolean }[] = [{ at: 0, isExists: false }];
  const close = (end: number): void => {
    const { at, isExists } = open.pop() ?? { at: 0, isExists: false };
    const own = withoutNested(sql.slice(at, end));
    const [, table] = /\bfrom "?(\w+)"?/i.exec(own) ?? [];
    const [, limit] = /\blimit (\?|\d+)/i.exec(own) ?? [];
    const place = at + sql.slice(at, end).search(/\blimit \?(?![^(]*\))/i);
    const bound = limit === "?" ? values[[...sql.slice(0, place).matchAll(/\?/g)].length] : limit;
    const isLimited = isExists || Number(bound ?? -1) >= 0;
    // One that names its order, item or request reads few rows: its limit is no other SELECT's.
    const isNarrow = /"(id|order_id|order_item_id|request_id|request_key|model_id)" (=|in)/i.test(own);
    if (table !== undefined && isLimited && !isNarrow) limits.set(table, (limits.get(table) ?? 0) + 1);
  };
  for (let at = 0; at < sql.length; at++) {
    if (sql[at] === "(") open.push({ at: at + 1, isExists: /exists\s*$/i.test(sql.slice(0, at)) });
    if (sql[at] === ")") close(at);
  }
  close(sql.length);
  return limits;
}

/** The text without its parentheses and their content. */
function withoutNested(sql: string): string {
  let depth = 0;
  return [...sql]
    .filter((character) => {
      if (character === "(") depth++;
      const isOwn = depth === 0;
      if (character === ")") depth--;
      return isOwn;
    })
    .join("");
}

let large: Promise<void> | undefined;

function prepareLargeDatabase(): Promise<void> {
  large ??= writeStatistics();
  return large;
}

async function writeStatistics(): Promise<void> {
  const known = await env.PLANS.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'orders'").first();
  if (known !== null) return;
  for (const { queries } of env.TEST_MIGRATIONS) {
    await env.PLANS.batch(queries.map((query) => env.PLANS.prepare(query)));
  }
  const { results } = await env.PLANS.prepare(
    `SELECT tbl_name AS "table", indexed.name AS "index", "unique" AS isUnique, group_concat(coalesce(info.name, '<expr>')) AS columns
     FROM sqlite_schema AS indexed, pragma_index_list(tbl_name) AS listed, pragma_index_info(indexed.name) AS info
     WHERE indexed.type = 'index' AND listed.name = indexed.name GROUP BY indexed.name`,
  ).all<{ table: string; index: string; isUnique: number; columns: string }>();
  await env.PLANS.prepare("ANALYZE").run();
  await env.PLANS.batch([
    env.PLANS.prepare("DELETE FROM sqlite_stat1"),
    ...results.map(({ table, index, isUnique, columns }) =>
      env.PLANS.prepare("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)").bind(
        table,
        index,
        statisticsOf(table, columns.split(","), isUnique === 1),
      ),
    ),
  ]);
  await env.PLANS.prepare("ANALYZE sqlite_schema").run();
}

/** As ANALYZE writes them: the index's rows, and the numbers of those that share the values of its first columns. */
function statisticsOf(table: string, columns: readonly string[], isUnique: boolean): string {
  const rows = GROWING[table] ?? ENTRIES;
  let shared = rows;
  const shares = columns.map((column, place) => {
    if (column === "studio_id") shared /= STUDIOS;
    else if (/status|profile/.test(column)) shared /= 4;
    else if (column === "printer_id") shared /= 20;
    else shared = Math.min(shared, /order_id|customer_id|model_id|person_id/.test(column) ? 4 : 1);
    if (isUnique && place === columns.length - 1) shared = 1;
    return Math.max(1, Math.round(shared));
  });
  return [rows, ...shares].join(" ");
}

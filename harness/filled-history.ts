// A filled history: orders of several studios with items, changes, figures, models, customers and price requests.
//
// It needs no Node, for the tests that run in workerd. The same settings make the same rows on each machine.

import { type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";

/** Orders that are not finished, in each studio, however long its history: the newest ones. */
export const OPEN_ORDERS = 40;
/** One order in so many is of the studio's most faithful customer. */
const FAITHFUL_EVERY = 20;
/** Orders of a studio for each of its customers. */
const ORDERS_OF_CUSTOMER = 8;
const CHANGES_OF_ORDER = 4;
const ITEMS_OF_ORDER = 2;
/** One ended order in so many was never paid. */
const DEBT_EVERY = 50;
/** D1 ends a statement after 30 s. */
const ORDERS_AT_ONCE = 10_000;

/** A studio, with the entries of its own that its items name; null: they name none. */
export interface StudioWithHistory {
  readonly studioId: number;
  readonly materialId: number | null;
  readonly printingQualityId: number | null;
  readonly printerId: number | null;
}

export interface FilledHistory {
  /** The first studio's newest completed order; its customer is the most faithful one. */
  readonly orderOfFaithful: number;
  /** The first studio's newest price request. */
  readonly newestRequest: number;
}

/**
 * Adds `orders` orders, shared evenly by the studios, with `OPEN_ORDERS` open ones in each.
 *
 * @param now the moment of the newest order, in milliseconds since 1970
 */
export async function fillHistory(
  database: Pick<DrizzleD1Database, "run" | "get">,
  studios: readonly [StudioWithHistory, ...StudioWithHistory[]],
  orders: number,
  now: number,
): Promise<FilledHistory> {
  const maximum = async (table: string) => {
    const row = await database.get<{ last: number | null }>(sql`SELECT max(id) AS last FROM ${sql.identifier(table)}`);
    return row?.last ?? 0;
  };
  const first = {
    customer: await maximum("customers"),
    order: await maximum("orders"),
    item: await maximum("order_items"),
    change: await maximum("order_changes"),
    model: await maximum("models"),
    request: await maximum("price_requests"),
    requestItem: await maximum("price_request_items"),
  };
  const ofStudio = Math.floor(orders / studios.length);
  const customersOfStudio = Math.max(2, Math.floor(ofStudio / ORDERS_OF_CUSTOMER));
  const studioRows = JSON.stringify(studios);
  /** Rows `n` from `from` on, with the studio `s` of each and its number `m` among the studio's own. */
  const numbered = (from: number, count: number) => sql`
    WITH RECURSIVE counted(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < ${from + count}),
      rows AS (SELECT n, n / ${studios.length} AS m, value ->> 'studioId' AS studio_id, value ->> 'materialId' AS material_id,
        value ->> 'printingQualityId' AS printing_quality_id, value ->> 'printerId' AS printer_id, n % ${studios.length} AS s
        FROM counted JOIN json_each(${studioRows}) ON key = n % ${studios.length})`;
  // A multiplicative hash (Knuth): which customer, spread evenly and the same each time.
  const customer = sql`${first.customer} + 1 + s + ${studios.length} * iif(m % ${FAITHFUL_EVERY} = 0, 0, 1 + m * 2654435761 % ${customersOfStudio - 1})`;
  const isOpen = sql`m >= ${ofStudio - OPEN_ORDERS}`;
  const status = sql`CASE WHEN ${isOpen} THEN CASE m % 4 WHEN 0 THEN 'pending' WHEN 1 THEN 'confirmed' WHEN 2 THEN 'printing' ELSE 'ready' END
    WHEN m % 25 = 7 THEN 'cancelled' ELSE 'completed' END`;
  const placedAt = sql`${now} - (${ofStudio} - m) * 3600000`;
  // D1 binds every number as a float, and a float as text has a decimal point.
  const phone = (number: SQL) => sql`'+38050' || CAST(${number} + 1000000 AS INTEGER)`;
  const email = (number: SQL) => sql`'customer' || CAST(${number} AS INTEGER) || '@example.com'`;
  const contact = (number: SQL) =>
    sql`json_object('firstName', 'Олена', 'lastName', 'Коваль', 'phoneNumber', ${phone(number)}, 'email', ${email(number)},
      'locale', 'uk')`;

  const all = studios.length * ofStudio;
  for (let from = 0; from < studios.length * customersOfStudio; from += ORDERS_AT_ONCE) {
    const count = Math.min(ORDERS_AT_ONCE, studios.length * customersOfStudio - from);
    const id = sql`${first.customer} + 1 + n`;
    await database.run(sql`
      INSERT INTO customers (id, studio_id, first_name, last_name, phone_number, email, locale, created_at)
      ${numbered(from, count)}
      SELECT ${id}, studio_id, 'Олена', 'Коваль', ${phone(id)}, ${email(id)}, 'uk', 1 FROM rows`);
  }
  for (let from = 0; from < all; from += ORDERS_AT_ONCE) {
    const rows = numbered(from, Math.min(ORDERS_AT_ONCE, all - from));
    const ofOrder = (count: number) => sql`rows JOIN json_each(${JSON.stringify([...Array(count).keys()])}) AS place`;
    await database.run(sql`
      INSERT INTO models (id, studio_id, sha256, format, size_bytes, object_key, created_at, last_used_at, is_ordered)
      ${rows} SELECT ${first.model} + 1 + n, studio_id, printf('%064x', ${first.model} + n), 'stl', 684,
        'studios/' || studio_id || '/models/' || (${first.model} + n), ${placedAt}, ${placedAt}, 1 FROM rows`);
    await database.run(sql`
      INSERT INTO orders (id, studio_id, request_key, customer_id, contact, status, total_price_minor, currency_id, source, version,
        paid_minor, customer_token, created_at, updated_at)
      ${rows} SELECT ${first.order} + 1 + n, studio_id, 'history ' || (${first.order} + n), ${customer}, ${contact(customer)},
        ${status}, 1000 + n % 500, 1, iif(n % 3 = 0, 'site', 'order_page'), ${CHANGES_OF_ORDER},
        iif(${isOpen} OR m % ${DEBT_EVERY} = 3, 0, 1000 + n % 500),
        iif(n % 3 = 0, NULL, 'token ' || (${first.order} + n)), ${placedAt}, ${placedAt} FROM rows`);
    await database.run(sql`
      INSERT INTO order_items (id, studio_id, order_id, position, model_id, original_file_name, quantity, price_minor,
        material_id, material_color, printing_quality_id, finishing_ids, print_minutes, weight_hundredths_of_gram, cost_breakdown,
        printed_at, fits_build_volume, warnings)
      ${rows} SELECT ${first.item} + 1 + n * ${ITEMS_OF_ORDER} + place.value, studio_id, ${first.order} + 1 + n, place.value,
        ${first.model} + 1 + n, 'part.stl', 1, 500, material_id, 'white', printing_quality_id, '[]', 60, 1200, NULL,
        iif(${isOpen} AND m % 4 <> 3, NULL, ${placedAt}), 1, '[]' FROM ${ofOrder(ITEMS_OF_ORDER)}`);
    await database.run(sql`
      INSERT INTO queued_prints (studio_id, order_item_id, printer_id, copies, place, queued_at)
      ${rows} SELECT studio_id, ${first.item} + 1 + n * ${ITEMS_OF_ORDER}, printer_id, 1, n, ${placedAt} FROM rows
      WHERE ${isOpen} AND m % 4 = 2 AND printer_id IS NOT NULL`);
    await database.run(sql`
      INSERT INTO ended_prints (studio_id, order_item_id, printer_id, printer, copies, outcome, ended_at)
      ${rows} SELECT studio_id, ${first.item} + 1 + n * ${ITEMS_OF_ORDER} + place.value, printer_id, 'Ender', 1, 'printed', ${placedAt}
      FROM ${ofOrder(ITEMS_OF_ORDER)} WHERE NOT ${isOpen} OR m % 4 = 3`);
    await database.run(sql`
      INSERT INTO order_changes (id, studio_id, order_id, version, status, comment, changes, person_id, is_by_customer, changed_at)
      ${rows} SELECT ${first.change} + 1 + n * ${CHANGES_OF_ORDER} + place.value, studio_id, ${first.order} + 1 + n, 1 + place.value,
        CASE place.value WHEN 0 THEN 'pending' WHEN 1 THEN 'confirmed' WHEN 2 THEN 'printing' ELSE ${status} END, NULL,
        iif(place.value < 2, NULL, json_object('items', json_array(json_object('itemId',
          ${first.item} + 1 + n * ${ITEMS_OF_ORDER}, 'event', iif(place.value = 2, 'assigned', 'printed'), 'printer', 'Ender')))),
        NULL, place.value = 0, ${placedAt} + place.value FROM ${ofOrder(CHANGES_OF_ORDER)}`);
    await database.run(sql`
      INSERT INTO item_figures (studio_id, order_item_id, machine_profile_id, ordered_at, sliced_seconds,
        sliced_hundredths_of_gram, real_minutes, real_hundredths_of_gram, recorded_at)
      ${rows} SELECT studio_id, ${first.item} + 1 + n * ${ITEMS_OF_ORDER} + place.value, NULL, ${placedAt}, 3600, 1200,
        iif(${isOpen}, NULL, 60 + n % 7), iif(${isOpen}, NULL, 1200), iif(${isOpen}, NULL, ${placedAt})
      FROM ${ofOrder(ITEMS_OF_ORDER)}`);
    const requested = sql`FROM rows WHERE m % 2 = 0`;
    await database.run(sql`
      INSERT INTO price_requests (id, studio_id, request_key, customer_token, contact, source, sender_hash, status, consented_at,
        created_at, updated_at)
      ${rows} SELECT ${first.request} + 1 + n, studio_id, 'history ' || (${first.request} + n), 'token ' || (${first.request} + n),
        ${contact(customer)}, 'order_page', NULL, CASE WHEN ${isOpen} THEN 'new' WHEN m % 4 = 0 THEN 'answered' ELSE 'closed' END,
        1, ${placedAt}, ${placedAt} ${requested}`);
    await database.run(sql`
      INSERT INTO price_request_items (id, studio_id, request_id, position, model_id, original_file_name, quantity, material_id,
        printing_quality_id, finishing_ids, reason)
      ${rows} SELECT ${first.requestItem} + 1 + n, studio_id, ${first.request} + 1 + n, 0, ${first.model} + 1 + n, 'part.stl', 1,
        material_id, printing_quality_id, '[]', 'fits_no_printer' ${requested}`);
  }
  const newest = (m: number) => studios.length * m;
  const lastClosed = ofStudio - OPEN_ORDERS - 1;
  const faithful = Math.max(0, lastClosed - (lastClosed % FAITHFUL_EVERY));
  return {
    orderOfFaithful: first.order + 1 + newest(faithful),
    newestRequest: first.request + 1 + newest(ofStudio - 1 - ((ofStudio - 1) % 2)),
  };
}

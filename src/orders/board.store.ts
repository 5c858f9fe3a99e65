// Board store: the open orders by status, narrowed by the board's filters, in one round trip.

import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { materials, orderChanges, orderItems, orders, printingQualities } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { unionOf } from "../db/union.ts";
import type { PersonId } from "../domain/ids.ts";
import { canBeLate, FINAL_STATUSES, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from "../domain/order.ts";
import type { ListedOrder } from "./order-list.store.ts";
import { goodCopies } from "./print-copies.ts";
import { hasDebt } from "./unpaid-orders.ts";

/** Counting ends here: a studio of many years must not be read whole for one number. */
export const MAX_COUNTED = 99;

/** The printing that an order takes. */
export interface OrderWork {
  readonly items: number;
  readonly copies: number;
  /** The copies that were printed well. */
  readonly printed: number;
  /** The printing time of the other copies. */
  readonly minutesLeft: number;
  /** Each once. */
  readonly materials: readonly WorkMaterial[];
  /** A person or the customer wrote a comment or a note. */
  readonly isCommented: boolean;
  /** The first item with a file. */
  readonly firstModel: FirstModel | undefined;
}

interface FirstModel {
  readonly modelId: number;
  readonly fileName: string | null;
}

interface WorkMaterial {
  readonly name: string;
  readonly color: string | null;
  readonly colorHex: string | null;
}

export interface BoardFilter {
  /** Orders after their due day, while they are not ready. */
  readonly isLate: boolean;
  /** Orders of which something is still to be paid. */
  readonly isUnpaid: boolean;
  /** Orders with an item of this technology. */
  readonly technologyId: TechnologyId | undefined;
  /** The author of an order's last change or note: the person who looks, or a customer, site or script. */
  readonly lastBy: "me" | "outside" | undefined;
  readonly sort: "newest" | "due";
  /** Orders of each status. */
  readonly limit: number;
}

export interface BoardReader {
  readonly personId: PersonId;
  /** YYYY-MM-DD */
  readonly today: string;
}

export interface Board {
  /** By status, open ones only. */
  readonly columns: ReadonlyMap<OrderStatus, readonly ListedOrder[]>;
  /** Open orders that pass the filter, and all finished ones; counting ends at `MAX_COUNTED`. */
  readonly counts: ReadonlyMap<OrderStatus, number>;
  /** By order id. */
  readonly work: ReadonlyMap<number, OrderWork>;
  /** Statuses with more orders than were read. */
  readonly cut: ReadonlySet<OrderStatus>;
}

export async function readBoard(db: StudioDb, filter: BoardFilter, reader: BoardReader): Promise<Board> {
  const inOrder = ORDER_BY[filter.sort];
  // One more than is shown tells whether there are more.
  const firstOf = (status: OrderStatus) =>
    db.firstIds(orders, ofColumn(db, status, filter, reader), inOrder, filter.limit + 1);
  const statuses = OPEN_STATUSES.filter((status) => !filter.isLate || canBeLate(status));
  const shown = unionOf(statuses.map(firstOf));
  const counted = (status: OrderStatus) =>
    FINAL_STATUSES.includes(status) ? eq(orders.status, status) : ofColumn(db, status, filter, reader);
  const [rows, items, [counts]] = await db.batch([
    db.select(orders, sql`${orders.id} IN ${shown}`, inOrder),
    db.selectFields(workFields(db), orderItems, sql`${orderItems.orderId} IN ${shown}`, orderItems.position),
    db.countsUpTo(
      MAX_COUNTED + 1,
      orders,
      Object.fromEntries([...statuses, ...FINAL_STATUSES].map((status) => [status, counted(status)])),
    ),
  ]);
  const columns = OPEN_STATUSES.map((status) => ({ status, orders: rows.filter((order) => order.status === status) }));
  return {
    columns: new Map(columns.map((column) => [column.status, column.orders.slice(0, filter.limit)])),
    counts: new Map(ORDER_STATUSES.map((status) => [status, counts?.[status] ?? 0])),
    work: workByOrder(items),
    cut: new Set(columns.filter((column) => column.orders.length > filter.limit).map(({ status }) => status)),
  };
}

const ORDER_BY: Readonly<Record<BoardFilter["sort"], SQL>> = {
  newest: sql`${orders.id} DESC`,
  // A past day comes first by itself.
  due: sql`${orders.dueOn} ASC NULLS LAST, ${orders.id} ASC`,
};

function ofColumn(
  db: StudioDb,
  status: OrderStatus,
  { isLate, isUnpaid, technologyId, lastBy }: BoardFilter,
  { personId, today }: BoardReader,
): SQL {
  const conditions = and(
    eq(orders.status, status),
    isLate ? lt(orders.dueOn, today) : undefined,
    isUnpaid ? hasDebt : undefined,
    technologyId === undefined ? undefined : hasItemOf(db, technologyId),
    lastBy === undefined ? undefined : lastChangedBy(db, lastBy === "me" ? personId : null),
  );
  return sql`${conditions}`;
}

function hasItemOf(db: StudioDb, technologyId: TechnologyId): SQL {
  const materialIds = db.valuesOf(materials.id, materials, eq(materials.technologyId, technologyId));
  const qualityIds = db.valuesOf(
    printingQualities.id,
    printingQualities,
    eq(printingQualities.technologyId, technologyId),
  );
  const isOfTechnology = or(
    sql`${orderItems.materialId} IN ${materialIds}`,
    and(isNull(orderItems.materialId), sql`${orderItems.printingQualityId} IN ${qualityIds}`),
  );
  return sql`EXISTS ${db.valuesOf(sql`1`, orderItems, and(eq(orderItems.orderId, orders.id), isOfTechnology))}`;
}

/** An order of the API has no entry for its creation: without a change, its site changed it last. */
function lastChangedBy(db: StudioDb, personId: PersonId | null): SQL {
  const last = and(eq(orderChanges.orderId, orders.id), eq(orderChanges.version, orders.version));
  return sql`${db.valuesOf(orderChanges.personId, orderChanges, last)} IS ${personId}`;
}

function workFields(db: StudioDb) {
  const ofMaterial = (column: SQLiteColumn) => db.valuesOf(column, materials, eq(materials.id, orderItems.materialId));
  const isComment = and(eq(orderChanges.orderId, orderItems.orderId), isNotNull(orderChanges.comment));
  return {
    orderId: sql<number>`${orderItems.orderId}`,
    copies: sql<number>`${orderItems.quantity}`,
    printed: sql<number>`${goodCopies(db)}`,
    minutes: sql<number>`${orderItems.printMinutes}`,
    material: sql<string | null>`${ofMaterial(materials.name)}`,
    color: sql<string | null>`${orderItems.materialColor}`,
    colorHex: sql<string | null>`${ofMaterial(materials.colorHex)}`,
    modelId: sql<number | null>`${orderItems.modelId}`,
    fileName: sql<string | null>`${orderItems.originalFileName}`,
    isCommented: sql<number>`EXISTS ${db.valuesOf(sql`1`, orderChanges, isComment)}`,
  };
}

interface ItemWork extends Pick<OrderWork, "copies" | "printed"> {
  readonly orderId: number;
  readonly minutes: number;
  readonly material: string | null;
  readonly color: string | null;
  readonly colorHex: string | null;
  readonly modelId: number | null;
  readonly fileName: string | null;
  readonly isCommented: number;
}

function workByOrder(items: readonly ItemWork[]): ReadonlyMap<number, OrderWork> {
  return new Map([...Map.groupBy(items, ({ orderId }) => orderId)].map(([id, ofOrder]) => [id, workOf(ofOrder)]));
}

function workOf(items: readonly ItemWork[]): OrderWork {
  const sum = (of: (item: ItemWork) => number) => items.reduce((total, item) => total + of(item), 0);
  const ofItems = items.flatMap(({ material: name, color, colorHex }) =>
    name === null ? [] : [{ name, color, colorHex }],
  );
  const [firstModel] = items.flatMap(({ modelId, fileName }) => (modelId === null ? [] : [{ modelId, fileName }]));
  return {
    items: items.length,
    copies: sum(({ copies }) => copies),
    printed: sum(({ printed }) => printed),
    minutesLeft: sum(({ minutes, copies, printed }) => Math.round((minutes * Math.max(0, copies - printed)) / copies)),
    materials: [...new Map(ofItems.map((material) => [`${material.name} ${material.color}`, material])).values()],
    isCommented: items.some(({ isCommented }) => isCommented === 1),
    firstModel,
  };
}

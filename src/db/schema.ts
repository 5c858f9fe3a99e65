// Every table. What belongs to a studio carries its `studio_id`, and a reference between two of a studio's rows is a
// foreign key over (studio_id, id), so that not even a faulty statement can tie one studio's row to another's.
// Ids are AUTOINCREMENT: an id that was once given out never comes back.
//
// Units are in the names. Money is an integer of minor units (cents), a percentage of hundredths of a percent,
// a moment of milliseconds since 1970.

import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { SPEED_MODES } from "../../slicer-service/src/contract/profile.ts";
import type { PriceBreakdown } from "../pricing/price.ts";
import {
  type KeptAnswer,
  ORDER_STATUSES,
  type OwnParameters,
  PLANS,
  PRINTER_STATUSES,
  type SlicingJobItem,
  type StoredContact,
  type StoredDelivery,
  type StudioParameters,
} from "./column-types.ts";

const id = () => integer().primaryKey({ autoIncrement: true });
const studioId = () =>
  integer()
    .notNull()
    .references(() => studios.id);
const moment = () => integer();

/** What a table that belongs to studios has in common: it can be referenced only together with its studio. */
const referencedWithStudio = (table: { studioId: AnySQLiteColumn; id: AnySQLiteColumn }) =>
  unique().on(table.studioId, table.id);

export const studios = sqliteTable("studios", {
  id: id(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  plan: text({ enum: PLANS }).notNull(),
  locale: text().notNull(),
  currencyId: integer().notNull(),
  hourlyRate: integer().notNull(),
  setupCost: integer().notNull(),
  minimumPrice: integer().notNull(),
  markupBasisPoints: integer("markup_hundredths").notNull(),
  /** How its resin and powder printers differ from the defaults. */
  processParameters: text({ mode: "json" }).$type<StudioParameters>(),
  createdAt: moment().notNull(),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: id(),
    studioId: studioId(),
    name: text().notNull(),
    /** SHA-256 of the whole key, hexadecimal. The key itself is nowhere. */
    hash: text().notNull().unique(),
    createdAt: moment().notNull(),
    revokedAt: moment(),
  },
  (table) => [index("api_keys_of_studio").on(table.studioId)],
);

export const materials = sqliteTable(
  "materials",
  {
    id: id(),
    studioId: studioId(),
    technologyId: integer().notNull(),
    name: text().notNull(),
    color: text(),
    colorHex: text(),
    costPerKg: integer().notNull(),
    densityMilligramsPerCubicCm: integer().notNull(),
    status: text({ enum: ["active", "inactive"] }).notNull(),
    stockHundredthsOfGram: integer(),
    lowStockHundredthsOfGram: integer(),
  },
  (table) => [
    referencedWithStudio(table),
    check("materials_are_priceable", sql`${table.costPerKg} >= 0 AND ${table.densityMilligramsPerCubicCm} > 0`),
  ],
);

export const printingQualities = sqliteTable(
  "printing_qualities",
  {
    id: id(),
    studioId: studioId(),
    technologyId: integer().notNull(),
    name: text().notNull(),
    description: text(),
    layerHeightMicrometres: integer().notNull(),
    nozzleDiameterMicrometres: integer(),
    infillPercent: integer(),
    wallCount: integer(),
    topLayers: integer(),
    bottomLayers: integer(),
    supports: integer({ mode: "boolean" }).notNull(),
    speedMode: text({ enum: SPEED_MODES }).notNull(),
    isDefault: integer({ mode: "boolean" }).notNull(),
    isActive: integer({ mode: "boolean" }).notNull(),
    /** How it differs from the studio's other profiles of a resin or powder technology. */
    processParameters: text({ mode: "json" }).$type<OwnParameters>(),
  },
  (table) => [referencedWithStudio(table)],
);

export const finishings = sqliteTable(
  "finishings",
  {
    id: id(),
    studioId: studioId(),
    /** Null: applies to every technology. */
    technologyId: integer(),
    name: text().notNull(),
    description: text(),
    price: integer(),
    percentageBasisPoints: integer("percentage_hundredths"),
    isArchived: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    referencedWithStudio(table),
    check("finishings_have_one_charge", sql`${table.price} IS NULL OR ${table.percentageBasisPoints} IS NULL`),
  ],
);

export const products = sqliteTable(
  "products",
  {
    id: id(),
    studioId: studioId(),
    title: text().notNull(),
    description: text(),
    photos: text({ mode: "json" }).$type<string[]>().notNull(),
    price: integer().notNull(),
    leadTimeDays: integer(),
    isActive: integer({ mode: "boolean" }).notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [referencedWithStudio(table)],
);

export const deliveryMethods = sqliteTable(
  "delivery_methods",
  { id: id(), studioId: studioId(), name: text().notNull() },
  (table) => [referencedWithStudio(table)],
);

export const printers = sqliteTable(
  "printers",
  {
    id: id(),
    studioId: studioId(),
    /** @see orders.requestKey */
    requestKey: text().notNull(),
    technologyId: integer().notNull(),
    name: text().notNull(),
    model: text(),
    /** As the studio wrote it, such as `220x220x250 mm`. */
    buildVolume: text(),
    status: text({ enum: PRINTER_STATUSES }).notNull(),
    maintenanceNote: text(),
    /** YYYY-MM-DD */
    nextMaintenanceAt: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [referencedWithStudio(table), unique().on(table.studioId, table.requestKey)],
);

/** A model file, stored once per studio and content. */
export const models = sqliteTable(
  "models",
  {
    id: id(),
    studioId: studioId(),
    sha256: text().notNull(),
    format: text().$type<ModelFormat>().notNull(),
    sizeBytes: integer().notNull(),
    /** Where the bytes lie in the bucket; never shown to anyone. */
    objectKey: text().notNull().unique(),
    createdAt: moment().notNull(),
    /** When a request last sent this content: its retention counts from here. */
    lastUsedAt: moment().notNull(),
    /** Whether an order ever took it: then it stays, and whoever looks for what is over does not look at it. */
    isOrdered: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.sha256),
    index("models_not_ordered").on(table.lastUsedAt).where(sql`is_ordered = 0`),
  ],
);

/** Objects whose model's row is gone and that are yet to be deleted: what a crash between the two leaves is found here. */
export const discardedObjects = sqliteTable("discarded_objects", { objectKey: text().primaryKey() });

/** What a 202 promised: which slices a client waits for. How far they are is asked of the slicer. */
export const slicingJobs = sqliteTable(
  "slicing_jobs",
  {
    id: text().notNull(),
    studioId: studioId(),
    items: text({ mode: "json" }).$type<SlicingJobItem[]>().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.id] }),
    index("slicing_jobs_by_last_use").on(table.lastUsedAt),
  ],
);

export const customers = sqliteTable(
  "customers",
  {
    id: id(),
    studioId: studioId(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** E.164. */
    phoneNumber: text().notNull(),
    email: text().notNull(),
    locale: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.phoneNumber),
    // An address is recognised whatever its case.
    index("customers_by_email").on(table.studioId, sql`lower(${table.email})`),
  ],
);

export const orders = sqliteTable(
  "orders",
  {
    id: id(),
    studioId: studioId(),
    /** Names the attempt that wrote the order; its unique index makes a second writing of the same attempt impossible. */
    requestKey: text().notNull(),
    customerId: integer().notNull(),
    contact: text({ mode: "json" }).$type<StoredContact>().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    totalPrice: integer().notNull(),
    currencyId: integer().notNull(),
    source: text().notNull(),
    delivery: text({ mode: "json" }).$type<StoredDelivery>(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.requestKey),
    index("orders_of_customer").on(table.studioId, table.customerId),
    index("orders_by_status").on(table.studioId, table.status),
    foreignKey({
      columns: [table.studioId, table.customerId],
      foreignColumns: [customers.studioId, customers.id],
    }),
  ],
);

export const orderItems = sqliteTable(
  "order_items",
  {
    id: id(),
    studioId: studioId(),
    orderId: integer().notNull(),
    position: integer().notNull(),
    /** The printer that the studio gave the item to. */
    printerId: integer(),
    modelId: integer(),
    originalFileName: text(),
    quantity: integer().notNull(),
    price: integer().notNull(),
    materialId: integer(),
    materialColor: text(),
    printingQualityId: integer(),
    finishingIds: text({ mode: "json" }).$type<number[]>().notNull(),
    printMinutes: integer().notNull(),
    weightHundredthsOfGram: integer().notNull(),
    productId: integer(),
    productTitle: text(),
    costBreakdown: text({ mode: "json" }).$type<PriceBreakdown>(),
  },
  (table) => [
    referencedWithStudio(table),
    uniqueIndex("order_items_in_order").on(table.studioId, table.orderId, table.position),
    index("order_items_of_model").on(table.studioId, table.modelId),
    index("order_items_of_printer").on(table.studioId, table.printerId),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
    foreignKey({ columns: [table.studioId, table.printerId], foreignColumns: [printers.studioId, printers.id] }),
    foreignKey({ columns: [table.studioId, table.modelId], foreignColumns: [models.studioId, models.id] }),
    foreignKey({ columns: [table.studioId, table.materialId], foreignColumns: [materials.studioId, materials.id] }),
    foreignKey({
      columns: [table.studioId, table.printingQualityId],
      foreignColumns: [printingQualities.studioId, printingQualities.id],
    }),
    foreignKey({ columns: [table.studioId, table.productId], foreignColumns: [products.studioId, products.id] }),
  ],
);

/** Every move of an order, its creation included. */
export const orderStatusChanges = sqliteTable(
  "order_status_changes",
  {
    id: id(),
    studioId: studioId(),
    orderId: integer().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    comment: text(),
    changedAt: moment().notNull(),
  },
  (table) => [
    index("order_status_changes_of_order").on(table.studioId, table.orderId),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
  ],
);

/** One row per Idempotency-Key in use: claimed while its request runs, then the answer to give again. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    studioId: studioId(),
    key: text().notNull(),
    /** Hash of method, path, fields and file hashes: what makes two requests the same. */
    fingerprint: text().notNull(),
    /** Handed to the write, whose row keeps it: tells after a crash whether the write took place. */
    requestKey: text().notNull(),
    claimedAt: moment().notNull(),
    /** Null while the request runs. */
    answer: text({ mode: "json" }).$type<KeptAnswer>(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.key] }),
    index("idempotency_keys_by_age").on(table.claimedAt),
  ],
);

// Database schema: every table but the idempotency keys, which idempotency/ keeps.
//
// Every row of a studio carries its `studio_id`, and references between a studio's rows are foreign keys over
// (studio_id, id): not even a faulty statement can tie one studio's row to another's. Ids are AUTOINCREMENT: an id that
// was given out never comes back. Fixed lists and JSON columns carry a CHECK: the database refuses a wrong value written
// by hand, which would otherwise break every list that shows it.
//
// Units are in the names. Minor is a whole number of minor units of the studio's currency (cents), BasisPoints are
// hundredths of a percent, a moment is milliseconds since 1970.

import { type SQL, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { MODEL_FORMATS, type ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import type { OwnParameters } from "../../slicer-service/src/contract/process-parameters.ts";
import { INFILL_PATTERNS, SPEED_MODES } from "../../slicer-service/src/contract/profile.ts";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import { KEY_KINDS, KEY_PERMISSIONS } from "../domain/api-key.ts";
import { CARRIER_FAULTS, CARRIERS, type CarrierSender } from "../domain/carrier/carriers.ts";
import { PARCEL_STATES } from "../domain/carrier/parcel.ts";
import { CURRENCY_IDS, type CurrencyId } from "../domain/currency.ts";
import { MAX_LOCALE_CHARACTERS } from "../domain/customer.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import type { ItemWarning } from "../domain/item-warning.ts";
import { CUSTOMER_EVENTS, MESSAGE_CHANNELS, MESSAGE_EVENTS, STAFF_EVENTS } from "../domain/message/events.ts";
import { MESSAGE_FAULTS, MESSAGE_STATES } from "../domain/message/states.ts";
import {
  DOCUMENT_KINDS,
  FIRST_TEST_ORDER_ID,
  MAX_SOURCE_CHARACTERS,
  ORDER_STATUSES,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
} from "../domain/order.ts";
import { LANGUAGES, ROLES, THEMES } from "../domain/person.ts";
import { PLANS } from "../domain/plan.ts";
import { PRICE_REQUEST_REASONS, PRICE_REQUEST_STATUSES } from "../domain/price-request.ts";
import { DEFAULT_REGION, REGIONS } from "../domain/studio.ts";
import { TECHNOLOGY_IDS } from "../domain/technology.ts";
import { MATERIAL_STATUSES, PRINT_OUTCOMES, PRINTER_STATUSES } from "../domain/workshop.ts";
import type { PriceBreakdown } from "../pricing/price.ts";
import { type ChosenPriority, MINIMUM_PRICE_SCOPES, type Priority, type QuantityTier } from "../pricing/price-rules.ts";
import type {
  DocumentContent,
  KeptQuote,
  NamedPrice,
  OrderChanges,
  SlicingJobItem,
  StoredContact,
  StoredNote,
  StudioParameters,
  TestOrderContent,
} from "./column-types.ts";

const id = () => integer().primaryKey({ autoIncrement: true });
export const studioId = () =>
  integer()
    .notNull()
    .references(() => studios.id);
export const moment = () => integer();
/** The entry's place in the studio's own order of a list; entries of one position are sorted by id. */
const position = () => integer().notNull().default(0);
const technologyId = () => integer().$type<TechnologyId>();
const currencyId = () => integer().$type<CurrencyId>().notNull();

/** The column holds a value of a fixed list. SQLite lets null pass a CHECK. */
function oneOf(column: SQLiteColumn, values: readonly (string | number)[]): SQL {
  const listed = values.map((value) => (typeof value === "number" ? String(value) : `'${value}'`));
  return sql`${column} IN (${sql.raw(listed.join(", "))})`;
}

/** The column holds JSON of this type, or null: json_valid(null) is false in older versions of SQLite. */
export function jsonOf(column: SQLiteColumn, type: "array" | "object"): SQL {
  return sql`${column} IS NULL OR (json_valid(${column}) AND json_type(${column}) = ${sql.raw(`'${type}'`)})`;
}

/** The column holds a text of at least one character. */
function boundedText(column: SQLiteColumn, characters: number): SQL {
  return sql`length(${column}) BETWEEN 1 AND ${sql.raw(String(characters))}`;
}

/** Lets foreign keys reference a row only together with its studio. */
const referencedWithStudio = (table: { studioId: AnySQLiteColumn; id: AnySQLiteColumn }) =>
  unique().on(table.studioId, table.id);

export const studios = sqliteTable(
  "studios",
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    plan: text({ enum: PLANS }).notNull(),
    locale: text().notNull(),
    currencyId: currencyId(),
    hourlyRateMinor: integer().notNull(),
    setupCostMinor: integer().notNull(),
    minimumPriceMinor: integer().notNull(),
    markupBasisPoints: integer().notNull(),
    /** Whether the minimum price holds for each item or once for a basket of the order page. */
    minimumPricePer: text({ enum: MINIMUM_PRICE_SCOPES }).notNull().default("item"),
    /** For one kWh. Null: a machine's power costs nothing by itself. */
    electricityPriceMinor: integer(),
    /** Discounts by quantity, the smallest quantity first. Null: none. */
    quantityTiers: text({ mode: "json" }).$type<QuantityTier[]>(),
    /** In the owner's order. Null: none. */
    priorities: text({ mode: "json" }).$type<Priority[]>(),
    /** Overrides of the defaults for resin and powder printers. */
    processParameters: text({ mode: "json" }).$type<StudioParameters>(),
    createdAt: moment().notNull(),
    /** The address that answers to its e-mails go to. Null: they go nowhere. */
    replyTo: text(),
    /** The location of its gate: read when the gate is first asked for, and without effect afterwards. */
    region: text({ enum: REGIONS }).notNull().default(DEFAULT_REGION),
  },
  (table) => [
    check("studios_region", oneOf(table.region, REGIONS)),
    check("studios_plan", oneOf(table.plan, PLANS)),
    // The characters that `localeOf` can return; it checks the order of the parts.
    check(
      "studios_locale",
      sql`${table.locale} GLOB '[a-z][a-z]*' AND ${table.locale} NOT GLOB '*[^A-Za-z0-9-]*' AND ${boundedText(table.locale, MAX_LOCALE_CHARACTERS)}`,
    ),
    check("studios_currency", oneOf(table.currencyId, CURRENCY_IDS)),
    check("studios_process_parameters", jsonOf(table.processParameters, "object")),
    check(
      "studios_are_priceable",
      sql`${table.hourlyRateMinor} >= 0 AND ${table.setupCostMinor} >= 0 AND ${table.minimumPriceMinor} >= 0 AND ${table.markupBasisPoints} >= 0`,
    ),
  ],
);

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: id(),
    studioId: studioId(),
    name: text().notNull(),
    /** SHA-256 of the whole key, hexadecimal. The key itself is not stored. */
    hash: text().notNull().unique(),
    /** The key's first characters, to tell it from others. Null for older keys. */
    firstCharacters: text(),
    kind: text({ enum: KEY_KINDS }).notNull().default("live"),
    permission: text({ enum: KEY_PERMISSIONS }).notNull().default("all"),
    createdAt: moment().notNull(),
    /** The key is refused from then on. Null: it has no end. */
    expiresAt: moment(),
    revokedAt: moment(),
  },
  (table) => [
    index("api_keys_of_studio").on(table.studioId),
    check("api_keys_kind", oneOf(table.kind, KEY_KINDS)),
    check("api_keys_permission", oneOf(table.permission, KEY_PERMISSIONS)),
  ],
);

export const materials = sqliteTable(
  "materials",
  {
    id: id(),
    studioId: studioId(),
    technologyId: technologyId().notNull(),
    name: text().notNull(),
    color: text(),
    /** For visitors who read the order page in its second language. Null: they read the studio's own. */
    nameInSecondLanguage: text(),
    colorInSecondLanguage: text(),
    colorHex: text(),
    costPerKgMinor: integer().notNull(),
    densityMilligramsPerCubicCm: integer().notNull(),
    status: text({ enum: MATERIAL_STATUSES }).notNull(),
    stockHundredthsOfGram: integer(),
    lowStockHundredthsOfGram: integer(),
    /** Whether visitors of the order page may choose it, while it is active. */
    isOnStorefront: integer("is_on_order_page", { mode: "boolean" }).notNull().default(true),
    /** Limits and needs of the plastic itself (MATERIAL_PARAMETER_NAMES), over the machine profile's. */
    processParameters: text({ mode: "json" }).$type<OwnParameters>(),
    position: position(),
  },
  (table) => [
    referencedWithStudio(table),
    check("materials_process_parameters", jsonOf(table.processParameters, "object")),
    check("materials_technology", oneOf(table.technologyId, TECHNOLOGY_IDS)),
    check("materials_status", oneOf(table.status, MATERIAL_STATUSES)),
    check("materials_are_priceable", sql`${table.costPerKgMinor} >= 0 AND ${table.densityMilligramsPerCubicCm} > 0`),
  ],
);

/** A studio's filament printers: parameters of slicing, and of the beginning and end of a print. */
export const machineProfiles = sqliteTable(
  "machine_profiles",
  {
    id: id(),
    studioId: studioId(),
    name: text().notNull(),
    /** The parameters that differ from the defaults of FILAMENT_PARAMETERS and PRINT_PARAMETERS, by name. */
    parameters: text({ mode: "json" }).$type<OwnParameters>().notNull(),
    /** The source of the numbers: a preset, or the imported file. Null: typed. */
    source: text(),
    /** For an hour of printing, in place of the studio's. Null: the studio's. */
    hourlyRateMinor: integer(),
    /** Mean power of a print. Null: unknown, and no electricity is charged by itself. */
    powerWatts: integer(),
    /**
     * The correction that the owner accepted from the shop floor: real over estimated, in hundredths of a percent. 10,000 changes
     * nothing.
     */
    timeCorrectionBasisPoints: integer().notNull().default(10_000),
    materialCorrectionBasisPoints: integer().notNull().default(10_000),
    /** Time of the latest acceptance or removal of a correction. */
    correctedAt: moment(),
    /** Time of the last change of the parameters: earlier slices used others. Null: unchanged since the profile was made. */
    parametersChangedAt: moment(),
    isArchived: integer({ mode: "boolean" }).notNull().default(false),
    position: position(),
  },
  (table) => [
    referencedWithStudio(table),
    check("machine_profiles_parameters", jsonOf(table.parameters, "object")),
    check(
      "machine_profiles_corrections",
      sql`${table.timeCorrectionBasisPoints} BETWEEN 2500 AND 40000 AND ${table.materialCorrectionBasisPoints} BETWEEN 2500 AND 40000`,
    ),
  ],
);

export const printingQualities = sqliteTable(
  "printing_qualities",
  {
    id: id(),
    studioId: studioId(),
    technologyId: technologyId().notNull(),
    name: text().notNull(),
    description: text(),
    /** For visitors who read the order page in its second language. Null: they read the studio's own. */
    nameInSecondLanguage: text(),
    descriptionInSecondLanguage: text(),
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
    /** Whether visitors of the order page may choose it, while it is active. */
    isOnStorefront: integer("is_on_order_page", { mode: "boolean" }).notNull().default(true),
    /** Overrides of the studio's process parameters, for a resin or powder technology. */
    processParameters: text({ mode: "json" }).$type<OwnParameters>(),
    /**
     * The filament printer that it prints on; null: the defaults. A key over one column, since SQLite adds no other to a table with
     * rows; its readers look among the studio's own profiles only.
     */
    machineProfileId: integer().references(() => machineProfiles.id),
    infillPattern: text({ enum: INFILL_PATTERNS }).notNull().default("grid"),
    position: position(),
  },
  (table) => [
    referencedWithStudio(table),
    check("printing_qualities_infill_pattern", oneOf(table.infillPattern, INFILL_PATTERNS)),
    check("printing_qualities_technology", oneOf(table.technologyId, TECHNOLOGY_IDS)),
    check("printing_qualities_speed_mode", oneOf(table.speedMode, SPEED_MODES)),
    check("printing_qualities_process_parameters", jsonOf(table.processParameters, "object")),
  ],
);

export const finishings = sqliteTable(
  "finishings",
  {
    id: id(),
    studioId: studioId(),
    /** Null: applies to every technology. */
    technologyId: technologyId(),
    name: text().notNull(),
    description: text(),
    /** For visitors who read the order page in its second language. Null: they read the studio's own. */
    nameInSecondLanguage: text(),
    descriptionInSecondLanguage: text(),
    priceMinor: integer(),
    percentageBasisPoints: integer(),
    /** One on each line. Null: for every material. */
    materialNames: text(),
    onlyWithSupports: integer({ mode: "boolean" }).notNull().default(false),
    isArchived: integer({ mode: "boolean" }).notNull(),
    position: position(),
  },
  (table) => [
    referencedWithStudio(table),
    check("finishings_technology", oneOf(table.technologyId, TECHNOLOGY_IDS)),
    check("finishings_have_one_charge", sql`${table.priceMinor} IS NULL OR ${table.percentageBasisPoints} IS NULL`),
    check("finishings_are_priceable", sql`${table.priceMinor} >= 0 AND ${table.percentageBasisPoints} >= 0`),
  ],
);

export const products = sqliteTable(
  "products",
  {
    id: id(),
    studioId: studioId(),
    title: text().notNull(),
    description: text(),
    /** Addresses; one that begins with a slash is a photo stored by the service itself. */
    photos: text({ mode: "json" }).$type<string[]>().notNull(),
    priceMinor: integer().notNull(),
    leadTimeDays: integer(),
    isActive: integer({ mode: "boolean" }).notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    position: position(),
    /** For visitors who read the order page in its second language. Null: they read the studio's own. */
    titleInSecondLanguage: text(),
    descriptionInSecondLanguage: text(),
    /** Whether it stands on the shelf of the order page, while it is active. */
    isOnStorefront: integer("is_on_order_page", { mode: "boolean" }).notNull().default(false),
    /** Its price is that of its prints. `priceMinor` is then the price of one piece when it was last computed. */
    isPriceComputed: integer({ mode: "boolean" }).notNull().default(false),
    /** Pieces ready to ship, of a product without colours. Triggers on `shelf_moves` keep it. */
    stock: integer().notNull().default(0),
  },
  (table) => [referencedWithStudio(table), check("products_photos", jsonOf(table.photos, "array"))],
);

/** The colours of a product, each with a stock of its own. A removed one stays for its orders. */
export const productColors = sqliteTable(
  "product_colors",
  {
    id: id(),
    studioId: studioId(),
    productId: integer().notNull(),
    name: text().notNull(),
    /** For visitors who read the order page in its second language. Null: they read the studio's own. */
    nameInSecondLanguage: text(),
    hex: text(),
    /** Prints the product in this colour. Null: the material of the print itself. */
    materialId: integer(),
    /** Pieces ready to ship. Triggers on `shelf_moves` keep it. */
    stock: integer().notNull().default(0),
    isArchived: integer({ mode: "boolean" }).notNull().default(false),
    position: position(),
  },
  (table) => [
    referencedWithStudio(table),
    index("product_colors_of_product").on(table.studioId, table.productId),
    check("product_colors_name", sql`length(${table.name}) >= 1`),
    foreignKey({ columns: [table.studioId, table.productId], foreignColumns: [products.studioId, products.id] }),
    foreignKey({ columns: [table.studioId, table.materialId], foreignColumns: [materials.studioId, materials.id] }),
  ],
);

export const deliveryMethods = sqliteTable(
  "delivery_methods",
  {
    id: id(),
    studioId: studioId(),
    name: text().notNull(),
    /** Made of the first name, and never changed after that. Null: `method-` and the id (catalog/delivery-slug.ts). */
    slug: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    /** The customer collects the order: the order page asks for no address. */
    isPickup: integer({ mode: "boolean" }).notNull().default(false),
    /** Null: none is stated, and nothing is added to an order. */
    priceMinor: integer(),
    /** The total of an order's items from which it costs nothing. Null: never free. */
    freeFromMinor: integer(),
    position: position(),
  },
  (table) => [referencedWithStudio(table), unique().on(table.studioId, table.slug)],
);

/** Names the CHECK by which a batch fails if a condition of it does not hold. */
export const BATCH_CONDITION = "batch_condition_holds";

/** Holds no row, ever: `batchIf` adds one if a condition does not hold, and the CHECK refuses it, and so the whole batch. */
export const unmetConditions = sqliteTable("unmet_conditions", { studioId: studioId() }, () => [
  check(BATCH_CONDITION, sql`false`),
]);

/** The studio's trial that holds an engine now: one at a time, since all studios share the engines. */
export const trialLocks = sqliteTable("trial_locks", {
  studioId: studioId().primaryKey(),
  /** Hash of the tried settings. */
  fingerprint: text().notNull(),
  takenAt: moment().notNull(),
});

export const printers = sqliteTable(
  "printers",
  {
    id: id(),
    studioId: studioId(),
    /** @see orders.requestKey */
    requestKey: text().notNull(),
    technologyId: technologyId().notNull(),
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
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.requestKey),
    check("printers_technology", oneOf(table.technologyId, TECHNOLOGY_IDS)),
    check("printers_status", oneOf(table.status, PRINTER_STATUSES)),
  ],
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
    /** The object's key in the bucket; never shown. */
    objectKey: text().notNull().unique(),
    createdAt: moment().notNull(),
    /** Time of the last request that sent this content, or named it by its id. Retention counts from here. */
    lastUsedAt: moment().notNull(),
    /** True once an order or a product's print refers to it: the file is then kept for ever, and retention skips the row by an index. */
    isOrdered: integer({ mode: "boolean" }).notNull().default(false),
    /** The name under which this content was last sent; null for rows older than this column. */
    originalFileName: text(),
    /**
     * The end of its retention while only visitors of the order page have sent this content. Null once the studio itself has used
     * it, which keeps it longer.
     */
    visitorUntil: moment(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.sha256),
    index("models_not_ordered").on(table.lastUsedAt).where(sql`is_ordered = 0`),
    index("models_of_visitors").on(table.visitorUntil).where(sql`is_ordered = 0 AND visitor_until IS NOT NULL`),
    check(
      "models_format",
      oneOf(
        table.format,
        MODEL_FORMATS.map(({ format }) => format),
      ),
    ),
  ],
);

/** The prints of one piece of a product: stored models, each with its choice. A product without any is sold from the shelf alone. */
export const productPrints = sqliteTable(
  "product_prints",
  {
    id: id(),
    studioId: studioId(),
    productId: integer().notNull(),
    modelId: integer().notNull(),
    originalFileName: text().notNull(),
    /** The model's copies in one piece. */
    copies: integer().notNull(),
    materialId: integer().notNull(),
    printingQualityId: integer().notNull(),
    finishingIds: text({ mode: "json" }).$type<number[]>().notNull(),
    position: position(),
  },
  (table) => [
    index("product_prints_of_product").on(table.studioId, table.productId),
    check("product_prints_copies", sql`${table.copies} >= 1`),
    check("product_prints_finishing_ids", jsonOf(table.finishingIds, "array")),
    foreignKey({ columns: [table.studioId, table.productId], foreignColumns: [products.studioId, products.id] }),
    foreignKey({ columns: [table.studioId, table.modelId], foreignColumns: [models.studioId, models.id] }),
    foreignKey({ columns: [table.studioId, table.materialId], foreignColumns: [materials.studioId, materials.id] }),
    foreignKey({
      columns: [table.studioId, table.printingQualityId],
      foreignColumns: [printingQualities.studioId, printingQualities.id],
    }),
  ],
);

/** Objects yet to be deleted after their model's row: a crash between the two leaves them here for the next run. */
export const discardedObjects = sqliteTable(
  "discarded_objects",
  {
    objectKey: text().primaryKey(),
    discardedAt: moment().notNull().default(0),
  },
  (table) => [index("discarded_objects_by_time").on(table.discardedAt)],
);

/** The progress of a sweep that continues with every run of the scheduled handler. */
export const sweeps = sqliteTable("sweeps", {
  name: text().primaryKey(),
  /** The last object key, or the last studio, that was checked; null at the beginning. */
  after: text(),
});

/** Slicing jobs, promised by a 202: the slices that a client waits for. Their states are asked of the slicer. */
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
    check("slicing_jobs_items", jsonOf(table.items, "array")),
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
    /**
     * The number and the sum of the orders that are not cancelled. Triggers on `orders` keep both (migrations/0012_customer_totals.sql):
     * whichever version of the Worker writes an order, it is counted.
     */
    orderCount: integer().notNull().default(0),
    spentMinor: integer().notNull().default(0),
    /** The studio's own words about the customer. */
    note: text(),
    /** Time of the erasure of the personal data. The row stays for the figures of its orders. */
    erasedAt: moment(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.phoneNumber),
    // E-mail addresses are compared without case.
    index("customers_by_email").on(table.studioId, sql`lower(${table.email})`),
    check("customers_locale", boundedText(table.locale, MAX_LOCALE_CHARACTERS)),
  ],
);

export const orders = sqliteTable(
  "orders",
  {
    id: id(),
    studioId: studioId(),
    /**
     * The number for people, from 1 in each studio and without gaps. It grows with the id, so an index is not needed to find one. 0 only until a
     * trigger numbers the order of an older Worker (migrations/0023_word_counter_and_money.sql).
     */
    number: integer().notNull().default(0),
    /** Names the attempt that wrote the order. Its unique index prevents a second write of the same attempt. */
    requestKey: text().notNull(),
    customerId: integer().notNull(),
    contact: text({ mode: "json" }).$type<StoredContact>().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    totalPriceMinor: integer().notNull(),
    currencyId: currencyId(),
    source: text().notNull(),
    delivery: text({ mode: "json" }).$type<StoredDelivery>(),
    /** YYYY-MM-DD, the day by which the order is to be ready. Null: no day was promised. */
    dueOn: text(),
    /** The priority as it was named when the order was placed. Null: none was chosen. */
    priority: text({ mode: "json" }).$type<ChosenPriority>(),
    /** The part of the first item's price that lifts the order to the order page's least order. Null: none. */
    topUpMinor: integer(),
    /** The delivery's price at the time of the order, which the customer pays beside the items. Null: none was stated. */
    deliveryPriceMinor: integer(),
    /** The part of both that the studio asked for in advance. Null: none. */
    advanceMinor: integer(),
    /** Payments less refunds. Triggers on `payments` keep it. Null: placed before payments were noted. */
    paidMinor: integer(),
    /** The refunds among them: money paid back is not asked for again. The same triggers keep it. */
    refundedMinor: integer().notNull().default(0),
    /** Counts the order's changes: a change states the version that its author saw. */
    version: integer().notNull().default(1),
    /** The secret part of the address under which the customer sees the order; null for an order of the API. */
    customerToken: text(),
    /** Time of the customer's consent to the studio's terms; null if the order was not placed on the order page. */
    consentedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.requestKey),
    // Most orders of the API have no token, and then no entry.
    uniqueIndex("orders_by_customer_token")
      .on(table.studioId, table.customerToken)
      .where(sql`customer_token IS NOT NULL`),
    index("orders_of_customer").on(table.studioId, table.customerId),
    index("orders_by_status").on(table.studioId, table.status),
    // Open orders are few. Of the ended ones it has only those with a debt.
    index("orders_ended_unpaid")
      .on(table.studioId, table.id)
      // With the plus, a query states the same and cannot walk all ended orders by their status instead (src/orders/unpaid-orders.ts).
      .where(
        sql`+status = 'completed' AND paid_minor + refunded_minor < total_price_minor + coalesce(delivery_price_minor, 0)`,
      ),
    check("orders_status", oneOf(table.status, ORDER_STATUSES)),
    check("orders_source", boundedText(table.source, MAX_SOURCE_CHARACTERS)),
    check("orders_currency", oneOf(table.currencyId, CURRENCY_IDS)),
    check("orders_contact", jsonOf(table.contact, "object")),
    check("orders_delivery", jsonOf(table.delivery, "object")),
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
    /** Not read any more: `queued_prints` has the printers. A version before that table still writes it. */
    printerId: integer(),
    modelId: integer(),
    originalFileName: text(),
    quantity: integer().notNull(),
    priceMinor: integer().notNull(),
    materialId: integer(),
    materialColor: text(),
    printingQualityId: integer(),
    finishingIds: text({ mode: "json" }).$type<number[]>().notNull(),
    printMinutes: integer().notNull(),
    weightHundredthsOfGram: integer().notNull(),
    productId: integer(),
    productTitle: text(),
    costBreakdown: text({ mode: "json" }).$type<PriceBreakdown>(),
    /** The moment when the last of its copies was printed well. Null until then. */
    printedAt: moment(),
    /** Not read any more: `ended_prints` has it by print. A version before that table still writes it. */
    stockTakenHundredthsOfGram: integer(),
    /** The result of the item's quote; null for items without one, and for those older than this column. */
    fitsBuildVolume: integer({ mode: "boolean" }),
    /** The warnings of the item's quote; null for items older than this column. */
    warnings: text({ mode: "json" }).$type<ItemWarning[]>(),
    /** The product's colour; null: it has none. A key over one column, since SQLite adds no other to a table with rows. */
    productColorId: integer().references(() => productColors.id),
    /** The copies among its quantity that came from the shelf: they are not printed. */
    shelfCopies: integer().notNull().default(0),
    /** The pieces of its product, at the first item of them. Null at the product's further prints, and without a product. */
    productPieces: integer(),
  },
  (table) => [
    referencedWithStudio(table),
    uniqueIndex("order_items_in_order").on(table.studioId, table.orderId, table.position),
    index("order_items_of_model").on(table.studioId, table.modelId),
    // Without entries for the items of new orders, and for printed ones, which have left their printers.
    index("order_items_on_printer")
      .on(table.studioId, table.printerId, table.printedAt)
      .where(sql`printer_id IS NOT NULL`),
    index("order_items_printed").on(table.studioId, table.printedAt).where(sql`printed_at IS NOT NULL`),
    check("order_items_quantity", sql`${table.quantity} >= 1`),
    check("order_items_warnings", jsonOf(table.warnings, "array")),
    check("order_items_finishing_ids", jsonOf(table.finishingIds, "array")),
    check("order_items_cost_breakdown", jsonOf(table.costBreakdown, "object")),
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

/**
 * Every piece that was put on the shelf or taken from it. Never changed, never deleted. Triggers (migrations/0024_shelf.sql) add it to the
 * stock, refuse a move beyond the stock, and move an order's pieces back if the order is cancelled.
 */
export const shelfMoves = sqliteTable(
  "shelf_moves",
  {
    id: id(),
    studioId: studioId(),
    productId: integer().notNull(),
    /** Null: the product has no colours. */
    productColorId: integer(),
    /** Negative if they were taken. */
    pieces: integer().notNull(),
    /** The order that took them, or gave them back. Null: a person of the studio counted. */
    orderId: integer(),
    personId: integer().references(() => people.id),
    note: text(),
    movedAt: moment().notNull(),
  },
  (table) => [
    index("shelf_moves_of_product").on(table.studioId, table.productId),
    index("shelf_moves_of_order").on(table.studioId, table.orderId).where(sql`order_id IS NOT NULL`),
    check("shelf_moves_pieces", sql`${table.pieces} <> 0`),
    foreignKey({ columns: [table.studioId, table.productId], foreignColumns: [products.studioId, products.id] }),
    foreignKey({
      columns: [table.studioId, table.productColorId],
      foreignColumns: [productColors.studioId, productColors.id],
    }),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
  ],
);

/** Payments and refunds of an order, noted by people of the studio. One noted by mistake is removed, and its row stays. */
export const payments = sqliteTable(
  "payments",
  {
    id: id(),
    studioId: studioId(),
    orderId: integer().notNull(),
    /** Names the form that noted it: the same form sent twice notes it once. */
    requestKey: text().notNull(),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    amountMinor: integer().notNull(),
    /** YYYY-MM-DD */
    paidOn: text().notNull(),
    note: text(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    createdAt: moment().notNull(),
    removedAt: moment(),
  },
  (table) => [
    unique().on(table.studioId, table.requestKey),
    index("payments_of_order").on(table.studioId, table.orderId),
    index("payments_by_day").on(table.studioId, table.paidOn),
    check("payments_kind", oneOf(table.kind, PAYMENT_KINDS)),
    check("payments_method", oneOf(table.method, PAYMENT_METHODS)),
    check("payments_amount", sql`${table.amountMinor} > 0`),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
  ],
);

/** Invoices and receipts as they were issued: a later change of the order or of the requisites does not change them. */
export const issuedDocuments = sqliteTable(
  "issued_documents",
  {
    id: id(),
    studioId: studioId(),
    orderId: integer().notNull(),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    /** From 1 in each studio and kind, without gaps. */
    number: integer().notNull(),
    content: text({ mode: "json" }).$type<DocumentContent>().notNull(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    issuedAt: moment().notNull(),
  },
  (table) => [
    unique().on(table.studioId, table.kind, table.number),
    index("issued_documents_of_order").on(table.studioId, table.orderId),
    check("issued_documents_kind", oneOf(table.kind, DOCUMENT_KINDS)),
    check("issued_documents_content", jsonOf(table.content, "object")),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
  ],
);

/** An item's estimate and its real figures: slicing's measures at the time of the order, and the shop floor's. */
export const itemFigures = sqliteTable(
  "item_figures",
  {
    studioId: studioId(),
    orderItemId: integer().notNull(),
    /** The machine profile of its quality at the time of the order; null: the defaults. */
    machineProfileId: integer(),
    orderedAt: moment().notNull(),
    /** For the whole quantity, the starts of its prints included, before any correction. */
    slicedSeconds: integer().notNull(),
    slicedHundredthsOfGram: integer().notNull(),
    /** Stated by the shop floor; null until then. */
    realMinutes: integer(),
    realHundredthsOfGram: integer(),
    recordedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.orderItemId] }),
    index("item_figures_recorded")
      .on(table.studioId, table.machineProfileId, table.recordedAt)
      .where(sql`recorded_at IS NOT NULL`),
    check("item_figures_sliced", sql`${table.slicedSeconds} > 0 AND ${table.slicedHundredthsOfGram} > 0`),
    check("item_figures_real", sql`${table.realMinutes} > 0 AND ${table.realHundredthsOfGram} > 0`),
    foreignKey({
      columns: [table.studioId, table.orderItemId],
      foreignColumns: [orderItems.studioId, orderItems.id],
    }),
    foreignKey({
      columns: [table.studioId, table.machineProfileId],
      foreignColumns: [machineProfiles.studioId, machineProfiles.id],
    }),
  ],
);

/** Copies of an item on a printer that are still to be printed. A row per item and printer, gone once they are printed, failed or taken off. */
export const queuedPrints = sqliteTable(
  "queued_prints",
  {
    id: id(),
    studioId: studioId(),
    orderItemId: integer().notNull(),
    printerId: integer().notNull(),
    copies: integer().notNull(),
    /** The print's place in its printer's queue: the least is printed first. */
    place: integer().notNull(),
    queuedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex("queued_prints_of_item").on(table.studioId, table.orderItemId, table.printerId),
    index("queued_prints_on_printer").on(table.studioId, table.printerId, table.place),
    check("queued_prints_copies", sql`${table.copies} >= 1`),
    foreignKey({
      columns: [table.studioId, table.orderItemId],
      foreignColumns: [orderItems.studioId, orderItems.id],
    }),
    foreignKey({ columns: [table.studioId, table.printerId], foreignColumns: [printers.studioId, printers.id] }),
  ],
);

/** Copies of an item that left their printer, printed well or failed. The item's copies are printed once the good ones reach its quantity. */
export const endedPrints = sqliteTable(
  "ended_prints",
  {
    id: id(),
    studioId: studioId(),
    orderItemId: integer().notNull(),
    /** Without a foreign key, and with the name of that time: the printer may be removed later. Null in prints older than this table. */
    printerId: integer(),
    printer: text(),
    copies: integer().notNull(),
    outcome: text({ enum: PRINT_OUTCOMES }).notNull(),
    /** The reason of a failure, in a person's words. Null for a good print. */
    reason: text(),
    /** The print's real figures, as the shop floor noted them. Null: not noted. */
    minutes: integer(),
    hundredthsOfGram: integer(),
    /** The amount taken from the material's stock, to be put back with an undo. Null: that stock was not counted. */
    stockTakenHundredthsOfGram: integer(),
    personId: integer().references(() => people.id),
    endedAt: moment().notNull(),
  },
  (table) => [
    index("ended_prints_of_item").on(table.studioId, table.orderItemId),
    index("ended_prints_by_time").on(table.studioId, table.endedAt),
    check("ended_prints_copies", sql`${table.copies} >= 1`),
    check("ended_prints_outcome", oneOf(table.outcome, PRINT_OUTCOMES)),
    check("ended_prints_reason", sql`(${table.outcome} = 'failed') = (${table.reason} IS NOT NULL)`),
    check("ended_prints_figures", sql`${table.minutes} > 0 AND ${table.hundredthsOfGram} > 0`),
    foreignKey({
      columns: [table.studioId, table.orderItemId],
      foreignColumns: [orderItems.studioId, orderItems.id],
    }),
  ],
);

/**
 * Every change of an order with author and time. Never changed, never deleted. The creation has a row if the customer placed it on the
 * order page, and in older orders; of an order of the API its own row tells it.
 */
export const orderChanges = sqliteTable(
  "order_changes",
  {
    id: id(),
    studioId: studioId(),
    orderId: integer().notNull(),
    /** Counts the order's changes from 1. Two changes of the same version cannot both be written. */
    version: integer().notNull(),
    /** The status after the change. */
    status: text({ enum: ORDER_STATUSES }).notNull(),
    /** The person's text: a reason, or a note. */
    comment: text(),
    /** Changes beside the status. Null if there are none. */
    changes: text({ mode: "json" }).$type<OrderChanges>(),
    /** Null if no person of the panel made the change, but a site, a script or the customer. */
    personId: integer().references(() => people.id),
    /** Whether the customer made the change, on the order's own page. */
    isByCustomer: integer({ mode: "boolean" }).notNull().default(false),
    changedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex("order_changes_of_order").on(table.studioId, table.orderId, table.version),
    check("order_changes_status", oneOf(table.status, ORDER_STATUSES)),
    check("order_changes_changes", jsonOf(table.changes, "object")),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
  ],
);

/** Settings of a studio's order page. A studio without a row has the defaults, and its page is open. */
export const storefronts = sqliteTable(
  "order_pages",
  {
    studioId: studioId().primaryKey(),
    isOpen: integer({ mode: "boolean" }).notNull().default(true),
    /** Origins, such as `https://example.com`: the sites that may show the page in a frame. */
    allowedSites: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Texts in the studio's own words, plain. Null: none. */
    welcome: text(),
    terms: text(),
    requisites: text(),
    /** For visitors who read the order page in its second language. Null: they read the studio's own. */
    welcomeInSecondLanguage: text(),
    termsInSecondLanguage: text(),
    /** The least and the greatest total of an order on the page. Null: no limit. */
    minimumOrderMinor: integer(),
    maximumOrderMinor: integer(),
    /** Whether a visitor may send a basket that cannot be priced, for the studio to name a price. */
    takesPriceRequests: integer({ mode: "boolean" }).notNull().default(true),
    /** The part of an order that is asked for in advance. Null: none. */
    advancePercent: integer(),
    /** The studio's account, from which a bank's QR code of a transfer is made: its holder, its number and the holder's tax code. Null: none. */
    payeeName: text(),
    payeeIban: text(),
    payeeCode: text(),
    /** The hours that its printers run in a day, for the estimate of an order's ready date. */
    printHoursPerDay: integer().notNull().default(12),
    /** Days for checking, finishing and packing, added to the printing. */
    handlingDays: integer().notNull().default(1),
    /** Cloudflare Turnstile: both, or neither. The secret leaves the server only to Turnstile itself. */
    turnstileSiteKey: text(),
    turnstileSecret: text(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check("order_pages_allowed_sites", jsonOf(table.allowedSites, "array")),
    check("order_pages_amounts", sql`${table.minimumOrderMinor} >= 0 AND ${table.maximumOrderMinor} >= 0`),
    check("order_pages_print_hours", sql`${table.printHoursPerDay} BETWEEN 1 AND 24`),
    check("order_pages_handling_days", sql`${table.handlingDays} BETWEEN 0 AND 90`),
    check("order_pages_turnstile", sql`(${table.turnstileSiteKey} IS NULL) = (${table.turnstileSecret} IS NULL)`),
  ],
);

/** Quotes that a visitor of the order page keeps by a link, for 14 days. */
export const keptQuotes = sqliteTable(
  "kept_quotes",
  {
    /** SHA-256 of the link's token, hexadecimal. */
    tokenHash: text().primaryKey(),
    studioId: studioId(),
    quote: text({ mode: "json" }).$type<KeptQuote>().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index("kept_quotes_by_expiry").on(table.expiresAt),
    check("kept_quotes_quote", jsonOf(table.quote, "object")),
  ],
);

/** Orders of keys of kind test. No other table refers to them, so that no list, sum or queue of the studio can have one. */
export const testOrders = sqliteTable(
  "test_orders",
  {
    id: id(),
    studioId: studioId(),
    /** @see orders.requestKey */
    requestKey: text().notNull(),
    /** The key that placed it. A key over one column: no other refers to API keys. */
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id),
    content: text({ mode: "json" }).$type<TestOrderContent>().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.requestKey),
    check("test_orders_id", sql`${table.id} >= ${sql.raw(String(FIRST_TEST_ORDER_ID))}`),
    check("test_orders_content", jsonOf(table.content, "object")),
  ],
);

/** A request for a price that a visitor of the order page sent: the studio names the price. */
export const priceRequests = sqliteTable(
  "price_requests",
  {
    id: id(),
    studioId: studioId(),
    /** @see orders.requestKey */
    requestKey: text().notNull(),
    /** The secret part of the address under which the customer sees the request. */
    customerToken: text().notNull(),
    contact: text({ mode: "json" }).$type<StoredContact>().notNull(),
    /** The customer's comment. */
    comment: text(),
    source: text().notNull(),
    /**
     * A keyed hash of the sender's network (src/price-requests/sender.ts). Null if no address was known, and after the hash was
     * deleted.
     */
    senderHash: text(),
    status: text({ enum: PRICE_REQUEST_STATUSES }).notNull(),
    /** The studio's message to the customer, shown on the request's page. */
    answer: text(),
    /** The price that the studio named for all of it: the sum of `namedPrice`. Null: none was named. */
    priceMinor: integer(),
    namedPrice: text({ mode: "json" }).$type<NamedPrice>(),
    /** The order that the customer's acceptance of the price became. Null: not accepted. */
    orderId: integer(),
    /** The person of the panel who changed it last. */
    personId: integer().references(() => people.id),
    /** Counts changes: a change states the version that its author saw. */
    version: integer().notNull().default(1),
    consentedAt: moment().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.requestKey),
    unique().on(table.studioId, table.customerToken),
    index("price_requests_by_status").on(table.studioId, table.status),
    // Finds the requests that were closed together, to open them again.
    index("price_requests_closed").on(table.studioId, table.updatedAt).where(sql`status = 'closed'`),
    index("price_requests_of_order").on(table.studioId, table.orderId).where(sql`order_id IS NOT NULL`),
    // They find the requests of a customer.
    index("price_requests_by_phone").on(table.studioId, sql`${table.contact} ->> 'phoneNumber'`),
    index("price_requests_by_email").on(table.studioId, sql`lower(${table.contact} ->> 'email')`),
    index("price_requests_with_sender").on(table.createdAt).where(sql`sender_hash IS NOT NULL`),
    check("price_requests_status", oneOf(table.status, PRICE_REQUEST_STATUSES)),
    check("price_requests_contact", jsonOf(table.contact, "object")),
  ],
);

export const priceRequestItems = sqliteTable(
  "price_request_items",
  {
    id: id(),
    studioId: studioId(),
    requestId: integer().notNull(),
    position: integer().notNull(),
    modelId: integer().notNull(),
    originalFileName: text().notNull(),
    quantity: integer().notNull(),
    /** The customer's choice; null if none was made. */
    materialId: integer(),
    printingQualityId: integer(),
    finishingIds: text({ mode: "json" }).$type<number[]>().notNull(),
    /** The reason for the missing price. */
    reason: text({ enum: PRICE_REQUEST_REASONS }).notNull(),
    /** The page's own sentence about it, such as the slicer's; null if there was none. */
    said: text(),
  },
  (table) => [
    referencedWithStudio(table),
    uniqueIndex("price_request_items_in_request").on(table.studioId, table.requestId, table.position),
    index("price_request_items_of_model").on(table.studioId, table.modelId),
    check("price_request_items_quantity", sql`${table.quantity} >= 1`),
    check("price_request_items_reason", oneOf(table.reason, PRICE_REQUEST_REASONS)),
    check("price_request_items_finishing_ids", jsonOf(table.finishingIds, "array")),
    foreignKey({
      columns: [table.studioId, table.requestId],
      foreignColumns: [priceRequests.studioId, priceRequests.id],
    }),
    foreignKey({ columns: [table.studioId, table.modelId], foreignColumns: [models.studioId, models.id] }),
    foreignKey({ columns: [table.studioId, table.materialId], foreignColumns: [materials.studioId, materials.id] }),
    foreignKey({
      columns: [table.studioId, table.printingQualityId],
      foreignColumns: [printingQualities.studioId, printingQualities.id],
    }),
  ],
);

/** Files of price requests that are kept and never opened, such as photos. Before its request is sent, a file has none. */
export const attachments = sqliteTable(
  "attachments",
  {
    id: id(),
    studioId: studioId(),
    /** Unguessable: the sender's browser names the file by it in a request. */
    token: text().notNull(),
    fileName: text().notNull(),
    sha256: text().notNull(),
    sizeBytes: integer().notNull(),
    /** The object's key in the bucket; never shown. */
    objectKey: text().notNull().unique(),
    createdAt: moment().notNull(),
    /** The end of its retention while no request has it; null afterwards. */
    keptUntil: moment(),
    requestId: integer(),
    /** The place among the request's files. */
    position: position(),
    /** The page's own sentence about a model that cannot be read; null for any other file. */
    said: text(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.token),
    index("attachments_of_request").on(table.studioId, table.requestId).where(sql`request_id IS NOT NULL`),
    index("attachments_not_sent").on(table.keptUntil).where(sql`kept_until IS NOT NULL`),
    // A file that another request has already fails by it (src/price-requests/attachments.store.ts).
    check("attachments_kept", sql`(${table.requestId} IS NULL) = (${table.keptUntil} IS NOT NULL)`),
    foreignKey({
      columns: [table.studioId, table.requestId],
      foreignColumns: [priceRequests.studioId, priceRequests.id],
    }),
  ],
);

/** People who use the panel. One person may belong to several studios. */
export const people = sqliteTable(
  "people",
  {
    id: id(),
    /** In small letters, since e-mail addresses are compared without case. */
    email: text().notNull().unique(),
    name: text().notNull(),
    /** scrypt, with its parameters and salt (people/password.ts). */
    passwordHash: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    theme: text({ enum: THEMES }).notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    check("people_language", oneOf(table.language, LANGUAGES)),
    check("people_theme", oneOf(table.theme, THEMES)),
    check("people_email", sql`${table.email} = lower(${table.email})`),
  ],
);

export const studioMembers = sqliteTable(
  "studio_members",
  {
    studioId: studioId(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    role: text({ enum: ROLES }).notNull(),
    createdAt: moment().notNull(),
    /** The person's columns and filters, as JSON that its reader checks (src/panel/orders/kept-view/kept-view.ts). Null: all. */
    boardView: text(),
    orderListView: text(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.personId] }),
    index("studio_members_by_person").on(table.personId),
    check("studio_members_role", oneOf(table.role, ROLES)),
  ],
);

/** Sessions of signed-in people. The token is in their browser only; here is its SHA-256. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    /** The browser's User-Agent. */
    userAgent: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index("sessions_of_person").on(table.personId), index("sessions_by_expiry").on(table.expiresAt)],
);

/**
 * One-time links, in place of e-mails: an invitation into a studio, or a new password. Only the SHA-256 of the link's token is
 * kept.
 */
export const oneTimeLinks = sqliteTable(
  "one_time_links",
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    /** In small letters: the person invited, or the one who gets a new password; null for an invitation open to any e-mail. */
    email: text(),
    /** The studio and the role of an invitation. Both null: the link sets a new password. */
    studioId: integer().references(() => studios.id),
    role: text({ enum: ROLES }),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [
    index("one_time_links_by_expiry").on(table.expiresAt),
    index("one_time_links_of_studio").on(table.studioId),
    check("one_time_links_role", oneOf(table.role, ROLES)),
    check(
      "one_time_links_purpose",
      sql`(${table.studioId} IS NULL) = (${table.role} IS NULL) AND (${table.studioId} IS NOT NULL OR ${table.email} IS NOT NULL)`,
    ),
  ],
);

/** Attempts to sign in, counted per account, per network, and per account from one network; e-mails asked for, likewise. */
export const signInAttempts = sqliteTable(
  "sign_in_attempts",
  {
    /**
     * `account:` or `address:`, and the SHA-256 of either; `account:` with both counts an account by network. `forgotten-` before it
     * counts requests for a new password, `mails:` and a studio's id the e-mails of its owners.
     */
    key: text().primaryKey(),
    attempts: integer().notNull(),
    /** The start of the counting. */
    since: moment().notNull(),
  },
  (table) => [index("sign_in_attempts_by_age").on(table.since)],
);

/** The messages to a studio's customers that it has switched on, or written its own sentence for. */
export const customerMessages = sqliteTable(
  "customer_messages",
  {
    studioId: studioId(),
    event: text({ enum: CUSTOMER_EVENTS }).notNull(),
    isOn: integer({ mode: "boolean" }).notNull(),
    /** The studio's own sentence in the message, plain. Null: none. */
    sentence: text(),
    /** For customers who read the second language. Null: they read the studio's own. */
    sentenceInSecondLanguage: text(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.event] }),
    check("customer_messages_event", oneOf(table.event, CUSTOMER_EVENTS)),
  ],
);

/** The events that a person of the studio has chosen to be told of, each with its way. */
export const staffMessages = sqliteTable(
  "staff_messages",
  {
    studioId: studioId(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    event: text({ enum: STAFF_EVENTS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
  },
  (table) => [
    // By event first: an event of an order looks for its readers.
    primaryKey({ columns: [table.studioId, table.event, table.personId, table.channel] }),
    check("staff_messages_event", oneOf(table.event, STAFF_EVENTS)),
    check("staff_messages_channel", oneOf(table.channel, MESSAGE_CHANNELS)),
  ],
);

/** A studio's Telegram bot, which writes to its people. */
export const telegramBots = sqliteTable("telegram_bots", {
  studioId: studioId().primaryKey(),
  /** Telegram's number for the bot. Its updates go to one address, so that two studios cannot share it. */
  botId: integer().notNull().unique(),
  username: text().notNull(),
  /** Sealed (src/platform/sealed-text.ts): it leaves the server only to Telegram. */
  sealedToken: text().notNull(),
  /** The service's own origin, for the links in messages. */
  origin: text().notNull(),
  /** SHA-256 of the token in the address of the bot's updates, and of the secret that Telegram sends with each. */
  webhookHash: text().notNull().unique(),
  secretHash: text().notNull(),
  /** Telegram asked for patience until then. */
  pausedUntil: moment(),
  /** Telegram has refused the token. */
  refusedAt: moment(),
});

/** Telegram chats of a studio's people. A row has its chat, or the code of a link that connects one, or both. */
export const telegramChats = sqliteTable(
  "telegram_chats",
  {
    studioId: studioId(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    chatId: integer(),
    /** SHA-256 of the link's code, and its end. */
    codeHash: text(),
    codeExpiresAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.personId] }),
    unique().on(table.studioId, table.chatId),
    unique().on(table.studioId, table.codeHash),
    check("telegram_chats_code", sql`(${table.codeHash} IS NULL) = (${table.codeExpiresAt} IS NULL)`),
  ],
);

/**
 * The outbox: a row for each event and recipient, written by the batch that it tells of. It has neither address nor text: both are read
 * when it is sent (src/mail), so that nothing of an erased customer stays here.
 */
export const messages = sqliteTable(
  "messages",
  {
    id: id(),
    studioId: studioId(),
    /** Event, entity, version and recipient: the same event is told to a recipient once. */
    key: text().notNull(),
    event: text({ enum: MESSAGE_EVENTS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    /** The person of the studio who gets it. Null: the customer. */
    personId: integer().references(() => people.id),
    /** The order, price request or material that it tells of. A material has no foreign key: it may be deleted later. */
    orderId: integer(),
    requestId: integer(),
    materialId: integer(),
    state: text({ enum: MESSAGE_STATES }).notNull(),
    /** Counted from 1 with each "send again", under which the provider knows it by another key. */
    round: integer().notNull(),
    /** Attempts of this round. */
    attempts: integer().notNull(),
    /** The beginning of this round. */
    queuedAt: moment().notNull(),
    /** The time of its next attempt, or of the attempt under way. Null once it has ended. */
    nextAt: moment(),
    endedAt: moment(),
    /** The provider's name for it. */
    providerId: text(),
    /** The reason of the last attempt that did not send it. */
    fault: text({ enum: MESSAGE_FAULTS }),
  },
  (table) => [
    unique().on(table.studioId, table.key),
    // Without entries for messages that have ended.
    index("messages_to_send").on(table.studioId, table.nextAt).where(sql`next_at IS NOT NULL`),
    index("messages_by_provider_id").on(table.providerId).where(sql`provider_id IS NOT NULL`),
    index("messages_of_order").on(table.studioId, table.orderId).where(sql`order_id IS NOT NULL`),
    index("messages_of_request").on(table.studioId, table.requestId).where(sql`request_id IS NOT NULL`),
    check("messages_event", oneOf(table.event, MESSAGE_EVENTS)),
    check("messages_channel", oneOf(table.channel, MESSAGE_CHANNELS)),
    check("messages_state", oneOf(table.state, MESSAGE_STATES)),
    check("messages_fault", oneOf(table.fault, MESSAGE_FAULTS)),
    check(
      "messages_ended",
      sql`(${table.nextAt} IS NULL) = (${table.endedAt} IS NOT NULL) AND (${table.nextAt} IS NOT NULL) = (${table.state} IN ('waiting', 'sending'))`,
    ),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
    foreignKey({
      columns: [table.studioId, table.requestId],
      foreignColumns: [priceRequests.studioId, priceRequests.id],
    }),
  ],
);

/** A studio's account with a parcel carrier. */
export const carrierAccounts = sqliteTable(
  "carrier_accounts",
  {
    studioId: studioId().primaryKey(),
    carrier: text({ enum: CARRIERS }).notNull(),
    /** Sealed (src/platform/sealed-text.ts): it leaves the server only to the carrier. */
    sealedKey: text().notNull(),
    /** Null until the owner has chosen it: places are found without it, and nothing is calculated or sent. */
    sender: text({ mode: "json" }).$type<CarrierSender>(),
    /** Ids of the studio's delivery methods that this carrier carries. A method that was removed leaves its id. */
    methodIds: text({ mode: "json" }).$type<number[]>().notNull(),
    /** Whether a parcel that was received completes its order. */
    completesReceived: integer({ mode: "boolean" }).notNull().default(true),
    connectedAt: moment().notNull(),
    /** The carrier's latest fault, until it answers again. Both null: it answers. After `key` it is asked nothing more. */
    fault: text({ enum: CARRIER_FAULTS }),
    faultAt: moment(),
  },
  (table) => [
    check("carrier_accounts_carrier", oneOf(table.carrier, CARRIERS)),
    check("carrier_accounts_sender", jsonOf(table.sender, "object")),
    check("carrier_accounts_method_ids", jsonOf(table.methodIds, "array")),
    check("carrier_accounts_fault", oneOf(table.fault, CARRIER_FAULTS)),
    check("carrier_accounts_fault_at", sql`(${table.fault} IS NULL) = (${table.faultAt} IS NULL)`),
  ],
);

/**
 * Parcels of orders: each is a consignment note that was asked for here, or a tracking number that was typed. A note is a row before the
 * carrier is asked, so that an answer that was lost makes no second note.
 */
export const parcels = sqliteTable(
  "parcels",
  {
    id: id(),
    studioId: studioId(),
    orderId: integer().notNull(),
    /** Names the note at the carrier, and the attempt that asked for it. */
    reference: text().notNull(),
    /** The carrier's id of the note. Null: not made yet, or the number was typed. */
    noteRef: text(),
    /** Null: not made yet. */
    trackingNumber: text(),
    /** The note as it was asked for. Null: the number was typed. */
    note: text({ mode: "json" }).$type<StoredNote>(),
    costMinor: integer(),
    /** The carrier's latest word. Null: it has said nothing yet. */
    state: text({ enum: PARCEL_STATES }),
    /** The time of the next look at the carrier, of a note without an answer too. Null: it is followed no more. */
    nextLookAt: moment(),
    /** The time of the carrier's latest answer about it. Null: none yet. */
    lookedAt: moment(),
    createdAt: moment().notNull(),
    /** The note was deleted, or refused before it was made. */
    removedAt: moment(),
  },
  (table) => [
    referencedWithStudio(table),
    unique().on(table.studioId, table.reference),
    // One parcel of an order at a time.
    uniqueIndex("parcels_of_order").on(table.studioId, table.orderId).where(sql`removed_at IS NULL`),
    // With removed ones: an erasure finds all of a customer's.
    index("parcels_by_order").on(table.studioId, table.orderId),
    index("parcels_to_look_at").on(table.studioId, table.nextLookAt).where(sql`next_look_at IS NOT NULL`),
    check("parcels_note", jsonOf(table.note, "object")),
    check("parcels_state", oneOf(table.state, PARCEL_STATES)),
    foreignKey({ columns: [table.studioId, table.orderId], foreignColumns: [orders.studioId, orders.id] }),
  ],
);

// The hand-written Worker that the request bench compares the API with: four operations, without framework or ORM.
//
// It has the statements, gate, bucket, KV, news, log lines and log of requests of the API, and equal answers; of an order it tells no
// person. It trusts its requests: it names no wrong field and repeats nothing after a fault. Formulas of prices and profiles are the API's
// own, for two sets of them would drift apart.

import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { engineFor, type FinishedSlice, type SliceResult } from "../slicer-service/src/contract/slices.ts";
import { findTechnology } from "../slicer-service/src/contract/technologies.ts";
import {
  customers,
  deliveryMethods,
  finishings,
  itemFigures,
  machineProfiles,
  materials as materialsTable,
  models,
  orderItems,
  orders,
  printers,
  printingQualities,
  studios,
} from "../src/db/schema.ts";
import { pricingSettingsOf } from "../src/db/studio-record.ts";
import { type Currency, currencyOf } from "../src/domain/currency.ts";
import { formatDecimal } from "../src/domain/decimal.ts";
import { Faults } from "../src/domain/errors.ts";
import type { StudioId } from "../src/domain/ids.ts";
import { formatMinorUnits, type MinorUnits, minorUnits } from "../src/domain/money.ts";
import type { StudioPlace } from "../src/domain/studio.ts";
import type { Env } from "../src/env.ts";
import { studioNamedBy } from "../src/gate/api-key.ts";
import type { Admission } from "../src/gate/studio-gate.object.ts";
import { gateObjectOf } from "../src/gate/studio-gate.ts";
import { idempotencyKeys } from "../src/idempotency/idempotency.schema.ts";
import { fitOfPrint, type PrintFit } from "../src/items/fits-printers.ts";
import { priceResolvedItem, slicedFigures } from "../src/items/price-item.ts";
import type { ResolvedItem } from "../src/items/resolve-items.ts";
import { profileOfQuality } from "../src/items/slice-profile.ts";
import type { AskedRequest } from "../src/key-log/asked-request.ts";
import { keepRequest } from "../src/key-log/key-log.ts";
import { tellStudio } from "../src/news/studio-news.ts";
import { seal } from "../src/platform/sealed-text.ts";
import { chargedOnce, type PriceBreakdown, startUpCostOf } from "../src/pricing/price.ts";

/** All columns of a table, as every statement of the API reads them. */
const columnsOf = (table: SQLiteTable) =>
  Object.values(getTableColumns(table))
    .map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(", ");

const STUDIO = `SELECT ${columnsOf(studios)} FROM studios WHERE id = ?`;
const MATERIAL_COLUMNS = columnsOf(materialsTable);
const MODEL_COLUMNS = columnsOf(models);
const ORDER_COLUMNS = columnsOf(orders);
const ITEM_COLUMNS = columnsOf(orderItems);
const CUSTOMER_COLUMNS = columnsOf(customers);
const KEY_COLUMNS = columnsOf(idempotencyKeys);

const MATERIALS = `SELECT ${MATERIAL_COLUMNS} FROM materials WHERE studio_id = ? ORDER BY id`;

const ORDER_BY_ID = "(SELECT id FROM orders WHERE studio_id = ? AND id = ?)";
const ORDER_BY_KEY = "(SELECT id FROM orders WHERE studio_id = ? AND request_key = ?)";
const readsOfOrder = (order: string) =>
  [
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE studio_id = ? AND id = ${order} ORDER BY studio_id`,
    `SELECT ${ITEM_COLUMNS} FROM order_items WHERE studio_id = ? AND order_id = ${order} ORDER BY position`,
    `SELECT ${MODEL_COLUMNS} FROM models WHERE studio_id = ? AND id IN (SELECT model_id FROM order_items WHERE studio_id = ? AND order_id = ${order}) ORDER BY studio_id`,
    `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE studio_id = ? AND id = (SELECT customer_id FROM orders WHERE studio_id = ? AND id = ${order}) ORDER BY studio_id`,
  ] as const;
const READS_BY_ID = readsOfOrder(ORDER_BY_ID);
const READS_BY_KEY = readsOfOrder(ORDER_BY_KEY);

const PRINTERS = `SELECT ${columnsOf(printers)} FROM printers WHERE studio_id = ? AND status = 'active' ORDER BY studio_id`;
const NEW_NAME = "coalesce((SELECT value FROM json_each(?) WHERE key = models.sha256), models.original_file_name)";
const TOUCH_MODELS = `UPDATE models SET last_used_at = ?, original_file_name = ${NEW_NAME}, visitor_until = NULL WHERE studio_id = ? AND sha256 IN (SELECT value FROM json_each(?)) AND (last_used_at < ? OR visitor_until IS NOT NULL OR original_file_name IS NOT ${NEW_NAME}) RETURNING ${MODEL_COLUMNS}`;
const MODELS = `SELECT ${MODEL_COLUMNS} FROM models WHERE studio_id = ? AND sha256 IN (SELECT value FROM json_each(?)) ORDER BY studio_id`;
const CHOSEN_MATERIALS = `SELECT ${MATERIAL_COLUMNS} FROM materials WHERE studio_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY studio_id`;
const CHOSEN_QUALITIES = `SELECT ${columnsOf(printingQualities)} FROM printing_qualities WHERE studio_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY studio_id`;
const CHOSEN_FINISHINGS = `SELECT ${columnsOf(finishings)} FROM finishings WHERE studio_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY studio_id`;
const MACHINES = `SELECT ${columnsOf(machineProfiles)} FROM machine_profiles WHERE studio_id = ? ORDER BY studio_id`;
const DELIVERY_METHODS = `SELECT ${columnsOf(deliveryMethods)} FROM delivery_methods WHERE studio_id = ? AND id = ? ORDER BY studio_id`;

const CLAIM = `INSERT INTO idempotency_keys (${KEY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING RETURNING ${KEY_COLUMNS}`;
const CLAIMED = `SELECT ${KEY_COLUMNS} FROM idempotency_keys WHERE studio_id = ? AND key = ? ORDER BY studio_id`;
const KEEP_RESPONSE = `UPDATE idempotency_keys SET response = ? WHERE studio_id = ? AND key = ? AND request_key = ? AND claimed_at = ? RETURNING ${KEY_COLUMNS}`;

const UPDATE_CUSTOMER = `UPDATE customers SET first_name = ?, last_name = ?, email = ?, locale = ? WHERE studio_id = ? AND phone_number = ? AND (first_name, last_name, email, locale) <> (?, ?, ?, ?) RETURNING ${CUSTOMER_COLUMNS}`;
const recognised = (column: string) =>
  `coalesce((SELECT ${column} FROM customers WHERE studio_id = ?1 AND phone_number = ?2), (SELECT ${column} FROM customers WHERE studio_id = ?1 AND id = (SELECT min(id) FROM customers WHERE studio_id = ?1 AND lower(email) = lower(?3))))`;
const INSERT_CUSTOMER = `INSERT INTO customers (id, studio_id, phone_number, email, first_name, last_name, locale, created_at) VALUES (${recognised("id")}, ?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING RETURNING ${CUSTOMER_COLUMNS}`;
const INSERT_ORDER = `INSERT INTO orders (studio_id, number, customer_id, request_key, contact, status, total_price_minor, currency_id, source, delivery, advance_minor, paid_minor, version, created_at, updated_at) VALUES (?1, 1 + coalesce((SELECT number FROM orders WHERE studio_id = ?1 ORDER BY id DESC LIMIT 1), 0), ${recognised("id")}, ?4, ?5, 'pending', ?6, ?7, ?8, NULL, (SELECT CAST(round(?6 * advance_percent / 100.0) AS INTEGER) FROM order_pages WHERE studio_id = ?1), 0, 1, ?9, ?9) RETURNING ${ORDER_COLUMNS}`;
const MARK_ORDERED = `UPDATE models SET is_ordered = 1 WHERE studio_id = ? AND is_ordered = 0 AND id IN (SELECT value FROM json_each(?)) RETURNING ${MODEL_COLUMNS}`;
const INSERT_ITEM = `INSERT INTO order_items (studio_id, order_id, position, model_id, original_file_name, quantity, price_minor, material_id, material_color, printing_quality_id, finishing_ids, print_minutes, weight_hundredths_of_gram, cost_breakdown, fits_build_volume, warnings) VALUES (?, ${ORDER_BY_KEY}, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${ITEM_COLUMNS}`;
const INSERT_FIGURES = `INSERT INTO item_figures (studio_id, order_item_id, machine_profile_id, ordered_at, sliced_seconds, sliced_hundredths_of_gram) VALUES (?, (SELECT id FROM order_items WHERE studio_id = ? AND order_id = ${ORDER_BY_KEY} AND position = 0), ?, ?, ?, ?) RETURNING ${columnsOf(itemFigures)}`;

const TOUCHED_EVERY_MILLISECONDS = 3_600_000;
const HELD_MILLISECONDS = 10_000;
const LINK_MILLISECONDS = 3_600_000;

// biome-ignore lint/suspicious/noExplicitAny: a row as D1 answers it, which hand-written code does not describe twice
type Row = any;
type Admitted = Extract<Admission, { limit: number }>;

const knownHolders = new Map<string, StudioPlace>();
/** Profile and slice key by content of the rows that they are made of. */
const profiles = new Map<string, ResolvedItem["profile"]>();
const finishedSlices = new Map<string, FinishedSlice>();

export default {
  async fetch(request, env, context): Promise<Response> {
    const startedAt = Date.now();
    const url = new URL(request.url);
    const key = (request.headers.get("Authorization") ?? "").slice("Bearer ".length);
    const keyHash = await sha256(new TextEncoder().encode(key));
    let holder = knownHolders.get(keyHash);
    if (holder === undefined) {
      holder = await studioNamedBy(key, [env.LINK_SECRET]);
      if (holder === undefined) return new Response(null, { status: 401 });
      knownHolders.set(keyHash, holder);
    }
    const { studioId, region } = holder;
    const admission = gateObjectOf(env, studioId, region).admit({ studioId, keyHash, attempt: crypto.randomUUID() });
    if (request.method === "GET") {
      const isList = url.pathname === "/api/v1/materials";
      const [admitted, answer] = await Promise.all([
        admission,
        isList
          ? materials(env, studioId)
          : order(env, studioId, Number(url.pathname.slice("/api/v1/orders/".length)), url),
      ]);
      return admitted.outcome === "admitted"
        ? finished(answer, request, admitted, holder, startedAt, env, context)
        : new Response(null, { status: 403 });
    }
    const admitted = await admission;
    if (admitted.outcome !== "admitted") return new Response(null, { status: 403 });
    const answer =
      url.pathname === "/api/v1/quotes"
        ? await quote(env, studioId, request)
        : await placeOrder(env, studioId, request, url, context);
    return finished(answer, request, admitted, holder, startedAt, env, context);
  },
} satisfies ExportedHandler<Env>;

async function materials(env: Env, studioId: number): Promise<Response> {
  const database = env.DB.withSession("first-unconstrained");
  const [studios, rows] = await database.batch<Row>([
    database.prepare(STUDIO).bind(studioId),
    database.prepare(MATERIALS).bind(studioId),
  ]);
  const currency = currencyOf(studios?.results[0].currency_id);
  const text = envelope(
    rows?.results.map((row) => {
      const { id, name, slug } = technology(row.technology_id);
      return {
        id: row.id,
        name: row.name,
        color: row.color,
        colorHex: row.color_hex,
        technology: { id, name, slug, materialCount: 0 },
        costPerKg: money(row.cost_per_kg_minor, currency),
        density: formatDecimal(row.density_milligrams_per_cubic_cm, 3),
        status: row.status,
        stockQuantity: decimal(row.stock_hundredths_of_gram),
        lowStockThreshold: decimal(row.low_stock_hundredths_of_gram),
        isLowStock:
          row.stock_hundredths_of_gram !== null &&
          row.low_stock_hundredths_of_gram !== null &&
          row.stock_hundredths_of_gram <= row.low_stock_hundredths_of_gram,
        studioId: row.studio_id,
      };
    }),
  );
  const tag = (await sha256(new TextEncoder().encode(text))).slice(0, 32);
  const headers = { "Content-Type": "application/json", ETag: `W/"${tag}"`, "Cache-Control": "private, no-cache" };
  return new Response(text, { headers });
}

async function order(env: Env, studioId: number, id: number, url: URL): Promise<Response> {
  const [byOrder, byItems, byModels, byCustomer] = READS_BY_ID;
  const rows = await env.DB.batch<Row>([
    env.DB.prepare(STUDIO).bind(studioId),
    env.DB.prepare(byOrder).bind(studioId, studioId, id),
    env.DB.prepare(byItems).bind(studioId, studioId, id),
    env.DB.prepare(byModels).bind(studioId, studioId, studioId, id),
    env.DB.prepare(byCustomer).bind(studioId, studioId, studioId, id),
  ]);
  return json(envelope(await describeOrder(env, studioId, rows, url)));
}

async function quote(env: Env, studioId: number, request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get("model");
  if (!(file instanceof File)) return new Response(null, { status: 400 });
  const bytes = await file.arrayBuffer();
  const content = await sha256(bytes);
  const choice = {
    materialId: Number(form.get("materialId")),
    printingQualityId: Number(form.get("printingQualityId")),
    finishingIds: [],
    quantity: Number(form.get("quantity") ?? 1),
  };
  const rows = await env.DB.batch<Row>(itemReads(env, studioId, choice, content, { [content]: file.name }));
  const quoted = await priceItem(env, studioId, rows, choice, content);
  if (quoted === undefined) return new Response(null, { status: 503 });
  const { item, slice, priced, fit, studio } = quoted;
  const currency = currencyOf(studio.currencyId);
  const { x, y, z } = slice.dimensionsMm;
  return json(
    envelope({
      totalPrice: money(priced.price, currency),
      perUnitPrice: money(priced.perUnitPrice, currency),
      setupCost: money(chargedOnce(priced), currency),
      ...item.choice,
      printingTime: priced.printMinutes,
      weight: formatDecimal(priced.weightHundredthsOfGram, 2),
      modelMetrics: {
        volumeCm3: Number((slice.solidCubicMm / 1000).toFixed(3)),
        dimensions: { x: Number(x.toFixed(2)), y: Number(y.toFixed(2)), z: Number(z.toFixed(2)) },
      },
      fitsBuildVolume: fit.fits,
      buildVolumeOf: fit.volumeOf,
      warnings: [],
      modelId: `mdl_${studioId}_${content}`,
      breakdown: costBreakdown(priced.breakdown, currency),
    }),
  );
}

async function placeOrder(
  env: Env,
  studioId: StudioId,
  request: Request,
  url: URL,
  context: ExecutionContext,
): Promise<Response> {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const [{ modelId, ...chosen }] = JSON.parse(text("items"));
  const choice: Choice = { finishingIds: [], ...chosen };
  const content = modelId.split("_")[2];
  const key = request.headers.get("Idempotency-Key") ?? "";
  const fields = [...form].filter(([name]) => name !== "items");
  const payload = JSON.stringify([request.method, url.pathname, fields, choice, content]);
  const fingerprint = await sha256(new TextEncoder().encode(payload));
  const requestKey = crypto.randomUUID();
  const now = Date.now();
  const [, claims, , ...rows] = await env.DB.batch<Row>([
    env.DB.prepare(CLAIM).bind(studioId, key, fingerprint, requestKey, now, now + HELD_MILLISECONDS),
    env.DB.prepare(CLAIMED).bind(studioId, key),
    env.DB.prepare(DELIVERY_METHODS).bind(studioId, 0),
    ...itemReads(env, studioId, choice, content, {}),
  ]);
  if (claims?.results[0].request_key !== requestKey) return new Response(null, { status: 409 });
  const quoted = await priceItem(env, studioId, rows, choice, content);
  if (quoted === undefined) return new Response(null, { status: 503 });
  const { item, slice, priced, fit, studio, model } = quoted;
  const contact = {
    firstName: text("customerFirstName"),
    lastName: text("customerLastName"),
    phoneNumber: text("customerPhoneNumber"),
    email: text("customerEmail"),
    locale: studio.locale,
  };
  const { firstName, lastName, phoneNumber, email, locale } = contact;
  const customer = [firstName, lastName, email, locale];
  const sliced = slicedFigures(item, slice, pricingSettingsOf(studio, "studio"));
  const [byOrder, byItems, byModels, byCustomer] = READS_BY_KEY;
  const written = await env.DB.batch<Row>([
    env.DB.prepare(UPDATE_CUSTOMER).bind(...customer, studioId, phoneNumber, ...customer),
    env.DB.prepare(INSERT_CUSTOMER).bind(studioId, phoneNumber, email, firstName, lastName, locale, now),
    env.DB.prepare(INSERT_ORDER).bind(
      studioId,
      phoneNumber,
      email,
      requestKey,
      JSON.stringify(contact),
      priced.price,
      studio.currencyId,
      "api",
      now,
    ),
    env.DB.prepare(MARK_ORDERED).bind(studioId, JSON.stringify([model.id])),
    env.DB.prepare(INSERT_ITEM).bind(
      studioId,
      studioId,
      requestKey,
      model.id,
      model.original_file_name,
      item.choice.quantity,
      priced.price,
      item.material.id,
      item.material.color,
      item.quality.id,
      JSON.stringify(item.choice.finishingIds),
      priced.printMinutes,
      priced.weightHundredthsOfGram,
      JSON.stringify(priced.breakdown),
      fit.fits === null ? null : Number(fit.fits),
      "[]",
    ),
    env.DB.prepare(INSERT_FIGURES).bind(
      studioId,
      studioId,
      studioId,
      requestKey,
      sliced?.machineProfileId ?? null,
      now,
      sliced?.seconds ?? null,
      sliced?.hundredthsOfGram ?? null,
    ),
    env.DB.prepare(STUDIO).bind(studioId),
    env.DB.prepare(byOrder).bind(studioId, studioId, requestKey),
    env.DB.prepare(byItems).bind(studioId, studioId, requestKey),
    env.DB.prepare(byModels).bind(studioId, studioId, studioId, requestKey),
    env.DB.prepare(byCustomer).bind(studioId, studioId, studioId, requestKey),
  ]);
  const described = await describeOrder(env, studioId, written.slice(-5), url);
  const body = envelope(described);
  const location = new URL(`/api/v1/orders/${described.id}`, url).href;
  const response = JSON.stringify({ status: 201, location, body });
  context.waitUntil(tellStudio(env, studioId, "orders"));
  context.waitUntil(env.DB.prepare(KEEP_RESPONSE).bind(response, studioId, key, requestKey, now).run());
  return new Response(body, { status: 201, headers: { "Content-Type": "application/json", Location: location } });
}

interface Choice {
  readonly materialId: number;
  readonly printingQualityId: number;
  readonly finishingIds: number[];
  readonly quantity: number;
}

function itemReads(
  { DB }: Env,
  studioId: number,
  { materialId, printingQualityId, finishingIds }: Choice,
  content: string,
  names: Readonly<Record<string, string>>,
): D1PreparedStatement[] {
  const now = Date.now();
  const [contents, named] = [JSON.stringify([content]), JSON.stringify(names)];
  return [
    DB.prepare(PRINTERS).bind(studioId),
    DB.prepare(TOUCH_MODELS).bind(now, named, studioId, contents, now - TOUCHED_EVERY_MILLISECONDS, named),
    DB.prepare(MODELS).bind(studioId, contents),
    DB.prepare(STUDIO).bind(studioId),
    DB.prepare(CHOSEN_MATERIALS).bind(studioId, JSON.stringify([materialId])),
    DB.prepare(CHOSEN_QUALITIES).bind(studioId, JSON.stringify([printingQualityId])),
    DB.prepare(CHOSEN_FINISHINGS).bind(studioId, JSON.stringify(finishingIds)),
    DB.prepare(MACHINES).bind(studioId),
  ];
}

async function priceItem(
  env: Env,
  studioId: number,
  [printers, , models, studios, foundMaterials, qualities, , machines]: readonly D1Result<Row>[],
  choice: Choice,
  content: string,
) {
  const model = models?.results[0];
  const studio = inCamelCase(studios?.results[0]);
  const material = inCamelCase(foundMaterials?.results[0]);
  const qualityRow = qualities?.results[0];
  const quality = inCamelCase(qualityRow);
  const machine = machines?.results.map(inCamelCase).find(({ id }) => id === quality.machineProfileId);
  const profileContent = JSON.stringify([qualityRow, machine, material.processParameters, studio.processParameters]);
  let profile = profiles.get(profileContent);
  if (profile === undefined) {
    profile = profileOfQuality({ quality, studio, machine, material }, "", new Faults());
    profiles.set(profileContent, profile);
  }
  const inOrder = Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1));
  const engineName = engineFor(profile, env.SLICE_ENGINE);
  const sliceKey = await sha256(
    new TextEncoder().encode(JSON.stringify([studioId, content, model.format, inOrder, engineName])),
  );
  const [finished, object] = await Promise.all([
    finishedSlices.get(sliceKey) ?? env.SLICE_RESULTS.get<FinishedSlice>(`slice:${sliceKey}`, "json"),
    env.MODELS.head(model.object_key),
  ]);
  if (finished == null || object === null) return undefined;
  finishedSlices.set(sliceKey, finished);
  const slice: SliceResult = finished.result;
  const item: ResolvedItem = { choice, material, quality, machine, finishings: [], profile };
  const priced = priceResolvedItem(item, slice, pricingSettingsOf(studio, "studio"), undefined);
  const fit: PrintFit = fitOfPrint(printers?.results.map(inCamelCase) ?? [], { ...item, studio }, slice);
  return { item, slice, priced, fit, studio, model };
}

/** Columns of JSON, and those of true and false. */
const JSON_COLUMNS = new Set([
  "process_parameters",
  "parameters",
  "finishing_ids",
  "warnings",
  "quantity_tiers",
  "priorities",
]);
const FLAGS = new Set(["is_active", "is_archived", "supports", "is_default", "is_on_order_page"]);

/** A row as the formulas of prices and profiles take it. */
function inCamelCase(row: Row): Row {
  const renamed: Row = {};
  for (const column in row) {
    const value = row[column];
    renamed[camelCase(column)] = FLAGS.has(column)
      ? value === 1
      : JSON_COLUMNS.has(column) && value !== null
        ? JSON.parse(value)
        : value;
  }
  return renamed;
}

const camelCases = new Map<string, string>();
function camelCase(column: string): string {
  const known = camelCases.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelCases.set(column, name);
  return name;
}

async function describeOrder(env: Env, studioId: number, results: readonly D1Result<Row>[], url: URL) {
  const [studios, [row], items, models, [customer]] = results.map(({ results: rows }) => rows) as Row;
  const currency = currencyOf(row.currency_id);
  const contact = JSON.parse(row.contact);
  const described = await Promise.all(
    items.map(async (item: Row) => {
      const model = models.find(({ id }: Row) => id === item.model_id);
      const grant = [
        studioId,
        model.object_key,
        model.size_bytes,
        model.sha256,
        model.format,
        item.original_file_name,
        Date.now() + LINK_MILLISECONDS,
      ];
      const token = await seal(env.LINK_SECRET, "download-link", JSON.stringify(grant));
      return {
        id: item.id,
        filePath: `models/${model.sha256}.${model.format}`,
        originalFileName: item.original_file_name,
        downloadUrl: new URL(`/files/${token}`, url).href,
        quantity: item.quantity,
        price: money(item.price_minor, currency),
        materialId: item.material_id,
        finishingIds: JSON.parse(item.finishing_ids),
        printingQualityId: item.printing_quality_id,
        printingTime: item.print_minutes,
        weight: formatDecimal(item.weight_hundredths_of_gram, 2),
        productId: item.product_id,
        productTitle: item.product_title,
        costBreakdown: costBreakdown(JSON.parse(item.cost_breakdown), currency),
        modelId: `mdl_${studioId}_${model.sha256}`,
        fitsBuildVolume: item.fits_build_volume === null ? null : item.fits_build_volume === 1,
        warnings: [],
      };
    }),
  );
  return {
    id: row.id,
    number: row.number,
    test: false,
    customer: {
      id: row.customer_id,
      ...contact,
      totalOrders: customer.order_count,
      totalSpent: formatDecimal(customer.spent_minor, 2),
    },
    status: row.status,
    totalPrice: money(row.total_price_minor, currency),
    items: described,
    studioSlug: studios[0].slug,
    source: row.source,
    delivery: row.delivery === null ? null : JSON.parse(row.delivery),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function costBreakdown(breakdown: PriceBreakdown, currency: Currency) {
  const { startUp, correction } = breakdown;
  return {
    materialCost: money(breakdown.materialCost, currency),
    timeCost: money(breakdown.timeCost, currency),
    postProcessingCost: money(breakdown.postProcessingCost, currency),
    markupAmount: money(breakdown.markupAmount, currency),
    setupCost: money(breakdown.setupCost, currency),
    minimumPriceAdjustment: money(breakdown.minimumPriceAdjustment, currency),
    perUnitPrice: money(breakdown.perUnitPrice, currency),
    markupPercentage: formatDecimal(breakdown.markupBasisPoints, 2),
    finishings: [],
    totalWeightGrams: breakdown.weightHundredthsOfGram / 100,
    printDurationMinutes: breakdown.printMinutes,
    startUpCost: money(startUpCostOf(breakdown), currency),
    startUp: startUp ?? null,
    correction: correction ?? null,
  };
}

function money(amount: number | MinorUnits, { id, code, symbol }: Currency) {
  return { amount: formatMinorUnits(minorUnits(amount)), currency: { id, code, symbol } };
}

function decimal(scaled: number | null): string | null {
  return scaled === null ? null : formatDecimal(scaled, 2);
}

function technology(id: Row) {
  const found = findTechnology(id);
  if (found === undefined) throw new Error(`no technology has id ${id}`);
  return found;
}

function envelope(data: unknown): string {
  return JSON.stringify({ data, metadata: null, errors: null, errorCode: null });
}

function json(text: string): Response {
  return new Response(text, { headers: { "Content-Type": "application/json" } });
}

/** The answer with the headers of every answer, and its line in the log. */
function finished(
  response: Response,
  request: Request,
  { key, limit, remaining, secondsUntilFree }: Admitted,
  holder: StudioPlace,
  startedAt: number,
  env: Env,
  context: ExecutionContext,
): Response {
  const requestId = request.headers.get("X-Request-Id") ?? crypto.randomUUID();
  const { headers, status } = response;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set(
    "Access-Control-Expose-Headers",
    "Allow,ETag,Idempotency-Replayed,Link,Location,RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate,X-Ignored-Fields,X-Nearest-Path,X-Request-Id",
  );
  headers.set("X-Request-Id", requestId);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("RateLimit-Policy", `"hourly";q=${limit};w=3600`);
  headers.set("RateLimit", `"hourly";r=${remaining};t=${secondsUntilFree}`);
  const operation = `${request.method} ${new URL(request.url).pathname.replace("/api/v1", "").replace(/\d+$/, "{id}")}`;
  const milliseconds = Date.now() - startedAt;
  if (Math.random() * 100 < Number(env.LOG_SAMPLE_PERCENT)) {
    console.log(JSON.stringify({ requestId, studioId: holder.studioId, operation, status, milliseconds }));
  }
  const order = headers.get("Location")?.split("/").at(-1);
  const entry: AskedRequest = {
    ...{
      at: startedAt,
      keyId: key.id,
      operation,
      status,
      errorCode: null,
      faulty: [],
      ignored: [],
      milliseconds,
      requestId,
    },
    ...{ orderId: order === undefined ? null : Number(order), isReplayed: false, times: 1 },
  };
  context.waitUntil(keepRequest(env, holder, entry));
  return response;
}

async function sha256(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  let text = "";
  for (const byte of digest) text += (byte + 256).toString(16).slice(1);
  return text;
}

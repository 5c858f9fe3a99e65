// Makes the models that a request names ready for use: files that it sends are stored, ids of earlier ones are looked up.
//
// The caller reads what is known of them together with whatever else it needs (`modelReads`), so that it costs no round trip of
// its own. Then the objects are looked for or put, all at once, and the rows of new models follow in one batch. A content that
// the studio has already is not stored again. Slicing needs the object only, and begins while the rows are written.

import { and, lt, or, type SQL, sql } from "drizzle-orm";
import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { among } from "../db/among.ts";
import { models } from "../db/schema.ts";
import type { Results, Statement, StudioDb } from "../db/studio-db.ts";
import { Faults } from "../domain/faults.ts";
import { rowIdOfModel } from "../domain/model-id.ts";
import type { RunToEnd } from "../platform/ports.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { StudioStores } from "../tenant/tenant.ts";
import type { ArrivedModel } from "./arrived-model.ts";

export type StoredModel = typeof models.$inferSelect;

/** A file that the request sends, and the field that it came in. */
export interface SentModel {
  readonly field: string;
  readonly originalFileName: string;
  readonly model: ArrivedModel;
}

/** A model that was sent before, named by its id in a field of the request. */
export interface KnownModel {
  readonly field: string;
  /** As the request wrote it. */
  readonly modelId: string;
}

export type ChosenModel = SentModel | KnownModel;

/** A model on its way to being used. */
export interface ModelInUse {
  /** The field that named it, for telling that it cannot be sliced. */
  readonly field: string;
  /** The file's; of a known model the one under which it was last sent. */
  readonly originalFileName: string;
  readonly model: {
    readonly sha256: string;
    readonly format: ModelFormat;
    readonly sizeBytes: number;
    /** Resolves when the object is there for certain. */
    readonly objectKey: Promise<string>;
  };
  /**
   * Resolves when the row is there too. The row of a content that is sent again is not waited for: its object is looked for
   * meanwhile (a request has six connections, so the models of a large order take several rounds) and stored anew where it is
   * gone. That of a model named by its id is: without its object the id names nothing.
   *
   * @throws NotFound naming every field whose model has lost its object
   */
  readonly stored: Promise<StoredModel>;
  /** Resolves when row and object are there for certain, whatever was known before. */
  readonly kept: Promise<StoredModel>;
}

/** Retention counts in days, so a use is noted once an hour at most. */
const USE_NOTED_EVERY_MILLISECONDS = 3_600_000;

/** Whether a model's latest use is long enough ago for another to be noted. */
export function useIsDue({ lastUsedAt }: Pick<StoredModel, "lastUsedAt">): boolean {
  return lastUsedAt < Date.now() - USE_NOTED_EVERY_MILLISECONDS;
}

/**
 * The statements that find the studio's models of these contents and ids, their retention begun anew, and the names under which
 * contents are sent kept.
 */
export function modelReads(db: StudioDb, chosen: readonly ChosenModel[]) {
  const now = Date.now();
  const sent = chosen.filter(isSent);
  const names = sent.map(({ originalFileName, model }): [string, string] => [model.sha256, originalFileName]);
  const ids = chosen.flatMap((one) => (isSent(one) ? [] : (rowIdOfModel(one.modelId) ?? [])));
  const ofContents = among(
    models.sha256,
    sent.map(({ model }) => model.sha256),
  );
  // Two look-ups by index: one condition with OR would read every model of the studio.
  const rowIds = sql`SELECT value FROM json_each(${JSON.stringify(ids)}) UNION ALL SELECT * FROM ${db.valuesOf(models.id, models, ofContents)}`;
  const areChosen = sql`${models.id} IN (${rowIds})`;
  const name = newName(names);
  const isDue = or(
    lt(models.lastUsedAt, now - USE_NOTED_EVERY_MILLISECONDS),
    sql`${models.originalFileName} IS NOT ${name}`,
  );
  return [
    db.update(models, { lastUsedAt: now, originalFileName: name }, and(areChosen, isDue)),
    db.select(models, areChosen),
  ] as const;
}

/** The name under which a row's content was just sent, else the one it has. */
function newName(names: readonly (readonly [sha256: string, originalFileName: string])[]): SQL {
  const listed = sql`json_each(${JSON.stringify(Object.fromEntries(names))})`;
  return sql`coalesce((SELECT value FROM ${listed} WHERE key = ${models.sha256}), ${models.originalFileName})`;
}

export type ModelRows = Results<ReturnType<typeof modelReads>>;

/** Adds the ids that name none of the studio's models to `missing`. */
export function addMissingModels(chosen: readonly ChosenModel[], [, known]: ModelRows, missing: Faults): void {
  for (const one of chosen) {
    if (!isSent(one) && rowOf(one, known) === undefined) addMissing(one, missing);
  }
}

function addMissing({ field, modelId }: KnownModel, missing: Faults): void {
  missing.add(field, {
    en: `the studio has no model ${modelId}: send its file again`,
    uk: `студія не має моделі ${modelId}: надішліть її файл знову`,
  });
}

function rowOf({ modelId }: KnownModel, known: readonly StoredModel[]): StoredModel | undefined {
  const rowId = rowIdOfModel(modelId);
  return known.find(({ id }) => id === rowId);
}

function isSent(chosen: ChosenModel): chosen is SentModel {
  return "model" in chosen;
}

interface Storing extends Pick<StudioStores, "db" | "modelFiles"> {
  readonly runToEnd: RunToEnd;
}

/** What an object's row needs: nothing where it is as it should be. */
type PlacedModel =
  | { readonly row: "stands"; readonly stored: StoredModel }
  | { readonly row: "names_lost_object"; readonly sent: SentModel; readonly objectKey: string }
  | { readonly row: "missing"; readonly sent: SentModel; readonly objectKey: string };

/**
 * Begins to make the models ready, and answers at once: one entry for each, in their order. Storing goes on to its end although
 * the client hangs up. Of equal contents one is stored.
 *
 * @param chosen without the ids that `addMissingModels` found missing
 * @param rows what `modelReads` found
 */
export function useModels(tenant: Storing, chosen: readonly ChosenModel[], rows: ModelRows): ModelInUse[] {
  const [, known] = rows;
  const sent = storeSent(tenant, chosen.filter(isSent), known);
  const found = findKnown(
    tenant,
    chosen.filter((one): one is KnownModel => !isSent(one)),
    known,
  );
  return chosen.map((one) => {
    const ready = isSent(one) ? sent.shift() : found.shift();
    if (ready === undefined) throw new Error("a model that was chosen is neither stored nor found");
    return ready;
  });
}

function findKnown(
  { modelFiles, runToEnd }: Storing,
  chosen: readonly KnownModel[],
  known: readonly StoredModel[],
): ModelInUse[] {
  const rows = chosen.map((one) => {
    const row = rowOf(one, known);
    if (row === undefined) throw new Error("a model's id that names nothing was not refused");
    return { one, row };
  });
  // Each object is looked for once, and all that are gone are named together.
  const lookedFor = new Map(rows.map(({ row }) => [row.objectKey, modelFiles.exists(row.objectKey)]));
  const areThere = (async () => {
    const missing = new Faults();
    for (const { one, row } of rows) if (!(await lookedFor.get(row.objectKey))) addMissing(one, missing);
    missing.throwNotFoundIfAny();
  })();
  runToEnd(areThere);
  return rows.map(({ one: { field }, row }) => {
    const { sha256, format, sizeBytes } = row;
    const objectKey = areThere.then(() => row.objectKey);
    const stored = areThere.then(() => row);
    runToEnd(objectKey);
    runToEnd(stored);
    const model = { sha256, format, sizeBytes, objectKey };
    return { field, originalFileName: fileNameOf(row), model, stored, kept: stored };
  });
}

/** The name under which a model was last sent; one of its format where none was kept. */
export function fileNameOf({ originalFileName, format }: StoredModel): string {
  return originalFileName ?? `model.${format}`;
}

function storeSent(
  { db, modelFiles, runToEnd }: Storing,
  chosen: readonly SentModel[],
  known: readonly StoredModel[],
): ModelInUse[] {
  const knownByContent = new Map(known.map((row) => [row.sha256, row]));
  const placedByContent = new Map<string, Promise<PlacedModel>>();

  const place = async (sent: SentModel): Promise<PlacedModel> => {
    const { model } = sent;
    const row = knownByContent.get(model.sha256);
    // An order must find its file: where a row's object is gone, the file is stored anew.
    if (row !== undefined && (await modelFiles.exists(row.objectKey))) {
      runToEnd(model.discard(modelFiles));
      return { row: "stands", stored: row };
    }
    const objectKey = await model.putInto(modelFiles);
    return { row: row === undefined ? "missing" : "names_lost_object", sent, objectKey };
  };
  for (const sent of chosen) {
    const { model } = sent;
    model.beginStoring();
    const first = placedByContent.get(model.sha256);
    if (first === undefined) placedByContent.set(model.sha256, place(sent));
    else runToEnd(model.discard(modelFiles));
  }

  const storedByContent = Promise.all(placedByContent.values()).then((placed) => writeRows(db, placed));
  runToEnd(storedByContent);
  return chosen.map(({ field, originalFileName, model: { sha256, format, sizeBytes } }) => {
    const objectKey = placedByContent
      .get(sha256)
      ?.then((placed) => (placed.row === "stands" ? placed.stored.objectKey : placed.objectKey));
    if (objectKey === undefined) throw new Error("a model is not among those being stored");
    const knownRow = knownByContent.get(sha256);
    const kept = storedByContent.then((rows) => requireRow(rows, sha256));
    const stored = knownRow === undefined ? kept : Promise.resolve(knownRow);
    // A caller that fails before it awaits them must not leave a rejection unhandled.
    runToEnd(objectKey);
    runToEnd(kept);
    return { field, originalFileName, model: { sha256, format, sizeBytes, objectKey }, stored, kept };
  });
}

function requireRow(rows: ReadonlyMap<string, StoredModel>, sha256: string): StoredModel {
  const row = rows.get(sha256);
  if (row === undefined) throw new Error("a model's row was neither added nor found");
  return row;
}

/** The models' rows, in their order, once all of them are there. */
export function allStored(inUse: readonly ModelInUse[]): Promise<StoredModel[]> {
  return Promise.all(inUse.map(({ stored }) => stored));
}

/**
 * Adds the rows that are missing, in one batch. Where another request added a content's row meanwhile, that one stands. Our
 * object then has no row: it is left to the sweep of the scheduled handler, since a slice may just be reading it.
 */
async function writeRows(db: StudioDb, placed: readonly PlacedModel[]): Promise<Map<string, StoredModel>> {
  const [first, ...rest] = placed.flatMap((one) => rowStatement(db, one));
  const written = first === undefined ? [] : await retryTransient(() => db.batch([first, ...rest]));
  const standing = placed.flatMap((one) => (one.row === "stands" ? [one.stored] : []));
  return new Map([...standing, ...written.flat()].map((row) => [row.sha256, row]));
}

function rowStatement(db: StudioDb, placed: PlacedModel): Statement<StoredModel[]>[] {
  if (placed.row === "stands") return [];
  const { sent, objectKey } = placed;
  const { originalFileName } = sent;
  const { sha256, format, sizeBytes } = sent.model;
  const now = Date.now();
  const row = { sha256, format, sizeBytes, objectKey, originalFileName, createdAt: now, lastUsedAt: now };
  // A row whose object was lost may have been removed since it was read: then it is added like any other.
  const change = { lastUsedAt: now, originalFileName, ...(placed.row === "missing" ? {} : { objectKey }) };
  return [db.insert(models, row, { target: [models.studioId, models.sha256], set: change })];
}

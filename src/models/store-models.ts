// Stores arrived models: a content that the studio has already is not stored again.
//
// The caller reads what is known of the contents together with whatever else it needs (`modelReads`), so that it costs no round
// trip of its own. Then the objects are looked for or put, all at once, and the rows of new models follow in one batch. Slicing
// needs the object only, and begins while the rows are written.

import { and, lt } from "drizzle-orm";
import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { among } from "../db/among.ts";
import { models } from "../db/schema.ts";
import type { Results, Statement, StudioDb } from "../db/studio-db.ts";
import type { RunToEnd } from "../platform/ports.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { StudioStores } from "../tenant/tenant.ts";
import type { ArrivedModel } from "./arrived-model.ts";

export type StoredModel = typeof models.$inferSelect;

/** A model on its way into the store. */
export interface ModelBeingStored {
  readonly sha256: string;
  readonly format: ModelFormat;
  readonly sizeBytes: number;
  /** Resolves when the object is there for certain. */
  readonly objectKey: Promise<string>;
  /**
   * Resolves when the row is there too. A row that was known is not waited for: its object is looked for meanwhile (a request
   * has six connections, so the models of a large order take several rounds) and stored anew where it is gone.
   */
  readonly stored: Promise<StoredModel>;
}

/** Retention counts in days, so a use is noted once an hour at most. */
const USE_NOTED_EVERY_MILLISECONDS = 3_600_000;

/** The statements that find the studio's models of these contents, their retention begun anew. */
export function modelReads(db: StudioDb, arrived: readonly Pick<ArrivedModel, "sha256">[]) {
  const now = Date.now();
  const hashes = arrived.map(({ sha256 }) => sha256);
  const ofContents = among(models.sha256, hashes);
  return [
    db.update(models, { lastUsedAt: now }, and(ofContents, lt(models.lastUsedAt, now - USE_NOTED_EVERY_MILLISECONDS))),
    db.select(models, ofContents),
  ] as const;
}

export type ModelRows = Results<ReturnType<typeof modelReads>>;

interface Storing extends Pick<StudioStores, "db" | "modelFiles"> {
  readonly runToEnd: RunToEnd;
}

/** What an object's row needs: nothing where it is as it should be. */
type PlacedModel =
  | { readonly row: "stands"; readonly stored: StoredModel }
  | { readonly row: "names_lost_object"; readonly model: ArrivedModel; readonly objectKey: string }
  | { readonly row: "missing"; readonly model: ArrivedModel; readonly objectKey: string };

/**
 * Begins to store the models, and answers at once: one entry for each, in their order. It goes on to its end although the client
 * hangs up. Of equal contents one is stored.
 */
export function storeModels(
  { db, modelFiles, runToEnd }: Storing,
  arrived: readonly ArrivedModel[],
  [, known]: ModelRows,
): ModelBeingStored[] {
  const knownByContent = new Map(known.map((row) => [row.sha256, row]));
  const placedByContent = new Map<string, Promise<PlacedModel>>();

  const place = async (model: ArrivedModel): Promise<PlacedModel> => {
    const row = knownByContent.get(model.sha256);
    // An order must find its file: where a row's object is gone, the file is stored anew.
    if (row !== undefined && (await modelFiles.exists(row.objectKey))) {
      runToEnd(model.discard(modelFiles));
      return { row: "stands", stored: row };
    }
    const objectKey = await model.putInto(modelFiles);
    return { row: row === undefined ? "missing" : "names_lost_object", model, objectKey };
  };
  for (const model of arrived) {
    model.beginStoring();
    const first = placedByContent.get(model.sha256);
    if (first === undefined) placedByContent.set(model.sha256, place(model));
    else runToEnd(model.discard(modelFiles));
  }

  const storedByContent = Promise.all(placedByContent.values()).then((placed) => writeRows(db, placed));
  runToEnd(storedByContent);
  return arrived.map(({ sha256, format, sizeBytes }) => {
    const objectKey = placedByContent
      .get(sha256)
      ?.then((placed) => (placed.row === "stands" ? placed.stored.objectKey : placed.objectKey));
    if (objectKey === undefined) throw new Error("a model is not among those being stored");
    const knownRow = knownByContent.get(sha256);
    const stored =
      knownRow === undefined ? storedByContent.then((rows) => requireRow(rows, sha256)) : Promise.resolve(knownRow);
    // A caller that fails before it awaits them must not leave a rejection unhandled.
    runToEnd(objectKey);
    runToEnd(stored);
    return { sha256, format, sizeBytes, objectKey, stored };
  });
}

function requireRow(rows: ReadonlyMap<string, StoredModel>, sha256: string): StoredModel {
  const row = rows.get(sha256);
  if (row === undefined) throw new Error("a model's row was neither added nor found");
  return row;
}

/** The models' rows, in their order, once all of them are there. */
export function allStored(models: readonly ModelBeingStored[]): Promise<StoredModel[]> {
  return Promise.all(models.map(({ stored }) => stored));
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
  const { model, objectKey } = placed;
  const { sha256, format, sizeBytes } = model;
  const now = Date.now();
  const row = { sha256, format, sizeBytes, objectKey, createdAt: now, lastUsedAt: now };
  // A row whose object was lost may have been removed since it was read: then it is added like any other.
  const change = placed.row === "missing" ? { lastUsedAt: now } : { lastUsedAt: now, objectKey };
  return [db.insert(models, row, { target: [models.studioId, models.sha256], set: change })];
}

// Stores the files that a request sends, but for contents that the studio has already.
//
// The objects are looked for or put, all at once, and the rows of new models follow in one batch. Slicing needs the object only,
// and begins while the rows are written.

import { sql } from "drizzle-orm";
import type { ModelFormat } from "../../slicer-service/src/contract/model-formats.ts";
import { models } from "../db/schema.ts";
import type { Statement } from "../db/studio-db.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { ArrivedModel } from "./arrived-model.ts";
import { nameOfUse, touch, visitorUntilOfNew } from "./model-use.ts";

export type StoredModel = typeof models.$inferSelect;

/** A file that the request sends, and the field that it came in. */
export interface SentModel {
  readonly field: string;
  readonly originalFileName: string;
  readonly model: ArrivedModel;
}

/** A model that is being stored or found. */
export interface ModelInUse {
  /** The request's field of the model, for the fault of a model that cannot be sliced. */
  readonly field: string;
  /** The file's name; for a known model, the name under which it was last sent. */
  readonly originalFileName: string;
  readonly model: {
    readonly sha256: string;
    readonly format: ModelFormat;
    readonly sizeBytes: number;
    /** Resolves once the object certainly exists. */
    readonly objectKey: Promise<string>;
  };
  /**
   * Resolves once the row exists too. The row of a repeated content is not waited for: its object is looked for meanwhile (a request
   * has six connections, so the models of a large order take several rounds) and stored anew if it is gone. The object of a model
   * named by its id is waited for: without it the id names nothing.
   *
   * @throws NotFound naming every field whose model has lost its object
   */
  readonly stored: Promise<StoredModel>;
  /** Resolves once row and object certainly exist, whether they were known before or not. */
  readonly kept: Promise<StoredModel>;
}

export type Storing = Pick<Tenant, "db" | "modelFiles" | "audience" | "runToEnd">;

/** The change that an object's row needs, if any. */
type PlacedModel =
  | { readonly row: "stands"; readonly stored: StoredModel }
  | { readonly row: "names_lost_object"; readonly sent: SentModel; readonly objectKey: string }
  | { readonly row: "missing"; readonly sent: SentModel; readonly objectKey: string };

/**
 * Begins to store the models, and returns at once: one entry for each, in their order. It goes on to its end although the client
 * hangs up. Equal contents are stored once.
 *
 * @param known the studio's rows of these contents
 */
export function storeModels(
  storing: Storing,
  chosen: readonly SentModel[],
  known: readonly StoredModel[],
): ModelInUse[] {
  const { modelFiles, runToEnd } = storing;
  const knownByContent = new Map(known.map((row) => [row.sha256, row]));
  const placedByContent = new Map<string, Promise<PlacedModel>>();

  const place = async (sent: SentModel): Promise<PlacedModel> => {
    const { model } = sent;
    const row = knownByContent.get(model.sha256);
    // An order must find its file: a file whose object is gone is stored anew.
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

  const storedByContent = Promise.all(placedByContent.values()).then((placed) => writeRows(storing, placed));
  runToEnd(storedByContent);
  return chosen.map(({ field, originalFileName, model: { sha256, format, sizeBytes } }) => {
    const objectKey = placedByContent
      .get(sha256)
      ?.then((placed) => (placed.row === "stands" ? placed.stored.objectKey : placed.objectKey));
    if (objectKey === undefined) throw new Error("a model is not among those being stored");
    const knownRow = knownByContent.get(sha256);
    const kept = storedByContent.then((rows) => requireRow(rows, sha256));
    const stored = knownRow === undefined ? kept : Promise.resolve(knownRow);
    // A caller that fails before it awaits them must not leave a rejection unhandled. `runToEnd` handles that of `storedByContent`.
    objectKey.catch(() => {});
    kept.catch(() => {});
    return { field, originalFileName, model: { sha256, format, sizeBytes, objectKey }, stored, kept };
  });
}

function requireRow(rows: ReadonlyMap<string, StoredModel>, sha256: string): StoredModel {
  const row = rows.get(sha256);
  if (row === undefined) throw new Error("a model's row was neither added nor found");
  return row;
}

/** The models' rows, in their order, once all of them exist. */
export function allStored(inUse: readonly ModelInUse[]): Promise<StoredModel[]> {
  return Promise.all(inUse.map(({ stored }) => stored));
}

/**
 * Adds the missing rows in one batch. A row that another request added meanwhile stands; our object then has no row and is left
 * to the sweep of the scheduled handler, since a slice may be reading it.
 */
async function writeRows(storing: Storing, placed: readonly PlacedModel[]): Promise<Map<string, StoredModel>> {
  const [first, ...rest] = placed.flatMap((one) => rowStatement(storing, one));
  const written = first === undefined ? [] : await retryTransient(() => storing.db.batch([first, ...rest]));
  const standing = placed.flatMap((one) => (one.row === "stands" ? [one.stored] : []));
  return new Map([...standing, ...written.flat()].map((row) => [row.sha256, row]));
}

function rowStatement({ db, audience }: Storing, placed: PlacedModel): Statement<StoredModel[]>[] {
  if (placed.row === "stands") return [];
  const { sent, objectKey } = placed;
  const { originalFileName } = sent;
  const { sha256, format, sizeBytes } = sent.model;
  const now = Date.now();
  const kept = { createdAt: now, lastUsedAt: now, visitorUntil: visitorUntilOfNew(audience) };
  // A row whose object was lost may have been deleted since it was read: then it is added like any other.
  const change = {
    ...touch(audience),
    originalFileName: nameOfUse(audience, sql`${originalFileName}`),
    ...(placed.row === "missing" ? {} : { objectKey }),
  };
  return [
    db.insert(
      models,
      { sha256, format, sizeBytes, objectKey, originalFileName, ...kept },
      { target: [models.studioId, models.sha256], set: change },
    ),
  ];
}

// The models that a request chooses: files that it sends, and ids of models that were sent before.
//
// The caller reads their rows together with its other reads (`modelReads`), so that they cost no round trip of their own.
// `useModels` then makes them ready.

import { and, or, type SQL, sql } from "drizzle-orm";
import { inList } from "../db/in-values.ts";
import { models } from "../db/schema.ts";
import { type Declared, type NamedResults, prepared } from "../db/studio-db.ts";
import { Faults } from "../domain/errors.ts";
import { contentNamedBy, type StudioId } from "../domain/ids.ts";
import { forEachAudience } from "../domain/visitor.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { isTouchDue, nameOfUse, touch } from "./model-use.ts";
import { type ModelInUse, type SentModel, type StoredModel, type Storing, storeModels } from "./store-models.ts";

/** A model that was sent before, named by its id in a field of the request. */
export interface KnownModel {
  readonly field: string;
  /** As the request wrote it. */
  readonly modelId: string;
  /** The SHA-256 in the id; undefined for an id that is malformed. */
  readonly sha256: string | undefined;
}

export function knownModel(field: string, modelId: string, studioId: StudioId): KnownModel {
  return { field, modelId, sha256: contentNamedBy(modelId, studioId) };
}

export type ChosenModel = SentModel | KnownModel;

/** Longer than any id: a longer text is cut in the answer. */
const MAX_SHOWN_ID = 90;

/**
 * The statements that find the studio's models of these contents and ids, restart their retention, and record the names under
 * which contents are sent.
 */
export function modelReads({ db, audience }: Pick<Tenant, "db" | "audience">, chosen: readonly ChosenModel[]) {
  const names = chosen.filter(isSent).map(({ originalFileName, model }) => [model.sha256, originalFileName]);
  const contents = chosen.flatMap((one) => contentOf(one) ?? []);
  return readsForAudience[audience](db, {
    names: JSON.stringify(Object.fromEntries(names)),
    contents: JSON.stringify(contents),
    now: Date.now(),
  });
}

/** `names` and `contents` are JSON: a name by content, and a list. */
type ModelInputs = Readonly<Record<"names" | "contents", string>> & { readonly now: number };

const readsForAudience = forEachAudience((audience) =>
  prepared((db, { names, contents, now }: Declared<ModelInputs>) => {
    const areChosen = inList(models.sha256, contents);
    const originalFileName = nameOfUse(audience, newName(names));
    const isDue = or(isTouchDue(audience, now), sql`${models.originalFileName} IS NOT ${originalFileName}`);
    return {
      touchedModels: db.update(models, { ...touch(audience, now), originalFileName }, and(areChosen, isDue)),
      models: db.select(models, areChosen),
    };
  }),
);

/** The name under which a row's content was just sent, else the one it has. */
function newName(names: SQL): SQL {
  return sql`coalesce((SELECT value FROM json_each(${names}) WHERE key = ${models.sha256}), ${models.originalFileName})`;
}

/** The studio's models of the chosen contents. */
export type ModelRows = Pick<NamedResults<ReturnType<typeof modelReads>>, "models">;

/** Adds a fault for each id that names none of the studio's models. */
export function addMissingModels(chosen: readonly ChosenModel[], { models: known }: ModelRows, faults: Faults): void {
  for (const one of chosen) {
    if (!isSent(one) && rowOf(one, known) === undefined) addMissing(one, faults);
  }
}

function addMissing({ field, modelId }: KnownModel, faults: Faults): void {
  const named = modelId.length > MAX_SHOWN_ID ? `${modelId.slice(0, MAX_SHOWN_ID).toWellFormed()}…` : modelId;
  faults.addMissing(field, {
    en: `the studio has no model ${named}: send its file again`,
    uk: `студія не має моделі ${named}: надішліть її файл знову`,
  });
}

function rowOf({ sha256 }: KnownModel, known: readonly StoredModel[]): StoredModel | undefined {
  return known.find((row) => row.sha256 === sha256);
}

/** The SHA-256 of the chosen content, the same for a file and for its id; undefined for a malformed id. */
export function contentOf(chosen: ChosenModel): string | undefined {
  return isSent(chosen) ? chosen.model.sha256 : chosen.sha256;
}

function isSent(chosen: ChosenModel): chosen is SentModel {
  return "model" in chosen;
}

/**
 * Begins to make the models ready, and returns at once: one entry for each, in their order. Storing goes on to its end although
 * the client hangs up. Equal contents are stored once.
 *
 * @param chosen without the ids that `addMissingModels` found missing
 * @param rows the results of `modelReads`
 */
export function useModels(tenant: Storing, chosen: readonly ChosenModel[], rows: ModelRows): ModelInUse[] {
  const { models: known } = rows;
  const sent = storeModels(tenant, chosen.filter(isSent), known);
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
  // Each object is looked for once; one error names all that are gone.
  const areThere = (async () => {
    const objectKeys = [...new Set(rows.map(({ row }) => row.objectKey))];
    const found = await Promise.all(objectKeys.map((objectKey) => modelFiles.exists(objectKey)));
    const gone = new Set(objectKeys.filter((_, index) => found[index] === false));
    const faults = new Faults();
    for (const { one, row } of rows) if (gone.has(row.objectKey)) addMissing(one, faults);
    faults.throwIfAny();
  })();
  runToEnd(areThere);
  return rows.map(({ one: { field }, row }) => {
    const { sha256, format, sizeBytes } = row;
    const objectKey = areThere.then(() => row.objectKey);
    const stored = areThere.then(() => row);
    // `areThere` fails with them, and its rejection is handled by `runToEnd`.
    objectKey.catch(() => {});
    stored.catch(() => {});
    const model = { sha256, format, sizeBytes, objectKey };
    return { field, originalFileName: fileNameOf(row), model, stored, kept: stored };
  });
}

/** The name under which a model was last sent; a name from its format for older rows. */
export function fileNameOf({ originalFileName, format }: StoredModel): string {
  return originalFileName ?? `model.${format}`;
}

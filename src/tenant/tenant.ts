// Tenant: one studio's database, files and slicer. Handlers get this and no wider access.

import { findStudioBySlug } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import { type NamedResults, type NamedStatements, StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { isDomainError } from "../domain/errors.ts";
import { asStudioId, type StudioId } from "../domain/ids.ts";
import type { Audience } from "../domain/visitor.ts";
import type { Env } from "../env.ts";
import type { NewsKind } from "../news/news-kind.ts";
import { tellStudio } from "../news/studio-news.ts";
import { nearestCopyOf, primaryOf } from "../platform/d1.ts";
import { isLogged, logError } from "../platform/error-log.ts";
import { kvSliceResults } from "../platform/kv-slice-results.ts";
import type {
  AttachedFiles,
  ModelFiles,
  ProductPhotos,
  RunToEnd,
  SliceResults,
  SlicerClient,
} from "../platform/ports.ts";
import { r2AttachedFiles } from "../platform/r2/attached-files.ts";
import { r2ModelFiles } from "../platform/r2/model-files.ts";
import { r2ProductPhotos } from "../platform/r2/product-photos.ts";
import { rpcSlicer } from "../platform/rpc-slicer.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { wakeOutboxIfAny } from "./outbox-waking.ts";

const OTHERS_LOG_FIRST_MILLISECONDS = 500;

/** A studio's own data: its rows and its files. */
export interface StudioStores {
  /** Reads and writes the primary. */
  readonly db: StudioDb;
  readonly modelFiles: ModelFiles;
  readonly productPhotos: ProductPhotos;
  readonly attachedFiles: AttachedFiles;
}

export interface Tenant extends StudioStores {
  readonly studioId: StudioId;
  /** A visitor's models are kept for a day, the studio's own for thirty (src/models/model-use.ts). */
  readonly audience: Audience;
  /**
   * Reads the nearest copy of the database, which may be seconds behind: for the catalog, and for nothing that money, orders,
   * printers or jobs depend on.
   */
  readonly nearDb: StudioDb;
  readonly runToEnd: RunToEnd;
  /** Tells the studio's open panel pages of a change, after it was written. Costs its request no time, and never fails. */
  readonly tell: (kind: NewsKind) => void;
  /** Has the outbox send the messages that a batch has written. Costs its request no time, and never fails: a sweep sends the rest. */
  readonly sendMessages: () => void;
  readonly sliceResults: SliceResults;
  readonly slicer: SlicerClient;
}

export function openStudio(env: Env, studioId: StudioId): StudioStores {
  return {
    db: openStudioDb(env, studioId, primaryOf),
    modelFiles: r2ModelFiles(env.MODELS, studioId),
    productPhotos: r2ProductPhotos(env.MODELS, studioId),
    attachedFiles: r2AttachedFiles(env.MODELS, studioId),
  };
}

/** Every door's way to a studio's rows. With several databases, the one that the studio lies in would be chosen here (docs/scaling.md). */
function openStudioDb(env: Env, studioId: StudioId, copyOf: typeof primaryOf): StudioDb {
  return new StudioDb(copyOf(env.DB), studioId);
}

/** @param context of the request that the tenant is opened for */
export function openTenant(
  env: Env,
  studioId: StudioId,
  context: Pick<ExecutionContext, "waitUntil">,
  audience: Audience = "studio",
): Tenant {
  const studio = openStudio(env, studioId);
  return {
    ...studio,
    studioId,
    audience,
    nearDb: openStudioDb(env, studioId, nearestCopyOf),
    runToEnd: (work) => context.waitUntil(work.catch((error) => logUnlessHeard(studioId, error))),
    tell: (kind) => context.waitUntil(tellStudio(env, studioId, kind)),
    sendMessages: () => context.waitUntil(wakeOutboxIfAny(env, studio.db, studioId)),
    sliceResults: kvSliceResults(env.SLICE_RESULTS),
    slicer: rpcSlicer(env.SLICER, env.SLICE_ENGINE),
  };
}

/** The studio with this slug, by the primary; undefined if there is none. */
export function findStudioId(env: Env, slug: string): Promise<StudioId | undefined> {
  return retryTransient(() => findStudioBySlug(openDatabase(primaryOf(env.DB)), slug));
}

/** A studio that was found by its slug. */
interface OpenedStudio<Reads extends NamedStatements> {
  readonly tenant: Tenant;
  readonly studio: Studio;
  readonly rows: NamedResults<Reads>;
}

/**
 * Opens the tenant of the studio with this slug for a visitor, with the rows of `readsOf`, in one round trip; undefined if there is none.
 *
 * @param asked the primary, or the nearest copy of the database if the answer may be seconds behind
 */
export async function openTenantOfSlug<Reads extends NamedStatements>(
  env: Env,
  slug: string,
  context: Pick<ExecutionContext, "waitUntil">,
  readsOf: (db: StudioDb) => Reads,
  asked: "primary" | "nearest copy" = "primary",
): Promise<OpenedStudio<Reads> | undefined> {
  const copy = asked === "primary" ? primaryOf(env.DB) : nearestCopyOf(env.DB);
  const db = StudioDb.ofSlug(copy, slug);
  const read = await retryTransient(() => db.batchWithStudio(readsOf(db)));
  return read && { ...read, tenant: openTenant(env, asStudioId(read.studio.id), context, "visitor") };
}

/** The code that awaits the work logs its failure with the request; after the client has hung up, this does. */
async function logUnlessHeard(studioId: StudioId, error: unknown): Promise<void> {
  if (isDomainError(error)) return;
  await new Promise((resolve) => setTimeout(resolve, OTHERS_LOG_FIRST_MILLISECONDS));
  if (!isLogged(error)) logError({ studioId, failed: "work that goes on to its end" }, error);
}

// Tenant: one studio's database, files and slicer. Handlers get this and nothing wider.

import { findStudioBySlug } from "../db/access-queries.ts";
import { openDatabase } from "../db/database.ts";
import { StudioDb } from "../db/studio-db.ts";
import { isDomainError } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { nearestCopyOf, primaryOf } from "../platform/d1.ts";
import { isLogged, logError } from "../platform/error-log.ts";
import { kvSliceResults } from "../platform/kv-slice-results.ts";
import type { ModelFiles, ProductPhotos, RunToEnd, SliceResults, SlicerClient } from "../platform/ports.ts";
import { r2ModelFiles } from "../platform/r2-model-files.ts";
import { r2ProductPhotos } from "../platform/r2-product-photos.ts";
import { rpcSlicer } from "../platform/rpc-slicer.ts";
import { retryTransient } from "../platform/transient-fault.ts";

const OTHERS_LOG_FIRST_MILLISECONDS = 500;

/** A studio's own data: its rows and its files. */
export interface StudioStores {
  /** Reads and writes the primary. */
  readonly db: StudioDb;
  readonly modelFiles: ModelFiles;
  readonly productPhotos: ProductPhotos;
}

/** Who asks: the studio itself, with its key or in its panel, or a visitor of its order page. */
export type Audience = "studio" | "visitor";

export interface Tenant extends StudioStores {
  readonly studioId: StudioId;
  /** What a visitor sends is kept for a day, and what the studio sends for thirty (src/models/model-use.ts). */
  readonly audience: Audience;
  /**
   * Reads whatever copy of the database is near the caller, which may be seconds behind: for the catalog, and for
   * nothing that money, orders, printers or jobs depend on.
   */
  readonly nearDb: StudioDb;
  readonly runToEnd: RunToEnd;
  readonly sliceResults: SliceResults;
  readonly slicer: SlicerClient;
}

export function openStudio(env: Env, studioId: StudioId): StudioStores {
  return {
    db: new StudioDb(openDatabase(primaryOf(env.DB)), studioId),
    modelFiles: r2ModelFiles(env.MODELS, studioId),
    productPhotos: r2ProductPhotos(env.MODELS, studioId),
  };
}

/** @param context of the request that the tenant is opened for */
export function openTenant(
  env: Env,
  studioId: StudioId,
  context: Pick<ExecutionContext, "waitUntil">,
  audience: Audience = "studio",
): Tenant {
  return {
    ...openStudio(env, studioId),
    studioId,
    audience,
    nearDb: new StudioDb(openDatabase(nearestCopyOf(env.DB)), studioId),
    runToEnd: (work) => context.waitUntil(work.catch((error) => logUnlessHeard(studioId, error))),
    sliceResults: kvSliceResults(env.SLICE_RESULTS),
    slicer: rpcSlicer(env.SLICER, env.SLICE_ENGINE),
  };
}

/**
 * Undefined where there is no studio of the slug.
 *
 * @param asked whose slug it is: the primary, or the copy near the caller where the answer may be seconds behind
 */
export function findStudioId(env: Env, slug: string, asked: "primary" | "nearest copy"): Promise<StudioId | undefined> {
  const database = openDatabase(asked === "primary" ? primaryOf(env.DB) : nearestCopyOf(env.DB));
  return retryTransient(() => findStudioBySlug(database, slug));
}

/**
 * As `openTenant`, for a visitor of the studio of a slug; undefined where there is none.
 *
 * @param asked as of `findStudioId`
 */
export async function openTenantOfSlug(
  env: Env,
  slug: string,
  context: Pick<ExecutionContext, "waitUntil">,
  asked: "primary" | "nearest copy" = "primary",
): Promise<Tenant | undefined> {
  const studioId = await findStudioId(env, slug, asked);
  return studioId && openTenant(env, studioId, context, "visitor");
}

/** Whoever awaits the work logs its failure with the request; where the client has hung up, nobody does. */
async function logUnlessHeard(studioId: StudioId, error: unknown): Promise<void> {
  if (isDomainError(error)) return;
  await new Promise((resolve) => setTimeout(resolve, OTHERS_LOG_FIRST_MILLISECONDS));
  if (!isLogged(error)) logError({ studioId, failed: "work that goes on to its end" }, error);
}

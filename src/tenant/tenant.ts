// Tenant: one studio's database, files and slicer. Handlers get this and nothing wider.

import { openDatabase } from "../db/database.ts";
import { StudioDb } from "../db/studio-db.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { kvSliceResults } from "../platform/kv-slice-results.ts";
import type { ModelFiles, ProductPhotos, SliceResults, SlicerClient } from "../platform/ports.ts";
import { r2ModelFiles } from "../platform/r2-model-files.ts";
import { r2ProductPhotos } from "../platform/r2-product-photos.ts";
import { rpcSlicer } from "../platform/rpc-slicer.ts";

/** A studio's own data: its rows and its files. */
export interface StudioStores {
  readonly db: StudioDb;
  readonly modelFiles: ModelFiles;
  readonly productPhotos: ProductPhotos;
}

export interface Tenant extends StudioStores {
  readonly studioId: StudioId;
  readonly sliceResults: SliceResults;
  readonly slicer: SlicerClient;
}

export function openStudio(env: Env, studioId: StudioId): StudioStores {
  return {
    db: new StudioDb(openDatabase(env.DB), studioId),
    modelFiles: r2ModelFiles(env.MODELS, studioId),
    productPhotos: r2ProductPhotos(env.MODELS, studioId),
  };
}

export function openTenant(env: Env, studioId: StudioId): Tenant {
  return {
    ...openStudio(env, studioId),
    studioId,
    sliceResults: kvSliceResults(env.SLICE_RESULTS),
    slicer: rpcSlicer(env.SLICER, env.SLICE_ENGINE),
  };
}

// Getting files sliced: each file and profile has a slice key, and a slice of a key is made once. KV is asked first, as it
// is fast; what it misses is asked of the slicer, which knows the truth.

import type { SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import {
  engineFor,
  type FinishedSlice,
  type SliceRequest,
  type SliceState,
} from "../../slicer-service/src/contract/slices.ts";
import type { StudioId } from "../domain/ids.ts";
import type { StoredModel } from "../models/incoming-model.ts";
import { sha256Hex } from "../platform/sha256.ts";
import type { Tenant } from "../tenant/tenant.ts";

export interface FileToSlice {
  readonly originalFileName: string;
  readonly model: StoredModel;
  readonly profile: SliceProfile;
}

/** A file with its slice, as far as that is. */
export interface SlicedFile {
  readonly originalFileName: string;
  readonly sliceKey: string;
  readonly state: SliceState;
}

/** Starts or joins the slices of all files, and answers when all have ended or the time is over. */
export async function sliceFiles(
  { studioId, sliceResults, slicer }: Tenant,
  files: readonly FileToSlice[],
  waitMilliseconds: number,
): Promise<SlicedFile[]> {
  const keyed = await Promise.all(
    files.map(async (file) => {
      const engineName = engineFor(file.profile, slicer.filamentEngine);
      return { ...file, engineName, sliceKey: await sliceKeyOf(studioId, file, engineName) };
    }),
  );
  const requests = new Map(keyed.map((file) => [file.sliceKey, sliceRequest(file)]));
  const kept = await sliceResults.read([...requests.keys()]);
  const missing = [...requests.values()].filter(({ sliceKey }) => !kept.has(sliceKey));
  const started = missing.length === 0 ? [] : await slicer.start(missing, waitMilliseconds);
  const states = new Map<string, SliceState>(kept);
  for (const [index, { sliceKey }] of missing.entries()) {
    const state = started[index];
    if (state !== undefined) states.set(sliceKey, state);
  }
  return keyed.map(({ originalFileName, sliceKey }) => ({
    originalFileName,
    sliceKey,
    state: stateIn(states, sliceKey),
  }));
}

/** How far slices are that were started before; null for one that is no longer kept. */
export async function readSlices(
  { sliceResults, slicer }: Tenant,
  sliceKeys: readonly string[],
  waitMilliseconds: number,
): Promise<Map<string, SliceState | null>> {
  const kept = await sliceResults.read([...new Set(sliceKeys)]);
  const missing = [...new Set(sliceKeys)].filter((sliceKey) => !kept.has(sliceKey));
  const read = missing.length === 0 ? [] : await slicer.read(missing, waitMilliseconds);
  return new Map<string, SliceState | null>([
    ...kept,
    ...missing.map((sliceKey, index): [string, SliceState | null] => [sliceKey, read[index] ?? null]),
  ]);
}

/** Whether all of the files are sliced. */
export function allDone(files: readonly SlicedFile[]): files is readonly (SlicedFile & { state: FinishedSlice })[] {
  return files.every(({ state }) => state.status === "done");
}

/**
 * What makes two slices the same: the studio, the file, every value of the profile, and the engine. Material,
 * finishings and quantity are not in it, so choosing others never slices again.
 */
async function sliceKeyOf(studioId: StudioId, { model, profile }: FileToSlice, engineName: string): Promise<string> {
  const inOrder = Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify([studioId, model.sha256, model.format, inOrder, engineName]));
}

function sliceRequest({
  model,
  profile,
  sliceKey,
  engineName,
}: FileToSlice & { readonly sliceKey: string; readonly engineName: string }): SliceRequest {
  const { objectKey, sizeBytes, format } = model;
  return { sliceKey, engineName, model: { objectKey, sizeBytes, format }, profile };
}

function stateIn(states: ReadonlyMap<string, SliceState>, sliceKey: string): SliceState {
  const state = states.get(sliceKey);
  if (state === undefined) throw new Error("the slicer answered fewer slices than it was asked for");
  return state;
}

// Slices of files: each file and profile has a slice key, and a key is sliced once.
//
// KV is asked first, because it is fast; the slicer, which is authoritative, is asked for the rest.

import { type ModelFormat, STEP_TOLERANCE } from "../../slicer-service/src/contract/model-formats.ts";
import type { SliceProfile } from "../../slicer-service/src/contract/profile.ts";
import {
  engineFor,
  type SliceRequest,
  type SliceResult,
  type SliceState,
} from "../../slicer-service/src/contract/slices.ts";
import { Faults, SlicerUnavailable } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";
import { sha256Hex } from "../platform/sha256.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { failureOfFile, failureOfProfile } from "./failure-sentence.ts";

/** The model in a slice's key. A STEP file that is stored anew is sliced anew: its mesh went with the object that it lay beside. */
type ModelOfSlice = { readonly sha256: string } & (
  | { readonly format: Exclude<ModelFormat, "step"> }
  | { readonly format: "step"; readonly objectKey: string | Promise<string> }
);

/** A model file with the profile to slice it by. */
export interface FileToSlice {
  /** The request's field that the file came in, for telling that it cannot be sliced. */
  readonly field: string;
  /** The request's field of the quality, for telling that nothing can be sliced by its settings. */
  readonly qualityField: string;
  readonly originalFileName: string;
  readonly model: {
    readonly sha256: string;
    readonly format: ModelFormat;
    readonly sizeBytes: number;
    /** Resolves when the file is in the store. A slice that has to be started waits for it, and the key of a STEP file's. */
    readonly objectKey: Promise<string>;
  };
  readonly profile: SliceProfile;
}

/** A file with the state of its slice. */
export type SlicedFile<File extends FileToSlice = FileToSlice, State extends SliceState = SliceState> = File & {
  readonly sliceKey: string;
  readonly state: State;
};

/** The state of a slice that is done or has failed. */
type EndedSlice = Extract<SliceState, { readonly finishedAt: string }>;

/** @returns the files, if every slice has ended */
export function ifAllEnded<File extends FileToSlice>(
  files: readonly SlicedFile<File>[],
): readonly SlicedFile<File, EndedSlice>[] | undefined {
  const areEnded = (all: typeof files): all is readonly SlicedFile<File, EndedSlice>[] =>
    all.every(({ state }) => isEndedSlice(state));
  return areEnded(files) ? files : undefined;
}

function isEndedSlice(state: SliceState): state is EndedSlice {
  return "finishedAt" in state;
}

/**
 * Refuses a request of which a file cannot be sliced.
 *
 * @throws Invalid naming every file that cannot be sliced, and every quality by which nothing can; SlicerUnavailable if slicing
 *   failed by the service's fault
 */
export function refuseFailedSlices({ audience }: Pick<Tenant, "audience">, files: readonly SlicedFile[]): void {
  const faults = new Faults();
  for (const { state, field, qualityField, originalFileName } of files) {
    if (state.status !== "failed") continue;
    const { failure } = state;
    switch (failure.fault) {
      case "service":
        throw new SlicerUnavailable();
      case "profile":
        faults.add(qualityField, failureOfProfile(failure, audience));
        break;
      case "model":
        faults.add(field, failureOfFile(originalFileName, failure));
        break;
      default:
        failure satisfies never;
    }
  }
  faults.throwIfAny();
}

/** A slice by its file and its profile. */
export interface SliceOf {
  readonly model: ModelOfSlice;
  readonly profile: SliceProfile;
}

/**
 * The figures of slices that were made before and are still kept. It starts nothing.
 *
 * @param askWhom `cache` is fast and may miss existing slices; `slicer` also asks the slicer for the rest
 * @throws SlicerUnavailable only if the slicer is asked
 */
export async function findResults<Slice extends SliceOf>(
  tenant: Tenant,
  slices: readonly Slice[],
  askWhom: "cache" | "slicer",
): Promise<Map<Slice, SliceResult>> {
  const results = new Map<Slice, SliceResult>();
  for (const [slice, state] of await findStates(tenant, slices, askWhom)) {
    if (state?.status === "done") results.set(slice, state.result);
  }
  return results;
}

/**
 * The state of each slice; null if it was never started, or is no longer kept. It starts nothing. @see findResults
 *
 * @throws SlicerUnavailable only if the slicer is asked
 */
export async function findStates<Slice extends SliceOf>(
  tenant: Tenant,
  slices: readonly Slice[],
  askWhom: "cache" | "slicer",
): Promise<Map<Slice, SliceState | null>> {
  const keyed = await Promise.all(slices.map((slice) => keyedSlice(tenant, slice)));
  const keys = [...new Set(keyed.map(({ sliceKey }) => sliceKey))];
  const states: ReadonlyMap<string, SliceState | null> =
    askWhom === "cache" ? await tenant.sliceResults.read(keys) : await readSlices(tenant, keys, 0);
  return new Map(keyed.map(({ file, sliceKey }) => [file, states.get(sliceKey) ?? null]));
}

/** The states of slices that were started before; null for one that is no longer kept. */
export async function readSlices(
  { sliceResults, slicer }: Tenant,
  sliceKeys: readonly string[],
  waitMilliseconds: number,
): Promise<Map<string, SliceState | null>> {
  const distinctKeys = [...new Set(sliceKeys)];
  const cached = await sliceResults.read(distinctKeys);
  const missing = distinctKeys.filter((sliceKey) => !cached.has(sliceKey));
  const read = missing.length === 0 ? [] : await slicer.read(missing, waitMilliseconds);
  return new Map<string, SliceState | null>([
    ...cached,
    ...missing.map((sliceKey, index): [string, SliceState | null] => [sliceKey, read[index] ?? null]),
  ]);
}

/** Starts or joins the slices of all files, and answers their states when all have ended or the wait is over. Files keep their order. */
export async function startSlices<File extends FileToSlice>(
  tenant: Tenant,
  files: readonly File[],
  waitMilliseconds: number,
): Promise<SlicedFile<File>[]> {
  const { sliceResults, slicer } = tenant;
  const keyed = await Promise.all(files.map((file) => keyedSlice(tenant, file)));
  const filesByKey = new Map(keyed.map((one) => [one.sliceKey, one]));
  const states = new Map<string, SliceState>(await sliceResults.read([...filesByKey.keys()]));
  const missing = [...filesByKey.values()].filter(({ sliceKey }) => !states.has(sliceKey));
  const requests = await Promise.all(
    missing.map(({ file, sliceKey, engineName }) => sliceRequest(tenant, file, sliceKey, engineName)),
  );
  const started = requests.length === 0 ? [] : await slicer.start(requests, waitMilliseconds);
  for (const [index, { sliceKey }] of missing.entries()) {
    const state = started[index];
    if (state !== undefined) states.set(sliceKey, state);
  }
  return keyed.map(({ file, sliceKey }) => ({ ...file, sliceKey, state: stateIn(states, sliceKey) }));
}

async function keyedSlice<Slice extends SliceOf>({ studioId, slicer }: Tenant, file: Slice) {
  const engineName = engineFor(file.profile, slicer.filamentEngineName);
  return { file, engineName, sliceKey: await sliceKeyOf(studioId, file, engineName) };
}

/**
 * Slices of the same key are the same: the studio, the file, every value of the profile, and the engine. Material,
 * finishings and quantity are not in it, so choosing others never slices again.
 */
async function sliceKeyOf(studioId: StudioId, { model, profile }: SliceOf, engineName: string): Promise<string> {
  // The text of `[studioId, model.sha256, ...format, valuesInOrder, engineName]`: keys of slices that were made must stay.
  const format =
    model.format === "step" ? ["step", Object.values(STEP_TOLERANCE), await model.objectKey] : [model.format];
  const [before, after] = [JSON.stringify([studioId, model.sha256, ...format]), JSON.stringify(engineName)];
  return sha256Hex(`${before.slice(0, -1)},${inOrder(profile)},${after}]`);
}

const textsInOrder = new WeakMap<SliceProfile, string>();

/** The profile's values in the order of their names, in JSON. */
function inOrder(profile: SliceProfile): string {
  const known = textsInOrder.get(profile);
  if (known !== undefined) return known;
  const text = JSON.stringify(Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1)));
  textsInOrder.set(profile, text);
  return text;
}

async function sliceRequest(
  { studioId, audience }: Tenant,
  { model: { objectKey, sizeBytes, format }, profile }: FileToSlice,
  sliceKey: string,
  engineName: string,
): Promise<SliceRequest> {
  return {
    sliceKey,
    studioId,
    audience,
    engineName,
    model: { objectKey: await objectKey, sizeBytes, format },
    profile,
  };
}

function stateIn(states: ReadonlyMap<string, SliceState>, sliceKey: string): SliceState {
  const state = states.get(sliceKey);
  if (state === undefined) throw new Error("the slicer answered fewer slices than it was asked for");
  return state;
}

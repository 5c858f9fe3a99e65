// Trying slice profiles: the sample is sliced by whatever a machine profile, quality or material may hold, once, before it is kept.
//
// Only filament goes to a slicer that may refuse its settings; resin and powder are estimated by the engine itself.

import type { SliceProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { SliceState } from "../../../slicer-service/src/contract/slices.ts";
import { processOf } from "../../../slicer-service/src/contract/technologies.ts";
import type { Studio } from "../../db/studio-record.ts";
import { isDomainError, SlicerUnavailable } from "../../domain/errors.ts";
import { Faults } from "../../domain/faults.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { technologyOf } from "../../domain/technology.ts";
import { profileOfQuality, type QualityInUse } from "../../items/slice-profile.ts";
import { MACHINE_PARAMETERS, machineValue } from "../../machine-profiles/machine-parameters.ts";
import { hexadecimal } from "../../platform/sha256.ts";
import { failureReason } from "../../slicing/failure-sentence.ts";
import { findStates, startSlices } from "../../slicing/slices.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { MachineProfile, Material, Quality } from "../catalog-rows.ts";
import { newQualityRow } from "./new-quality-row.ts";
import { sampleModel } from "./sample-model.ts";
import { storeSample } from "./stored-sample.ts";

/** What is printed together: a quality, on its machine profile, of a material. */
export interface Combination {
  /** The studio's name of the quality; null for usual values in place of one. */
  readonly qualityName: string | null;
  readonly inUse: QualityInUse;
}

/** Why nothing can be sliced by a combination. */
export interface ProfileRefusal {
  readonly qualityName: string | null;
  readonly reason: Sentence;
  /** The profile's numbers that the reason speaks of, as far as it names any. */
  readonly numbers: readonly string[];
}

export type ProfilesTrial =
  | { readonly outcome: "sliced" }
  | { readonly outcome: "refused"; readonly refusals: readonly ProfileRefusal[] }
  /** No engine was reached, or the wait was over: the first slice tells. */
  | { readonly outcome: "not_tried" };

/** One save must not occupy an engine for long: further qualities of a machine profile are tried by their first slice. */
const MAX_TRIED = 8;
/** A sample takes seconds; whoever saves waits for it. */
const TRIAL_WAIT_MILLISECONDS = 12_000;

/** What a machine profile is printed with: each quality on offer that names it; where there is none, usual values. */
export function combinationsOfMachine(
  studio: Studio,
  machine: Pick<MachineProfile, "parameters">,
  qualities: readonly Quality[],
  material?: Pick<Material, "processParameters">,
): Combination[] {
  const named = qualities.filter(({ isActive }) => isActive);
  if (named.length === 0) {
    return [{ qualityName: null, inUse: { quality: usualQuality(studio, machine), studio, machine, material } }];
  }
  return named.map((quality) => ({ qualityName: quality.name, inUse: { quality, studio, machine, material } }));
}

/** What a filament is printed with: the first quality on offer of each machine profile, or of none. */
export function combinationsOfMaterial(
  studio: Studio,
  material: Pick<Material, "processParameters">,
  qualities: readonly Quality[],
  machines: readonly MachineProfile[],
): Combination[] {
  const printing = qualities.filter(({ isActive, technologyId }) => isActive && isOfFilament(technologyId));
  const firsts = [...Map.groupBy(printing, ({ machineProfileId }) => machineProfileId).values()].flatMap(
    ([first]) => first ?? [],
  );
  return firsts.map((quality) => ({
    qualityName: quality.name,
    inUse: { quality, studio, machine: machines.find(({ id }) => id === quality.machineProfileId), material },
  }));
}

export function isOfFilament(technologyId: Quality["technologyId"]): boolean {
  return processOf(technologyOf(technologyId).slug) === "filament";
}

/** With supports, so that their numbers are tried too. */
function usualQuality(studio: Studio, machine: Pick<MachineProfile, "parameters">): Quality {
  const nozzleMm = machineValue(machine.parameters, "nozzleDiameterMm");
  return {
    ...newQualityRow(studio),
    technologyId: 1,
    machineProfileId: null,
    layerHeightMicrometres: Math.round(500 * nozzleMm),
    nozzleDiameterMicrometres: null,
    infillPercent: null,
    wallCount: null,
    topLayers: null,
    bottomLayers: null,
    supports: true,
    speedMode: "standard",
    infillPattern: "grid",
    processParameters: null,
  };
}

/** Slices the sample by each combination. Combinations whose values the engine would not even take are refused without it. */
export async function tryProfiles(tenant: Tenant, combinations: readonly Combination[]): Promise<ProfilesTrial> {
  const { unusable, slices } = slicesOf(combinations);
  if (unusable.length > 0) return { outcome: "refused", refusals: unusable };
  if (slices.length === 0) return { outcome: "sliced" };
  try {
    const states = await startTrials(tenant, slices, TRIAL_WAIT_MILLISECONDS);
    const refusals = states.flatMap(({ state, qualityName }) => refusalOf(state, qualityName) ?? []);
    if (refusals.length > 0) return { outcome: "refused", refusals };
    return { outcome: states.every(({ state }) => state.status === "done") ? "sliced" : "not_tried" };
  } catch (error) {
    if (error instanceof SlicerUnavailable) return { outcome: "not_tried" };
    throw error;
  }
}

/**
 * What of the combinations is known to be refused, for a page that shows them. Those that were never tried by this engine are begun,
 * and known to the next page.
 */
export async function knownRefusals(tenant: Tenant, combinations: readonly Combination[]): Promise<ProfileRefusal[]> {
  const { unusable, slices } = slicesOf(combinations);
  const model = { sha256: hexadecimal(await crypto.subtle.digest("SHA-256", sampleModel())), format: "stl" } as const;
  try {
    const states = await findStates(
      tenant,
      slices.map((slice) => ({ ...slice, model })),
      "slicer",
    );
    if ([...states.values()].includes(null)) tenant.runToEnd(startTrials(tenant, slices, 0));
    return [...unusable, ...[...states].flatMap(([{ qualityName }, state]) => refusalOf(state, qualityName) ?? [])];
  } catch (error) {
    // The page is not about the slicer's health.
    if (isDomainError(error) && error.kind === "slicer_unavailable") return unusable;
    throw error;
  }
}

interface TrialSlice {
  readonly qualityName: string | null;
  readonly profile: SliceProfile;
}

async function startTrials(tenant: Tenant, slices: readonly TrialSlice[], waitMilliseconds: number) {
  const sample = await storeSample(tenant);
  const files = slices.map((slice) => ({ ...sample, ...slice, qualityField: "printingQualityId" }));
  return startSlices(tenant, files, waitMilliseconds);
}

function slicesOf(combinations: readonly Combination[]) {
  const unusable: ProfileRefusal[] = [];
  const slices = combinations.slice(0, MAX_TRIED).flatMap(({ qualityName, inUse }): TrialSlice[] => {
    const faults = new Faults();
    const profile = profileOfQuality(inUse, "profile", faults);
    const reasons = faults.of("profile");
    unusable.push(...reasons.map((reason) => ({ qualityName, reason, numbers: numbersIn(reason.en) })));
    return reasons.length > 0 ? [] : [{ qualityName, profile }];
  });
  return { unusable, slices };
}

/** The machine's numbers that a sentence of ours names. */
function numbersIn(sentence: string): string[] {
  return (sentence.match(/\w+/g) ?? []).filter((word) => MACHINE_PARAMETERS.has(word));
}

function refusalOf(state: SliceState | null, qualityName: string | null): ProfileRefusal | undefined {
  if (state?.status !== "failed") return undefined;
  const { failure } = state;
  switch (failure.fault) {
    case "service":
      return undefined;
    case "profile": {
      const { slicerSaid, numbers } = failure;
      const reason = { en: `The slicer refuses it: “${slicerSaid}”`, uk: `Слайсер відхиляє це: «${slicerSaid}»` };
      return { qualityName, reason, numbers };
    }
    case "model":
      // A bracket of plain boxes: where it takes too long, others do not by need.
      if (failure.code === "model_too_complex") return undefined;
      return { qualityName, reason: ofSample(failureReason(failure)), numbers: [] };
    default:
      return failure satisfies never;
  }
}

function ofSample({ en, uk }: Sentence): Sentence {
  return { en: `A sample cannot be sliced by it: ${en}`, uk: `Зразок цим не нарізати: ${uk}` };
}

// Combinations of quality, machine profile and material for one print, and the slice profiles that come of them.
//
// Pure. Only filament goes to a slicer that may refuse its settings; resin and powder are estimated by the engine itself.

import type { SliceProfile } from "../../../slicer-service/src/contract/profile.ts";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import type { Studio } from "../../db/studio-record.ts";
import { Faults } from "../../domain/errors.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { isOfFilament } from "../../domain/technology.ts";
import { profileOfQuality, type QualityInUse } from "../../items/slice-profile.ts";
import { MACHINE_PARAMETERS, machineValue } from "../../machine-profiles/machine-parameters.ts";
import type { Material, Quality } from "../catalog-rows.ts";
import { newQualityRow } from "./new-quality-row.ts";

/** One save must not occupy an engine for long: further profiles are tried by their first slice. */
export const MAX_TRIED = 8;

/** A quality, on its machine profile, of a material. */
export interface Combination {
  /** The studio's name of the quality; null for usual values in place of one. */
  readonly qualityName: string | null;
  readonly inUse: QualityInUse;
}

/** The reason why nothing can be sliced by a combination. */
export interface ProfileRefusal {
  readonly qualityName: string | null;
  readonly reason: Sentence;
  /** The profile's numbers that the reason speaks of, as far as it names any. */
  readonly numbers: readonly string[];
}

/** The result of slicing the sample by several profiles. */
export type ProfilesTrial =
  | { readonly outcome: "sliced" }
  | { readonly outcome: "refused"; readonly refusals: readonly ProfileRefusal[] }
  /** The first MAX_TRIED profiles are sliced, and further ones are left to their first slice. */
  | { readonly outcome: "partly_tried" }
  /** No engine was reached, or the wait was over: the first slice tells. */
  | { readonly outcome: "not_tried" };

/** A profile to slice the sample by. */
export interface TrialSlice {
  readonly qualityName: string | null;
  readonly profile: SliceProfile;
}

/** A machine profile with each quality on offer that names it; without one, with usual values. */
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

/** A filament with the first quality on offer of each machine profile, and of none. */
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

/** Whether its values pass our own check; a slicer is not asked. */
export function isUsable(combination: Combination): boolean {
  return trialSlicesOf([combination]).unusable.length === 0;
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

/** The profiles of combinations, and the refusals of our own check. */
export function trialSlicesOf(combinations: readonly Combination[]) {
  const unusable: ProfileRefusal[] = [];
  const slices = combinations.flatMap(({ qualityName, inUse }): TrialSlice[] => {
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

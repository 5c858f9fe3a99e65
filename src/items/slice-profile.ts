// Slice profile of a printing quality: every value that reaches the slicer, resolved and checked.

import { PRINT_PARAMETERS } from "../../slicer-service/src/contract/filament-parameters.ts";
import {
  numberFault,
  type OwnParameters,
  resolveParameters,
} from "../../slicer-service/src/contract/process-parameters.ts";
import {
  checkProfile,
  DEFAULT_FILAMENT_PROFILE,
  type SliceProfile,
} from "../../slicer-service/src/contract/profile.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import type { materials, printingQualities } from "../db/schema.ts";
import type { Studio } from "../db/studio-record.ts";
import type { Faults } from "../domain/errors.ts";
import type { Sentence } from "../domain/sentence.ts";
import { technologyOf } from "../domain/technology.ts";
import { BoundedMap } from "../platform/bounded-map.ts";

type Quality = typeof printingQualities.$inferSelect;
type Material = typeof materials.$inferSelect;

const { nozzleDiameterMm, infillPercent, wallCount, topLayers, bottomLayers } = DEFAULT_FILAMENT_PROFILE;

/** Values of a filament quality that states none. */
export const FILAMENT_DEFAULTS = { nozzleDiameterMm, infillPercent, wallCount, topLayers, bottomLayers } as const;

/** @param field the request's name of the quality */
export function refuseInactiveQuality(quality: Quality, field: string, faults: Faults): void {
  if (quality.isActive) return;
  faults.add(field, {
    en: `printing quality ${quality.id} is inactive`,
    uk: `якість друку ${quality.id} вимкнено`,
  });
}

export const noPrintingQuality = (id: number): Sentence => ({
  en: `the studio has no printing quality ${id}; GET /printing-qualities lists them`,
  uk: `студія не має якості друку ${id}; їх перелічує GET /printing-qualities`,
});

/** A quality with all that its profile is made of. */
export interface QualityInUse {
  readonly quality: Quality;
  readonly studio: Studio;
  /** The machine profile that the quality names; undefined: the defaults apply. */
  readonly machine: Pick<MachineProfile, "parameters"> | undefined;
  /** The printed material; undefined: slicing by itself, within the machine's own limits. */
  readonly material?: Pick<Material, "processParameters"> | undefined;
}

/** The machine profile that a quality names, among the studio's; undefined: the defaults apply. */
export function machineOfQuality(quality: Quality, machines: readonly MachineProfile[]): MachineProfile | undefined {
  return machines.find(({ id }) => id === quality.machineProfileId);
}

interface CheckedInUse {
  readonly profile: SliceProfile;
  readonly faults: readonly string[];
}

/** By the content of the rows: to resolve and check the hundred numbers of a profile takes longer than all else of a price. */
const checkedProfiles = new BoundedMap<string, CheckedInUse>(500);

/** The profile of a quality, every number resolved. Values that no engine accepts are added to `faults`. */
export function profileOfQuality(inUse: QualityInUse, field: string, faults: Faults): SliceProfile {
  const { profile, faults: found } = checkedProfileOf(inUse);
  for (const fault of found) {
    // The names of a profile's values are English in every language: the studio finds them so in its catalog file.
    faults.add(field, {
      en: `cannot be sliced: its ${fault}`,
      uk: `з нею не можна нарізати: its ${fault}`,
    });
  }
  return profile;
}

function checkedProfileOf(inUse: QualityInUse): CheckedInUse {
  const { quality, studio, machine, material } = inUse;
  const { name: _, description: __, position: ___, ...sliced } = quality;
  const content = JSON.stringify([sliced, studio.processParameters, machine?.parameters, material?.processParameters]);
  const known = checkedProfiles.get(content);
  if (known !== undefined) return known;
  const profile = sliceProfileOf(inUse);
  const checked = checkProfile(profile);
  const ofPrint = profile.technology === "fdm" ? printFaults(machine) : [];
  const inUseNow = { profile, faults: [...("faults" in checked ? checked.faults : []), ...ofPrint] };
  checkedProfiles.set(content, inUseNow);
  return inUseNow;
}

/** The start of a print is in no slice, so the engine's check does not see it; a wrong value would make a wrong price. */
function printFaults(machine: QualityInUse["machine"]): string[] {
  return Object.entries(PRINT_PARAMETERS).flatMap(([name, bounds]) => {
    const value = machine?.parameters[name];
    return value === undefined ? [] : (numberFault(name, value, bounds) ?? []);
  });
}

function sliceProfileOf({ quality, studio, machine, material }: QualityInUse): SliceProfile {
  const layerHeightMm = quality.layerHeightMicrometres / 1000;
  const { supports } = quality;
  const { slug } = technologyOf(quality.technologyId);
  const own = [studio.processParameters?.[slug], quality.processParameters];
  switch (slug) {
    case "fdm":
      return filamentProfileOf(quality, machine?.parameters, material?.processParameters);
    case "sla":
      return { technology: slug, layerHeightMm, supports, ...resolveParameters(slug, ...own) };
    case "dlp":
    case "msla":
      return { technology: slug, layerHeightMm, supports, ...resolveParameters(slug, ...own) };
    case "sls":
      return { technology: slug, layerHeightMm, ...resolveParameters(slug, ...own) };
    default:
      return slug satisfies never;
  }
}

function filamentProfileOf(
  quality: Quality,
  ofMachine: OwnParameters | undefined,
  ofMaterial: OwnParameters | null | undefined,
): SliceProfile {
  const { nozzleDiameterMicrometres: nozzle } = quality;
  const parameters = resolveParameters("fdm", ofMachine, ofMaterial);
  return {
    technology: "fdm",
    ...parameters,
    maxFlowCubicMmPerSecond: lowerFlow(ofMachine, ofMaterial),
    nozzleDiameterMm: nozzle === null ? parameters.nozzleDiameterMm : nozzle / 1000,
    layerHeightMm: quality.layerHeightMicrometres / 1000,
    infillPercent: quality.infillPercent ?? FILAMENT_DEFAULTS.infillPercent,
    wallCount: quality.wallCount ?? FILAMENT_DEFAULTS.wallCount,
    topLayers: quality.topLayers ?? FILAMENT_DEFAULTS.topLayers,
    bottomLayers: quality.bottomLayers ?? FILAMENT_DEFAULTS.bottomLayers,
    supports: quality.supports,
    speedMode: quality.speedMode,
    infillPattern: quality.infillPattern,
  };
}

/** The lower limit of hotend and plastic; 0 if neither limits it. */
function lowerFlow(...own: readonly (OwnParameters | null | undefined)[]): number {
  const limits = own.map((of) => of?.maxFlowCubicMmPerSecond ?? 0).filter((limit) => limit > 0);
  return limits.length === 0 ? 0 : Math.min(...limits);
}

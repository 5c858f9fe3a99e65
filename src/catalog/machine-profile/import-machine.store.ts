// Machine import: writes a slicer's settings as a profile, a quality and limits of materials, all of it or nothing.

import { sql } from "drizzle-orm";
import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import { inValues } from "../../db/in-values.ts";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import { machineProfiles, materials } from "../../db/schema.ts";
import type { Statement, StudioDb } from "../../db/studio-db.ts";
import { CATALOG } from "../catalog-kinds.ts";
import { addStatement, isKeyFree, isTwinOf, requireOne } from "../entries.store.ts";
import { addQualityStatements, changeQualityStatements, type QualityChanges } from "../quality/quality.store.ts";
import { changeMachineProfileStatement } from "./machine-profile.store.ts";

export interface MachineToImport {
  /** The profile that takes the values; undefined for a new one. */
  readonly machine: MachineProfile | undefined;
  readonly profile: {
    readonly name: string;
    readonly hourlyRateMinor?: number | null;
    readonly powerWatts?: number | null;
    readonly source?: string | undefined;
    readonly parameters: OwnParameters;
  };
  /** The quality that prints with the profile: a kept one by its id, or a new one. */
  readonly quality:
    | { readonly id: number | undefined; readonly row: Omit<QualityChanges, "machineProfileId"> }
    | undefined;
  /** Materials that take the plastic's limits. */
  readonly materialIds: readonly number[];
  readonly plastic: OwnParameters;
}

export type MachineImport =
  | { readonly outcome: "imported"; readonly machine: MachineProfile }
  /** An entry on offer has the new entry's name; nothing is written. */
  | { readonly outcome: "taken"; readonly kind: "machineProfile" | "quality" };

/** @throws NotFound if the studio does not have the kept profile */
export async function importMachine(db: StudioDb, imported: MachineToImport): Promise<MachineImport> {
  const { machine, quality, materialIds, plastic } = imported;
  const { name, hourlyRateMinor, powerWatts, source, parameters } = imported.profile;
  const newProfile = { ...imported.profile, source: source ?? null };
  // Heat-up, rate and the like are in no slicer's file: a kept profile's own values stay below the import's.
  const changes = {
    name,
    source,
    hourlyRateMinor: hourlyRateMinor ?? undefined,
    powerWatts: powerWatts ?? undefined,
    parameters: { ...machine?.parameters, ...parameters },
  };
  const isNewQuality = quality !== undefined && quality.id === undefined;
  const areFree = [
    ...(machine === undefined ? [isKeyFree(db, CATALOG.machineProfile, newProfile)] : []),
    ...(isNewQuality ? [isKeyFree(db, CATALOG.quality, quality.row)] : []),
  ];
  const written = await db.batchIf(areFree, [
    machine === undefined
      ? addStatement(db, CATALOG.machineProfile, newProfile)
      : changeMachineProfileStatement(db, machine.id, changes),
    ...(quality === undefined ? [] : qualityStatements(db, quality, machine)),
    ...(materialIds.length === 0 ? [] : [limitMaterials(db, materialIds, plastic)]),
  ]);
  if (written !== undefined) return { outcome: "imported", machine: requireOne(written[0]) };
  const twins =
    machine === undefined ? await db.select(machineProfiles, isTwinOf(CATALOG.machineProfile, newProfile)) : [];
  return { outcome: "taken", kind: isNewQuality && twins.length === 0 ? "quality" : "machineProfile" };
}

function qualityStatements(
  db: StudioDb,
  { id, row }: NonNullable<MachineToImport["quality"]>,
  machine: MachineProfile | undefined,
): readonly Statement<unknown>[] {
  const newest = db.valuesOf(sql`max(${machineProfiles.id})`, machineProfiles, undefined);
  const named = { ...row, machineProfileId: machine?.id ?? newest };
  return id === undefined ? addQualityStatements(db, named) : changeQualityStatements(db, id, named);
}

function limitMaterials(db: StudioDb, materialIds: readonly number[], plastic: OwnParameters): Statement<unknown> {
  return db.update(materials, { processParameters: plastic }, inValues(materials.id, materialIds));
}

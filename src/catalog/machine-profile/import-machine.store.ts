// Machine import: writes a slicer's settings as a profile, a quality and limits of materials, all of it or nothing.
//
// D1 has no interactive transaction, so one batch adds the new entries, changes the others only if no name is taken, and
// removes the added entries again if one is.

import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import { machineProfiles, materials, printingQualities } from "../../db/schema.ts";
import type { Statement, StudioDb } from "../../db/studio-db.ts";
import { CATALOG } from "../catalog-kinds.ts";
import { addStatements, newestIsTwin, requireOne } from "../entries.store.ts";
import { type QualityChanges, settleDefaults } from "../quality/quality.store.ts";
import { changeMachineProfileStatement } from "./machine-profile.store.ts";

export interface MachineToImport {
  /** The profile that takes the values; undefined for a new one. */
  readonly machine: MachineProfile | undefined;
  readonly profile: {
    readonly name: string;
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

export async function importMachine(db: StudioDb, imported: MachineToImport): Promise<MachineImport> {
  const { machine, profile, quality, materialIds, plastic } = imported;
  const isNewQuality = quality !== undefined && quality.id === undefined;
  const profileIsTaken = machine === undefined ? existsNewestTwin(db, "machineProfile") : sql`0`;
  const isTaken = or(profileIsTaken, isNewQuality ? existsNewestTwin(db, "quality") : undefined) ?? profileIsTaken;
  const profileId = machine?.id ?? newestOf(db, machineProfiles);
  // Heat-up and the like are in no slicer's file: a kept profile's own values stay below the import's.
  const parameters = { ...machine?.parameters, ...profile.parameters };
  const source = profile.source ?? null;

  const writes: Statement<unknown>[] = [];
  if (machine === undefined) {
    const [insert] = addStatements(db, CATALOG.machineProfile, { name: profile.name, source, parameters });
    writes.push(insert);
  }
  if (quality !== undefined) {
    const row = { ...quality.row, machineProfileId: profileId };
    const isKept = and(eq(printingQualities.id, quality.id ?? 0), not(isTaken));
    writes.push(isNewQuality ? addStatements(db, CATALOG.quality, row)[0] : db.update(printingQualities, row, isKept));
  }
  if (machine !== undefined) {
    const { name } = profile;
    const changes = { name, source: profile.source, parameters };
    writes.push(changeMachineProfileStatement(db, machine.id, changes, not(isTaken)));
  }
  if (materialIds.length > 0) {
    const isChosen = and(inArray(materials.id, [...materialIds]), not(isTaken));
    writes.push(db.update(materials, { processParameters: plastic }, isChosen));
  }

  const twinOfProfile = db.selectFields({ isTaken: sql<number>`${profileIsTaken}` }, machineProfiles);
  const twinOfAny = db.selectFields({ isTaken: sql<number>`${isTaken}` }, machineProfiles);
  const found = db.select(machineProfiles, sql`${machineProfiles.id} = ${profileId}`);
  const undo: Statement<unknown>[] = [];
  if (isNewQuality) {
    const isAdded = sql`${printingQualities.id} = ${newestOf(db, printingQualities)}`;
    undo.push(db.delete(printingQualities, and(isAdded, isTaken)));
  }
  if (machine === undefined) {
    const isAdded = sql`${machineProfiles.id} = ${newestOf(db, machineProfiles)}`;
    // A quality that was asked for names the profile, unless it was taken out or left as it was.
    const isNamed = sql`EXISTS (SELECT 1 FROM ${printingQualities} WHERE ${printingQualities.machineProfileId} = ${machineProfiles.id})`;
    undo.push(db.delete(machineProfiles, and(isAdded, quality === undefined ? isTaken : not(isNamed))));
  }
  if (quality !== undefined) undo.push(settleDefaults(db, null));
  return outcomeOf(await db.writeReadWrite(writes, [twinOfProfile, twinOfAny, found], undo));
}

function outcomeOf([ofProfile, ofAny, found]: readonly [
  readonly { readonly isTaken: number }[],
  readonly { readonly isTaken: number }[],
  readonly MachineProfile[],
]): MachineImport {
  if (ofProfile[0]?.isTaken === 1) return { outcome: "taken", kind: "machineProfile" };
  if (ofAny[0]?.isTaken === 1) return { outcome: "taken", kind: "quality" };
  return { outcome: "imported", machine: requireOne(found) };
}

function newestOf(db: StudioDb, table: typeof machineProfiles | typeof printingQualities): SQL {
  return db.valuesOf(sql`max(${table.id})`, table, undefined);
}

/** Whether the kind's newest entry has the key of another on offer. */
function existsNewestTwin(db: StudioDb, kind: "machineProfile" | "quality"): SQL {
  const { table } = CATALOG[kind];
  return sql`EXISTS ${db.valuesOf(sql`1`, table, newestIsTwin<typeof machineProfiles | typeof printingQualities>(db, CATALOG[kind]))}`;
}

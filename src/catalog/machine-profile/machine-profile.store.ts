// Machine-profile store: adds and changes a studio's machine profiles.

import { and, eq, sql } from "drizzle-orm";
import type { OwnParameters } from "../../../slicer-service/src/contract/process-parameters.ts";
import { isAsRead } from "../../db/as-read.ts";
import type { MachineProfile } from "../../db/machine-profile-record.ts";
import { machineProfiles } from "../../db/schema.ts";
import type { Statement, StudioDb } from "../../db/studio-db.ts";
import { ChangedMeanwhile } from "../../domain/errors.ts";
import { changeOfParameters } from "../../machine-profiles/change-of-parameters.ts";
import { CATALOG } from "../catalog-kinds.ts";
import { addEntry, type Created, type NewRow, requireOne } from "../entries.store.ts";

export type NewMachineProfile = NewRow<typeof machineProfiles, "isArchived" | "source">;

export async function createMachineProfile(db: StudioDb, row: NewMachineProfile): Promise<Created<MachineProfile>> {
  return addEntry(db, CATALOG.machineProfile, row);
}

/** An undefined value stays as it is. */
export interface MachineProfileChanges {
  readonly name?: string | undefined;
  readonly hourlyRateMinor?: number | null | undefined;
  readonly powerWatts?: number | null | undefined;
  readonly source?: string | undefined;
  readonly parameters?: OwnParameters | undefined;
  readonly isArchived?: boolean | undefined;
}

/** @throws NotFound; ChangedMeanwhile if it is no longer as it was `read` */
export async function changeMachineProfile(
  db: StudioDb,
  id: number,
  changes: MachineProfileChanges,
  read?: MachineProfile,
): Promise<MachineProfile> {
  const changed = await changeMachineProfileStatement(db, id, changes, read);
  if (changed.length === 0 && read !== undefined) throw new ChangedMeanwhile();
  return requireOne(changed);
}

export function changeMachineProfileStatement(
  db: StudioDb,
  id: number,
  changes: MachineProfileChanges,
  read?: MachineProfile,
): Statement<MachineProfile[]> {
  const { parameters } = changes;
  const changed =
    parameters === undefined
      ? changes
      : { ...changes, parametersChangedAt: changeOfParameters(sql`${JSON.stringify(parameters)}`) };
  return db.update(
    machineProfiles,
    changed,
    and(eq(machineProfiles.id, id), read && isAsRead(machineProfiles, changes, read)),
  );
}

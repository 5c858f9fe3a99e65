// Machine profiles in use: those of a studio that are not archived.

import { eq, sql } from "drizzle-orm";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import { machineProfiles } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";

export function readMachines(db: StudioDb): Statement<MachineProfile[]> {
  return db.select(
    machineProfiles,
    eq(machineProfiles.isArchived, false),
    sql`${machineProfiles.position}, ${machineProfiles.id}`,
  );
}

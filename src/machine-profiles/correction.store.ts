// Correction store: each machine's deviation, measured by finished prints, and the correction that the owner makes of it.

import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { TECHNOLOGIES } from "../../slicer-service/src/contract/technologies.ts";
import { correctionOf, type MachineProfile } from "../db/machine-profile-record.ts";
import { itemFigures, machineProfiles, printingQualities } from "../db/schema.ts";
import type { Results, Statement, StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { UNCORRECTED } from "../pricing/price.ts";
import { type Deviation, deviationOf, MAX_PRINTS, offeredBasisPoints } from "./deviation.ts";
import type { ItemFigures } from "./real-figures.store.ts";

/** A machine by its profile's id; null: the default one, of qualities that name no profile. */
export type MachineId = number | null;

/** Real over estimated, in basis points; undefined if too few prints are recorded. */
export interface OfferedCorrection {
  readonly timeBasisPoints: number | undefined;
  readonly materialBasisPoints: number | undefined;
}

/** Counts orders placed since the machine's parameters last changed: earlier slices used other parameters. */
export interface MachineDeviation {
  /** Null: the default machine. */
  readonly machine: MachineProfile | null;
  readonly time: Deviation | undefined;
  readonly material: Deviation | undefined;
  /** Undefined if nothing is offered, or the offered correction holds already. */
  readonly offered: OfferedCorrection | undefined;
}

const FILAMENT = TECHNOLOGIES.filter(({ process }) => process === "filament").map(({ id }) => id);

/** Every machine in use, and the default one if prints of it were recorded. */
export async function readDeviations(db: StudioDb): Promise<MachineDeviation[]> {
  return deviationsOf(await db.batch(deviationReads(db)));
}

/** The statements of `deviationsOf`. */
export function deviationReads(db: StudioDb) {
  return [
    db.select(machineProfiles, undefined, sql`${machineProfiles.position}, ${machineProfiles.id}`),
    db.select(
      itemFigures,
      sql`${itemFigures.orderItemId} IN ${latestPrints(db)}`,
      sql`+${itemFigures.recordedAt} DESC`,
    ),
  ] as const;
}

/**
 * The items of each machine's latest prints, and of the default machine's, as a sub-select. Prints that were recorded before the
 * machine's parameters changed were ordered before that too.
 */
function latestPrints(db: StudioDb): SQL {
  const machines = sql`SELECT ${machineProfiles.id} AS id, coalesce(${machineProfiles.parametersChangedAt}, 0) AS changed_at
    FROM ${machineProfiles} WHERE ${machineProfiles.studioId} = ${db.studioId} UNION ALL SELECT NULL, 0`;
  const ofMachine = db.firstValuesOf(
    itemFigures.orderItemId,
    itemFigures,
    sql`${itemFigures.machineProfileId} IS machine.id AND ${itemFigures.recordedAt} >= machine.changed_at
      AND ${itemFigures.orderedAt} >= machine.changed_at`,
    desc(itemFigures.recordedAt),
    MAX_PRINTS,
  );
  return sql`(SELECT print.value FROM (${machines}) AS machine, json_each((SELECT json_group_array(order_item_id) FROM ${ofMachine})) AS print)`;
}

export function deviationsOf([machines, figures]: Results<ReturnType<typeof deviationReads>>): MachineDeviation[] {
  const byMachine = Map.groupBy(figures, ({ machineProfileId }) => machineProfileId);
  const ofDefault = byMachine.get(null);
  return [
    ...(ofDefault === undefined ? [] : [deviationOn(null, ofDefault)]),
    ...machines
      .filter(({ isArchived }) => !isArchived)
      .map((machine) => deviationOn(machine, byMachine.get(machine.id) ?? [])),
  ];
}

function deviationOn(machine: MachineProfile | null, figures: readonly ItemFigures[]): MachineDeviation {
  const changedAt = machine?.parametersChangedAt ?? 0;
  const latest = figures.filter(({ orderedAt }) => orderedAt >= changedAt).slice(0, MAX_PRINTS);
  const time = deviationOf(
    latest.flatMap(({ slicedSeconds, realMinutes }) =>
      realMinutes === null ? [] : [{ estimated: slicedSeconds, real: 60 * realMinutes }],
    ),
  );
  const material = deviationOf(
    latest.flatMap(({ slicedHundredthsOfGram, realHundredthsOfGram }) =>
      realHundredthsOfGram === null ? [] : [{ estimated: slicedHundredthsOfGram, real: realHundredthsOfGram }],
    ),
  );
  return { machine, time, material, offered: offerOf(machine, time, material) };
}

function offerOf(
  machine: MachineProfile | null,
  time: Deviation | undefined,
  material: Deviation | undefined,
): OfferedCorrection | undefined {
  const offered = { timeBasisPoints: offeredBasisPoints(time), materialBasisPoints: offeredBasisPoints(material) };
  const holds = correctionOf(machine ?? undefined);
  const changes =
    (offered.timeBasisPoints ?? holds.timeBasisPoints) !== holds.timeBasisPoints ||
    (offered.materialBasisPoints ?? holds.materialBasisPoints) !== holds.materialBasisPoints;
  return changes ? offered : undefined;
}

/**
 * Accepts the correction offered for a machine, if it is still the one that the owner saw. From the next quote on, its estimates
 * are multiplied by it.
 *
 * The default machine has no row to keep a correction: it becomes a profile without numbers of its own, which slices alike. Every
 * filament quality without a profile, and every figure recorded so far, belong to that profile from then on.
 *
 * @param nameOfDefault the name of the default machine's profile
 * @throws NotFound if the studio has no such machine, or no print of the default one was recorded
 */
export async function acceptCorrection(
  db: StudioDb,
  machineId: MachineId,
  shown: OfferedCorrection,
  nameOfDefault: string,
): Promise<"accepted" | "not_as_shown"> {
  const deviations = await readDeviations(db);
  const { offered } = findMachine(deviations, machineId);
  const isAsShown =
    offered !== undefined &&
    offered.timeBasisPoints === shown.timeBasisPoints &&
    offered.materialBasisPoints === shown.materialBasisPoints;
  if (!isAsShown) return "not_as_shown";
  const [first, ...rest] = acceptStatements(db, machineId, offered, nameOfDefault);
  await db.batch([first, ...rest]);
  return "accepted";
}

/** The writes of `acceptCorrection`, in one batch. */
function acceptStatements(
  db: StudioDb,
  machineId: MachineId,
  { timeBasisPoints, materialBasisPoints }: OfferedCorrection,
  nameOfDefault: string,
): [Statement<unknown>, ...Statement<unknown>[]] {
  const corrections = {
    ...(timeBasisPoints === undefined ? {} : { timeCorrectionBasisPoints: timeBasisPoints }),
    ...(materialBasisPoints === undefined ? {} : { materialCorrectionBasisPoints: materialBasisPoints }),
    correctedAt: Date.now(),
  };
  if (machineId !== null) return [db.update(machineProfiles, corrections, eq(machineProfiles.id, machineId))];
  // Ids never come back, so the highest is the row that this batch adds.
  const added = db.valuesOf(sql`max(${machineProfiles.id})`, machineProfiles, undefined);
  const filament = sql`${printingQualities.technologyId} IN (${sql.join(FILAMENT, sql`, `)})`;
  return [
    db.insert(machineProfiles, { name: nameOfDefault, parameters: {}, ...corrections }),
    db.update(
      printingQualities,
      { machineProfileId: added },
      and(isNull(printingQualities.machineProfileId), filament),
    ),
    db.update(itemFigures, { machineProfileId: added }, isNull(itemFigures.machineProfileId)),
  ];
}

/** Removes the correction: prices follow slicing's figures again. @throws NotFound if the studio has no such machine */
export async function takeBackCorrection(db: StudioDb, machineId: number): Promise<void> {
  const corrections = {
    timeCorrectionBasisPoints: UNCORRECTED.timeBasisPoints,
    materialCorrectionBasisPoints: UNCORRECTED.materialBasisPoints,
    correctedAt: Date.now(),
  };
  const [machine] = await db.update(machineProfiles, corrections, eq(machineProfiles.id, machineId));
  if (machine === undefined) throw new NotFound();
}

/** @throws NotFound */
export function findMachine(deviations: readonly MachineDeviation[], machineId: MachineId): MachineDeviation {
  const found = deviations.find(({ machine }) => (machine?.id ?? null) === machineId);
  if (found === undefined) throw new NotFound();
  return found;
}

// Catalog lists for the panel: in the studio's own order, archived entries included.

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TechnologyId } from "../../slicer-service/src/contract/technologies.ts";
import type { MachineProfile } from "../db/machine-profile-record.ts";
import { machineProfiles, materials, printingQualities } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { isOfFilament } from "../domain/technology.ts";
import { CATALOG, CATALOG_KINDS, type EntryKind } from "./catalog-kinds.ts";
import type { CatalogKind, Material, Quality } from "./catalog-rows.ts";
import { listed, onOfferCondition, requireOne } from "./entries.store.ts";

export interface EntryCount {
  readonly onOffer: number;
  readonly archived: number;
}

export interface CatalogCounts {
  readonly entries: Readonly<Record<CatalogKind, EntryCount>>;
  /** Active materials at or below their threshold. */
  readonly lowStock: number;
}

/** The number of the catalog's entries, in one round trip. */
export async function readCatalogCounts(db: StudioDb): Promise<CatalogCounts> {
  const isLow = sql`${materials.stockHundredthsOfGram} <= ${materials.lowStockHundredthsOfGram}`;
  const low = db.selectFields({ count: sql<number>`count(*)` }, materials, and(eq(materials.status, "active"), isLow));
  const [[lowStock], ...counts] = await db.batch([low, ...CATALOG_KINDS.map((kind) => countOf(db, kind))]);
  // One statement for each kind, in their order.
  const entries = Object.fromEntries(CATALOG_KINDS.map((kind, place) => [kind, toCount(counts[place] ?? [])]));
  return { entries: entries as Record<CatalogKind, EntryCount>, lowStock: lowStock?.count ?? 0 };
}

type CountRow = { readonly all: number; readonly onOffer: number };

function countOf(db: StudioDb, kind: CatalogKind): Statement<CountRow[]> {
  const entryKind: EntryKind = CATALOG[kind];
  const isOnOffer = onOfferCondition(entryKind);
  const fields = { all: sql<number>`count(*)`, onOffer: sql<number>`count(CASE WHEN ${isOnOffer} THEN 1 END)` };
  return db.selectFields(fields, entryKind.table);
}

function toCount([row]: readonly CountRow[]): EntryCount {
  const { all, onOffer } = row ?? { all: 0, onOffer: 0 };
  return { onOffer, archived: all - onOffer };
}

/** The choices in the form of a technology's quality. */
export interface QualityChoices {
  /** The technology's active materials, for a trial of the quality. */
  readonly materials: readonly Material[];
  /** All of the studio's, archived ones included: a quality keeps the one that it names. */
  readonly machines: readonly MachineProfile[];
}

export interface QualityWithChoices extends QualityChoices {
  readonly quality: Quality;
}

/** @throws NotFound */
export async function readQuality(db: StudioDb, id: number): Promise<QualityWithChoices> {
  const ofQuality = eq(printingQualities.id, id);
  const technology = db.valuesOf(printingQualities.technologyId, printingQualities, ofQuality);
  const [found, usable, machines] = await db.batch([
    db.select(printingQualities, ofQuality),
    activeMaterials(db, sql`${materials.technologyId} = ${technology}`),
    listed(db, machineProfiles),
  ]);
  return { quality: requireOne(found), materials: usable, machines };
}

/** The choices of a new quality of a technology. */
export async function readQualityChoices(db: StudioDb, technologyId: TechnologyId): Promise<QualityChoices> {
  const [usable, machines] = await db.batch([
    activeMaterials(db, eq(materials.technologyId, technologyId)),
    listed(db, machineProfiles),
  ]);
  return { materials: usable, machines };
}

/** The studio's machine profiles, with the qualities that name one. */
export interface MachineProfileUses {
  readonly machines: readonly MachineProfile[];
  readonly qualities: readonly Quality[];
}

export async function readMachineProfileUses(db: StudioDb): Promise<MachineProfileUses> {
  const { machines, qualities } = await readQualitiesWithMachines(db);
  return { machines, qualities: qualities.filter(({ machineProfileId }) => machineProfileId !== null) };
}

/** All of the studio's machine profiles and qualities. */
export async function readQualitiesWithMachines(db: StudioDb): Promise<MachineProfileUses> {
  const [machines, qualities] = await db.batch([listed(db, machineProfiles), listed(db, printingQualities)]);
  return { machines, qualities };
}

/** The targets of an import of a slicer's settings: machine profiles, filament qualities and filament materials on offer. */
export async function readImportTargets(db: StudioDb): Promise<{
  readonly machines: readonly MachineProfile[];
  readonly qualities: readonly Quality[];
  readonly materials: readonly Material[];
}> {
  const [machines, qualities, found] = await db.batch([
    listed(db, machineProfiles),
    listed(db, printingQualities),
    listed(db, materials),
  ]);
  return {
    machines: machines.filter(({ isArchived }) => !isArchived),
    qualities: qualities.filter((quality) => quality.isActive && isOfFilament(quality.technologyId)),
    materials: found.filter((material) => material.status === "active" && isOfFilament(material.technologyId)),
  };
}

/** @throws NotFound */
export async function readMachineProfile(
  db: StudioDb,
  id: number,
): Promise<{ readonly machine: MachineProfile; readonly qualities: readonly Quality[] }> {
  const [found, qualities] = await db.batch([
    db.select(machineProfiles, eq(machineProfiles.id, id)),
    db.select(
      printingQualities,
      eq(printingQualities.machineProfileId, id),
      sql`${printingQualities.position}, ${printingQualities.id}`,
    ),
  ]);
  return { machine: requireOne(found), qualities };
}

function activeMaterials(db: StudioDb, condition: SQL): Statement<Material[]> {
  return db.select(
    materials,
    and(eq(materials.status, "active"), condition),
    sql`${materials.position}, ${materials.id}`,
  );
}

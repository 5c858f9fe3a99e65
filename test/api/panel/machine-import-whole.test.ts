// An import of a machine is written whole or not at all, also beside entries added meanwhile.

import { describe, expect, it } from "vitest";
import { importMachine } from "../../../src/catalog/machine-profile/import-machine.store.ts";
import { machineProfiles, materials, printingQualities } from "../../../src/db/schema.ts";
import { addMachine, addMaterial, addQuality } from "../support/catalog.ts";
import { createStudio, type TestStudio } from "../support/studio.ts";

const FINE = {
  technologyId: 1,
  name: "Fine",
  description: null,
  layerHeightMicrometres: 100,
  nozzleDiameterMicrometres: null,
  infillPercent: 15,
  wallCount: 2,
  topLayers: 3,
  bottomLayers: 3,
  supports: false,
  speedMode: "standard",
  infillPattern: "grid",
  processParameters: null,
} as const;
const PROFILE = { name: "MK4S", source: "config.ini", parameters: { nozzleDiameterMm: 0.6 } };
const PLASTIC = { maxFlowCubicMmPerSecond: 8 };

async function catalogOf({ db }: TestStudio) {
  return [await db.select(machineProfiles), await db.select(printingQualities), await db.select(materials)];
}

async function defaultsOf({ db }: TestStudio) {
  const rows = await db.select(printingQualities, undefined, printingQualities.id);
  return rows.map(({ id, isDefault }) => [id, isDefault]);
}

/** An import into a new profile and a new quality, with limits of one material. */
async function allOf(studio: TestStudio, profile = PROFILE) {
  const materialIds = [await addMaterial(studio)];
  return { machine: undefined, profile, quality: { id: undefined, row: FINE }, materialIds, plastic: PLASTIC };
}

describe("an imported machine", () => {
  it("is written with its quality and its plastic's limits", async () => {
    const studio = await createStudio();
    const imported = await importMachine(studio.db, await allOf(studio));
    expect(imported).toMatchObject({ outcome: "imported", machine: PROFILE });
    const [profiles, qualities, plastics] = await catalogOf(studio);
    expect(profiles).toMatchObject([PROFILE]);
    expect(qualities).toMatchObject([{ ...FINE, machineProfileId: profiles?.[0]?.id, isDefault: true }]);
    expect(plastics).toMatchObject([{ processParameters: PLASTIC }]);
  });

  it("is not written if a profile on offer has its name", async () => {
    const studio = await createStudio();
    const asked = await allOf(studio);
    await addMachine(studio, { name: PROFILE.name });
    const before = await catalogOf(studio);
    expect(await importMachine(studio.db, asked)).toEqual({ outcome: "taken", kind: "machineProfile" });
    expect(await importMachine(studio.db, { ...asked, quality: undefined })).toMatchObject({ outcome: "taken" });
    expect(await catalogOf(studio)).toEqual(before);
  });

  it("is not written if a quality on offer has the new quality's name", async () => {
    const studio = await createStudio();
    const asked = await allOf(studio);
    await addQuality(studio, { name: FINE.name });
    const before = await catalogOf(studio);
    expect(await importMachine(studio.db, asked)).toEqual({ outcome: "taken", kind: "quality" });
    expect(await catalogOf(studio)).toEqual(before);
  });

  it("leaves a stored profile as it was if the new quality's name is taken", async () => {
    const studio = await createStudio();
    const asked = await allOf(studio);
    await addQuality(studio, { name: FINE.name });
    await addMachine(studio, { name: "Ours", parameters: { heatUpSeconds: 200 } });
    const [machine] = await studio.db.select(machineProfiles);
    const before = await catalogOf(studio);
    expect(await importMachine(studio.db, { ...asked, machine })).toEqual({ outcome: "taken", kind: "quality" });
    expect(await catalogOf(studio)).toEqual(before);
  });

  it("changes a kept quality and a kept profile, and keeps the profile's own values below the import's", async () => {
    const studio = await createStudio();
    const asked = await allOf(studio);
    const id = await addQuality(studio, { name: "Old" });
    await addMachine(studio, { name: "Ours", parameters: { heatUpSeconds: 200, nozzleDiameterMm: 0.4 } });
    const [machine] = await studio.db.select(machineProfiles);
    const imported = await importMachine(studio.db, { ...asked, machine, quality: { id, row: FINE } });
    expect(imported.outcome).toBe("imported");
    const [profiles, qualities] = await catalogOf(studio);
    expect(profiles).toMatchObject([{ name: "MK4S", parameters: { heatUpSeconds: 200, nozzleDiameterMm: 0.6 } }]);
    expect(qualities).toMatchObject([{ id, name: "Fine", machineProfileId: machine?.id, isDefault: true }]);
  });

  it("makes a kept quality the default of its technology, in place of the one before", async () => {
    const studio = await createStudio();
    const first = await addQuality(studio, { name: "First", isDefault: true });
    const id = await addQuality(studio, { name: "Second", isDefault: false });
    const asked = { ...(await allOf(studio)), quality: { id, row: { ...FINE, isDefault: true } } };
    expect(await importMachine(studio.db, asked)).toMatchObject({ outcome: "imported" });
    expect(await defaultsOf(studio)).toEqual([
      [first, false],
      [id, true],
    ]);
  });

  it("leaves a default in place until another takes it", async () => {
    const studio = await createStudio();
    const first = await addQuality(studio, { name: "First", isDefault: false });
    const id = await addQuality(studio, { name: "Second", isDefault: true });
    const asked = { ...(await allOf(studio)), quality: { id, row: { ...FINE, isDefault: false } } };
    expect(await importMachine(studio.db, asked)).toMatchObject({ outcome: "imported" });
    expect(await defaultsOf(studio)).toEqual([
      [first, false],
      [id, true],
    ]);
  });

  it("is written once if it is sent twice at the same moment", async () => {
    const studio = await createStudio();
    const asked = await allOf(studio);
    const outcomes = await Promise.all([importMachine(studio.db, asked), importMachine(studio.db, asked)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["imported", "taken"]);
    const [profiles, qualities] = await catalogOf(studio);
    expect([profiles, qualities].map((rows) => rows?.length)).toEqual([1, 1]);
  });

  it("becomes the profile of a stored quality; if its name is taken, the quality keeps its own", async () => {
    const studio = await createStudio();
    const asked = await allOf(studio);
    const id = await addQuality(studio, { name: "Old" });
    const quality = { id, row: FINE };
    expect(await importMachine(studio.db, { ...asked, quality })).toMatchObject({ outcome: "imported" });
    const before = await catalogOf(studio);
    expect(before[1]).toMatchObject([{ id, name: "Fine", machineProfileId: before[0]?.[0]?.id }]);
    expect(await importMachine(studio.db, { ...asked, quality })).toMatchObject({ outcome: "taken" });
    expect(await catalogOf(studio)).toEqual(before);
  });
});

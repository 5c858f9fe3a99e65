// The profile of a printing quality: its own values over the machine's and the plastic's, and the defaults below all.

import { describe, expect, it } from "vitest";
import { DEFAULT_FILAMENT_PROFILE } from "../../../slicer-service/src/contract/profile.ts";
import { Faults } from "../../../src/domain/errors.ts";
import { profileOfQuality, type QualityInUse } from "../../../src/items/slice-profile.ts";
import { MACHINE, QUALITY, STUDIO } from "./rows.ts";

let qualities = 0;

/** The profile of a new quality: one that was resolved before would be remembered. */
function profileOf(changes: Partial<typeof QUALITY>, inUse: Partial<QualityInUse> = {}) {
  const faults = new Faults();
  const quality = { ...QUALITY, id: ++qualities, ...changes };
  const profile = profileOfQuality({ quality, studio: STUDIO, machine: undefined, ...inUse }, "quality", faults);
  return { profile, faults: faults.of("quality").map(({ en }) => en) };
}
const machineWith = (parameters: Readonly<Record<string, number>>) => ({ machine: { ...MACHINE, parameters } });

describe("A filament quality", () => {
  it("that states nothing is printed by the defaults", () => {
    const { profile, faults } = profileOf({});
    expect(faults).toEqual([]);
    expect(profile).toEqual({ ...DEFAULT_FILAMENT_PROFILE, layerHeightMm: 0.2, supports: false });
  });

  it("has its own values, also those of nothing", () => {
    const own = { infillPercent: 0, wallCount: 5, topLayers: 0, bottomLayers: 7, supports: true };
    const { profile } = profileOf({
      ...{ ...own, layerHeightMicrometres: 120, nozzleDiameterMicrometres: 600, speedMode: "draft" },
      infillPattern: "gyroid",
    });
    expect(profile).toMatchObject({
      ...{ ...own, layerHeightMm: 0.12, nozzleDiameterMm: 0.6, speedMode: "draft", infillPattern: "gyroid" },
    });
  });

  it("has its machine's nozzle if it states none", () => {
    expect(profileOf({}, machineWith({ nozzleDiameterMm: 0.8 })).profile).toMatchObject({ nozzleDiameterMm: 0.8 });
    const own = profileOf({ nozzleDiameterMicrometres: 600 }, machineWith({ nozzleDiameterMm: 0.8 }));
    expect(own.profile).toMatchObject({ nozzleDiameterMm: 0.6 });
  });

  it.each<[string, number | undefined, number | undefined, number]>([
    ["the hotend's", 12, undefined, 12],
    ["the plastic's", undefined, 8, 8],
    ["the lower of both, the plastic's", 12, 8, 8],
    ["the lower of both, the hotend's", 6, 8, 6],
    ["the plastic's if the hotend has none", 0, 8, 8],
    ["none if neither has one", 0, undefined, 0],
  ])("is limited by a flow: %s", (_what, ofMachine, ofMaterial, expected) => {
    const flow = (value: number | undefined) => (value === undefined ? {} : { maxFlowCubicMmPerSecond: value });
    const { profile } = profileOf(
      {},
      { ...machineWith(flow(ofMachine)), material: { processParameters: flow(ofMaterial) } },
    );
    expect(profile).toMatchObject({ maxFlowCubicMmPerSecond: expected });
  });

  it("takes the plastic's limits over the machine's", () => {
    const { profile } = profileOf(
      {},
      { ...machineWith({ minLayerSeconds: 5 }), material: { processParameters: { minLayerSeconds: 20 } } },
    );
    expect(profile).toMatchObject({ minLayerSeconds: 20 });
    const without = profileOf({}, { ...machineWith({ minLayerSeconds: 5 }), material: { processParameters: null } });
    expect(without.profile).toMatchObject({ minLayerSeconds: 5 });
  });

  it("is refused with a value that no engine takes, and with a wrong start of a print, which is in no slice", () => {
    expect(profileOf({ infillPercent: 101 }).faults).toEqual([
      expect.stringMatching(/^cannot be sliced: its infillPercent/),
    ]);
    expect(profileOf({}, machineWith({ heatUpMinutes: 5 })).faults).toEqual([]);
    expect(profileOf({}, machineWith({ heatUpMinutes: -1 })).faults).toEqual([
      expect.stringMatching(/^cannot be sliced: its heatUpMinutes/),
    ]);
    const wrong = { id: ++qualities, infillPercent: 101 };
    const both = profileOf(wrong, machineWith({ heatUpMinutes: -1 }));
    expect(both.faults).toHaveLength(2);
    const again = profileOf(wrong, machineWith({ heatUpMinutes: -1 }));
    expect(again.faults, "a profile that was checked before is refused again").toEqual(both.faults);
  });

  it("is the same for another name, and another for every value of its machine, plastic and studio", () => {
    const id = ++qualities;
    const { profile } = profileOf({ id });
    expect(profileOf({ id, name: "Other", description: "Other", position: 9 }).profile).toBe(profile);
    expect(profileOf({ id, wallCount: 9 }).profile).toMatchObject({ wallCount: 9 });
    expect(profileOf({ id }, machineWith({ travelMmPerSecond: 99 })).profile).toMatchObject({ travelMmPerSecond: 99 });
    const material = { processParameters: { extrusionPercent: 91 } };
    expect(profileOf({ id }, { material }).profile).toMatchObject({ extrusionPercent: 91 });
  });
});

describe("A quality of resin or powder", () => {
  it.each([
    [2, "sla", true],
    [3, "dlp", true],
    [4, "msla", true],
    [5, "sls", false],
  ] as const)(
    "of technology %d is of %s, with its layer height, and no filament's values",
    (technologyId, technology, hasSupports) => {
      const { profile, faults } = profileOf({ technologyId, layerHeightMicrometres: 100, supports: true });
      expect(faults).toEqual([]);
      expect(profile).toMatchObject({ technology, layerHeightMm: 0.1, ...(hasSupports && { supports: true }) });
      expect("supports" in profile).toBe(hasSupports);
      expect(profile).not.toHaveProperty("infillPercent");
    },
  );

  it("has its own parameters over the studio's, of its technology alone", () => {
    const resin = { technologyId: 2, layerHeightMicrometres: 50 } as const;
    const studio = { ...STUDIO, processParameters: { sla: { recoatSeconds: 3 }, dlp: { recoatSeconds: 9 } } };
    expect(profileOf(resin, { studio }).profile).toMatchObject({ recoatSeconds: 3 });
    const own = { ...resin, processParameters: { recoatSeconds: 4 } };
    expect(profileOf(own, { studio }).profile).toMatchObject({ recoatSeconds: 4 });
    expect(profileOf(own).profile).toMatchObject({ recoatSeconds: 4 });
    expect(profileOf(resin).profile).not.toMatchObject({ recoatSeconds: 4 });
  });

  it("needs no start of a print, whichever machine it names", () => {
    const inUse = machineWith({ heatUpMinutes: -1 });
    expect(profileOf({ technologyId: 2, layerHeightMicrometres: 50 }, inUse).faults).toEqual([]);
  });
});

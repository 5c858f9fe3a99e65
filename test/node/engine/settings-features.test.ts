// Features of both slicers that only a profile switches on, and settings that follow from several numbers of a profile.
//
// A feature that is on by mistake changes time and material of every part. Single numbers: settings-arrive.test.ts.

import { describe, expect, test } from "vitest";
import { curaEngineSettings } from "../../../slicer-service/engine/curaengine/curaengine.settings.ts";
import {
  prusaSlicerIni,
  prusaSlicerSettings,
} from "../../../slicer-service/engine/prusaslicer/prusaslicer.settings.ts";
import type { FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import { STATED_PROFILE, touching } from "./arrivals/stated-profile.ts";

/** On for every profile: the origin is the bed's middle, the part is one closed solid, bridges are told from other lines. */
const ALWAYS_ON = [
  "machine_center_is_zero",
  "meshfix_union_all",
  "remove_empty_first_layers",
  "optimize_wall_printing_order",
  "filter_out_tiny_gaps",
  "bridge_settings_enabled",
  "travel_avoid_other_parts",
  "support_connect_zigzags",
];

/** A profile without any feature: no supports, retraction, hop or ways along walls. */
const PLAIN: FilamentProfile = {
  ...STATED_PROFILE,
  supports: false,
  outerWallsFirst: 0,
  infillAnchorMaxMm: 0,
  retractionMm: 0,
  zHopMm: 0,
  retractAtLayerChange: 0,
  supportInterfaceLayers: 0,
  supportBottomInterfaceLayers: 0,
};

const SPACING = { outer: touching(0.505), inner: touching(0.52), infill: touching(0.535), skin: touching(0.55) };
const SUPPORT = touching(0.58);

function featuresOf(profile: FilamentProfile, fillsGaps?: boolean): string[] {
  return Object.entries(curaEngineSettings(profile, fillsGaps))
    .filter(([, value]) => value === true)
    .map(([name]) => name);
}

const ofCuraEngine = (changes: Partial<FilamentProfile> = {}) => curaEngineSettings({ ...STATED_PROFILE, ...changes });
const ofPrusaSlicer = (changes: Partial<FilamentProfile> = {}) =>
  prusaSlicerSettings({ ...STATED_PROFILE, ...changes });

describe("A feature of CuraEngine is on", () => {
  test("for a plain profile only if it is on for every one", () => {
    expect(featuresOf(PLAIN).sort()).toEqual(ALWAYS_ON.toSorted());
  });

  test.each<[string, Partial<FilamentProfile>, string[]]>([
    ["supports", { supports: true }, ["support_enable"]],
    ["outer walls first", { outerWallsFirst: 1 }, ["outer_inset_first"]],
    ["infill that is joined along walls", { infillAnchorMaxMm: 20 }, ["zig_zaggify_infill"]],
    ["retraction", { retractionMm: 0.8 }, ["retraction_enable"]],
    ["a hop", { zHopMm: 0.4 }, ["retraction_hop_enabled"]],
    ["retraction at each layer", { retractAtLayerChange: 1 }, ["retract_at_layer_change"]],
    ["an interface above supports", { supportInterfaceLayers: 1 }, ["support_interface_enable", "support_roof_enable"]],
    [
      "an interface below supports",
      { supportBottomInterfaceLayers: 1 },
      ["support_interface_enable", "support_bottom_enable"],
    ],
    ["supports in a grid", { supportStyle: 0 }, ["support_use_towers"]],
  ])("if the profile asks for %s, and no other is", (_what, changes, features) => {
    expect(featuresOf({ ...PLAIN, ...changes }).sort()).toEqual([...ALWAYS_ON, ...features].sort());
  });

  test("that fills gaps its own way only if our way cannot", () => {
    expect(featuresOf(PLAIN, true).sort()).toEqual([...ALWAYS_ON, "fill_outline_gaps"].sort());
    expect(ofCuraEngine()).toMatchObject({ fill_perimeter_gaps: "nowhere", fill_outline_gaps: false });
  });
});

describe("Infill", () => {
  test.each<[string, Partial<FilamentProfile>, number]>([
    ["none at 0 %", { infillPercent: 0 }, 0],
    ["a grid, whose two directions share the density", { infillPattern: "grid" }, (SPACING.infill / 0.23) * 2],
    ["lines of one direction", { infillPattern: "lines" }, SPACING.infill / 0.23],
    ["cubes, whose three directions share it", { infillPattern: "cubic" }, (SPACING.infill / 0.23) * 3],
    ["waves of one direction", { infillPattern: "gyroid" }, SPACING.infill / 0.23],
    ["99 % of a grid", { infillPercent: 99 }, (SPACING.infill / 0.99) * 2],
    ["lines that touch at 100 %, whichever pattern", { infillPercent: 100 }, SPACING.infill],
  ])("in CuraEngine is %s", (_what, changes, distanceMm) => {
    expect(ofCuraEngine(changes).infill_line_distance).toBeCloseTo(distanceMm, 9);
  });

  test("at 100 % is of lines that cross from layer to layer, in both slicers", () => {
    expect(ofCuraEngine({ infillPercent: 100 })).toMatchObject({ infill_pattern: "lines", infill_angles: "[45,135]" });
    expect(ofPrusaSlicer({ infillPercent: 100 })).toMatchObject({ fill_pattern: "rectilinear" });
    expect(ofPrusaSlicer({ infillPercent: 99 })).toMatchObject({ fill_pattern: "grid" });
  });

  test.each([
    ["grid", "[45]", "grid"],
    ["lines", "[45,135]", "rectilinear"],
    ["cubic", "[45]", "adaptivecubic"],
    ["gyroid", "[45]", "gyroid"],
  ] as const)("of the pattern %s keeps it in both slicers", (infillPattern, angles, ofPrusa) => {
    expect(ofCuraEngine({ infillPattern })).toMatchObject({ infill_pattern: infillPattern, infill_angles: angles });
    expect(ofPrusaSlicer({ infillPattern })).toMatchObject({ fill_pattern: ofPrusa });
  });

  test("is joined along walls if the way, at 45° to its lines, is no longer than the longest anchor", () => {
    const way = Number(ofCuraEngine().infill_line_distance) * Math.SQRT2;
    expect(ofCuraEngine({ infillAnchorMaxMm: way - 1e-6 }).zig_zaggify_infill).toBe(false);
    expect(ofCuraEngine({ infillAnchorMaxMm: way }).zig_zaggify_infill).toBe(true);
  });
});

describe("The solid layers of CuraEngine's shells", () => {
  test.each<[string, Partial<FilamentProfile>, number]>([
    ["are the profile's number", { topLayers: 4, topMinThicknessMm: 0.5 }, 4],
    ["are more if they would be thinner than the least thickness", { topLayers: 4, topMinThicknessMm: 1 }, 5],
    ["are no more for a whole number of layers", { topLayers: 1, topMinThicknessMm: 3 * 0.24 }, 3],
    ["are none if the profile has none", { topLayers: 0, topMinThicknessMm: 1 }, 0],
  ])("%s", (_what, changes, layers) => {
    const settings = ofCuraEngine(changes);
    expect(settings).toMatchObject({ top_layers: layers, roofing_layer_count: layers > 0 ? 1 : 0 });
    expect(settings.top_thickness).toBeCloseTo(layers * 0.24, 9);
  });

  test("are as thick as their layers at the bottom, and as many in the first layers", () => {
    const settings = ofCuraEngine({ bottomLayers: 3, bottomMinThicknessMm: 0 });
    expect(settings).toMatchObject({ bottom_layers: 3, initial_bottom_layers: 3 });
    expect(settings.bottom_thickness).toBeCloseTo(3 * 0.24, 9);
  });

  test("reach a line's least width beyond the outline of a part without walls", () => {
    const settings = ofCuraEngine({ wallCount: 0, verticalShells: 0 });
    for (const name of ["skin_preshrink", "top_skin_preshrink", "bottom_skin_preshrink"]) {
      expect(settings[name], name).toBeCloseTo(SPACING.skin * 0.6825, 9);
    }
  });

  test("reach as far at every side", () => {
    const settings = ofCuraEngine();
    for (const name of ["expand_skins_expand_distance", "top_skin_expand_distance", "bottom_skin_expand_distance"]) {
      expect(settings[name], name).toBeCloseTo(SPACING.skin * 0.8, 9);
    }
  });
});

describe("CuraEngine's lengths", () => {
  test.each<[string, Partial<FilamentProfile>, number]>([
    ["of all walls of a part without any", { wallCount: 0 }, 0],
    ["of one wall", { wallCount: 1 }, SPACING.outer],
    ["of three walls", { wallCount: 3 }, SPACING.outer + 2 * SPACING.inner],
  ])("%s are their lines side by side", (_what, changes, thicknessMm) => {
    expect(ofCuraEngine(changes).wall_thickness).toBeCloseTo(thicknessMm, 9);
  });

  test("lay a bridge's round strands 0.05 mm apart, as thick as the flow makes them", () => {
    const strandMm = 0.5 * Math.sqrt(0.91);
    expect(ofCuraEngine().bridge_skin_density).toBeCloseTo((100 * SPACING.skin) / (strandMm + 0.05), 9);
  });

  test("take a wall for one over air if half of its line hangs, and none if the profile has no such speed", () => {
    const angle = (Math.atan2(SPACING.outer / 2, 0.24) * 180) / Math.PI;
    expect(ofCuraEngine().wall_overhang_angle).toBeCloseTo(angle, 9);
    expect(ofCuraEngine({ overhang25MmPerSecond: 0 }).wall_overhang_angle).toBe(90);
  });

  test("retract within the part on no way if its ways are free, and on any but the shortest otherwise", () => {
    expect(ofCuraEngine({ avoidCrossingWalls: 0, retractInsidePart: 0 }).retraction_combing).toBe("noskin");
    expect(ofCuraEngine({ minTravelBeforeRetractionMm: 0 }).retraction_combing_max_distance).toBe(0.01);
  });
});

describe("Supports", () => {
  test("in CuraEngine are as dense as the profile says, and 90 % dense on the bed", () => {
    const settings = ofCuraEngine();
    expect(settings.support_infill_rate).toBe(16);
    expect(settings.support_line_distance).toBeCloseTo(SUPPORT / 0.16, 9);
    expect(settings.support_initial_layer_line_distance).toBeCloseTo(SUPPORT / 0.9, 9);
    expect(settings.support_wall_count).toBe(1);
  });

  test("that are trees are hollow in CuraEngine", () => {
    expect(ofCuraEngine({ supportStyle: 2, supportWallCount: 0 })).toMatchObject({
      support_structure: "tree",
      support_infill_rate: 0,
      support_line_distance: 0,
      support_initial_layer_line_distance: 0,
      support_wall_count: 1,
    });
  });

  test("that are trees have tips no closer than wide lines need", () => {
    // A line of 1 mm is wider than a tip.
    expect(ofCuraEngine({ supportWidthPercent: 200 }).support_tree_branch_distance).toBeCloseTo(1 / 0.15, 9);
  });

  test("keep the part at their gaps, above, below and beside, in CuraEngine", () => {
    const settings = ofCuraEngine();
    for (const name of ["support_z_distance", "support_top_distance", "support_bottom_distance"]) {
      expect(settings[name], name).toBe(0.17);
    }
    for (const name of ["support_xy_distance", "support_xy_distance_overhang"]) {
      expect(settings[name], name).toBeCloseTo(0.505 * 0.55, 9);
    }
  });

  test("have an interface as dense as its gaps leave it, in CuraEngine", () => {
    const settings = ofCuraEngine();
    for (const name of ["support_roof_density", "support_bottom_density"]) {
      expect(settings[name], name).toBeCloseTo((100 * SUPPORT) / (SUPPORT + 0.21), 9);
    }
  });

  test("are wanted in PrusaSlicer only if the profile wants them", () => {
    expect(ofPrusaSlicer({ supports: true }).support_material).toBe(1);
    expect(ofPrusaSlicer({ supports: false }).support_material).toBe(0);
  });
});

describe("PrusaSlicer", () => {
  test("prints on a bed whose middle is the origin, as large as CuraEngine's", () => {
    const { machine_width: width } = ofCuraEngine();
    expect(width).toBe(2000);
    expect(ofPrusaSlicer().bed_shape).toBe("-1000x-1000,1000x-1000,1000x1000,-1000x1000");
  });

  test("lays layers of supports as thick as three quarters of the nozzle at most", () => {
    expect(ofPrusaSlicer().max_layer_height).toBe(0.375);
  });

  test("leaves out walls thinner than a quarter of the nozzle, and prints others 85 % wide at least", () => {
    expect(ofPrusaSlicer()).toMatchObject({ min_feature_size: "25%", min_bead_width: "85%" });
  });

  test("hops on a slope only if the profile has one", () => {
    expect(ofPrusaSlicer({ zHopSlopeDegrees: 0 })).toMatchObject({ travel_ramping_lift: 0, travel_max_lift: 0 });
  });

  test("counts a layer's least time in whole seconds", () => {
    expect(ofPrusaSlicer({ minLayerSeconds: 14.6 }).slowdown_below_layer_time).toBe(15);
  });

  test("runs no program: its ini file has a line for each option, and names none", () => {
    const lines = prusaSlicerIni(STATED_PROFILE).split("\n");
    expect(lines.pop(), "the last line ends too").toBe("");
    expect(lines).toEqual(Object.entries(ofPrusaSlicer()).map(([name, value]) => `${name} = ${value}`));
    expect(lines).toContain("post_process = ");
    expect(lines).toContain("layer_height = 0.24");
  });
});

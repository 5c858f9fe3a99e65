// A vendor's profile, imported, gives the time and the material that PrusaSlicer itself gives with it.
//
// The profile is written here, in the ways in which vendors write theirs; bench/profiles.ts measures with their own.

import { describe, expect, test } from "vitest";
import { engineOf, sliceWith, stlOf } from "../../../harness/engine-slice.ts";
import { ENGINES } from "../../../harness/engines.ts";
import * as models from "../../../harness/models.ts";
import { flattened, importedProfile, readBundle, sliceAsVendor } from "../../../harness/prusaslicer-bundle.ts";

const CHOICE = { printer: "Workshop printer", print: "0.20mm everyday", filament: "Everyday PLA" };

type Options = Readonly<Record<string, string>>;

/** An older printer: its firmware has one acceleration for all moves, and its profile states none for travel. */
const PRINTER: Options = {
  printer_technology: "FFF",
  gcode_flavor: "marlin",
  machine_limits_usage: "time_estimate_only",
  bed_shape: "0x0,220x0,220x220,0x220",
  nozzle_diameter: "0.4",
  machine_max_acceleration_x: "3000",
  machine_max_acceleration_y: "3000",
  machine_max_acceleration_extruding: "3000",
  machine_max_acceleration_travel: "3000",
  machine_max_jerk_x: "8",
  machine_max_jerk_y: "8",
  retract_length: "3",
  retract_speed: "45",
};
const PRINT: Options = {
  layer_height: "0.2",
  first_layer_height: "0.2",
  perimeters: "2",
  top_solid_layers: "4",
  bottom_solid_layers: "4",
  fill_density: "15%",
  fill_pattern: "grid",
  extrusion_width: "0.45",
  perimeter_speed: "80",
  external_perimeter_speed: "50%",
  infill_speed: "100",
  solid_infill_speed: "80",
  travel_speed: "150",
  default_acceleration: "500",
  travel_acceleration: "0",
  skirts: "0",
  brim_width: "0",
};
const FILAMENT: Options = {
  filament_diameter: "1.75",
  extrusion_multiplier: "1",
  temperature: "210",
  slowdown_below_layer_time: "5",
};

/** Walls of no whole number of lines, and an inside that is wide enough for infill to differ. */
const PART = models.together(
  models.box([-25, -25, 0], [25, 25, 20]),
  models.box([-25, -1, 19], [25, 0.3, 28]),
  models.box([-20, 10, 19], [20, 10.7, 28]),
);
const OVERHANG = models.letterT(30, 40, 12);

describe.runIf(ENGINES.every(({ present }) => present))(
  "A vendor's profile is sliced as PrusaSlicer slices it itself (only with prusa-slicer on the PATH)",
  () => {
    test.each<[string, Options]>([
      ["that states no acceleration for travel", {}],
      ["of firmware that tells travel's acceleration apart, and states none", { gcode_flavor: "marlin2" }],
      ["whose limits are written to the G-code", { gcode_flavor: "marlin2", machine_limits_usage: "emit_to_gcode" }],
      ["that adds filament after each retraction", { retract_restart_extra: "0.1" }],
    ])("of a printer %s", async (_what, printer) => {
      await expectSame(PART, printer, {});
    });

    test.each<[string, Options]>([
      ["classic walls", { perimeter_generator: "classic" }],
      ["classic walls and gaps left open", { perimeter_generator: "classic", gap_fill_enabled: "0", thin_walls: "0" }],
      ["adaptive cubic infill", { fill_pattern: "adaptivecubic" }],
      ["support cubic infill", { fill_pattern: "supportcubic" }],
      ["seams at the nearest corner", { seam_position: "nearest" }],
      ["seams at the back", { seam_position: "rear" }],
      ["outlines drawn in", { xy_size_compensation: "-0.1" }],
      ["PrusaSlicer's own speeds of overhangs", { enable_dynamic_overhang_speeds: "1" }],
    ])("of a print with %s", async (_what, print) => {
      await expectSame(PART, {}, print);
    });

    test.each([
      ["grid", 0.02],
      ["snug", 0.02],
      // Branches are curves, whose toolpaths are simplified farther here.
      ["organic", 0.04],
    ])("of a print with supports of the style %s", async (style, share) => {
      const supports = { support_material: "1", support_material_threshold: "45", support_material_style: style };
      await expectSame(OVERHANG, {}, supports, share);
    });
  },
);

async function expectSame(shape: models.Shape, printer: Options, print: Options, share = 0.02): Promise<void> {
  const text = [
    section("printer", CHOICE.printer, { ...PRINTER, ...printer }),
    section("print", CHOICE.print, { ...PRINT, ...print }),
    section("filament", CHOICE.filament, FILAMENT),
  ].join("");
  const stl = await stlOf({ name: "part", format: "stl", read: async () => models.binaryStl(shape) });
  if (stl === undefined) throw new Error("the part is refused");
  const theirs = await sliceAsVendor(stl, flattened(readBundle(text), CHOICE), true);
  const ours = await sliceWith(await engineOf("prusaslicer"), importedProfile("workshop", CHOICE, text), stl);
  for (const figure of ["printSeconds", "materialCubicMm"] as const) {
    const ratio = (ours?.[figure] ?? Number.NaN) / theirs[figure];
    expect(Math.abs(ratio - 1), `${figure} is ${ratio.toFixed(3)} of PrusaSlicer's own`).toBeLessThan(share);
  }
}

function section(kind: string, name: string, options: Options): string {
  const lines = Object.entries(options).map(([option, value]) => `${option} = ${value}\n`);
  return `[${kind}:${name}]\n${lines.join("")}`;
}

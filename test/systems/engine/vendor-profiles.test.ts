// A vendor's profile, imported, gives the time and the material that PrusaSlicer itself gives with it.
//
// The profile is written here, in the ways in which vendors write theirs; bench/profiles.ts measures with their own.

import { describe, expect, test } from "vitest";
import { engineOf, sliceWith, stlOf } from "../../../harness/engine/engine-slice.ts";
import { ENGINES } from "../../../harness/engine/engines.ts";
import * as models from "../../../harness/models.ts";
import { flattened, importedProfile, readBundle, sliceAsVendor } from "../../../harness/profiles/prusaslicer-bundle.ts";

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

/** Long travel between short walls. */
const PILLARS = models.together(
  ...[0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => models.box([20 * x, 20 * y, 0], [20 * x + 4, 20 * y + 4, 5]))),
);
/** Walls of no whole number of lines, one too thin for two. */
const FINS = models.together(
  models.box([0, 0, 0], [40, 30, 1]),
  ...[0.7, 1.0, 1.3, 1.6].map((thickness, index) => models.box([2, 6 * index, 0.5], [38, 6 * index + thickness, 15])),
);
/** Wide enough inside for infill to differ. */
const BLOCK = models.together(models.box([0, 0, 0], [60, 60, 20]), models.box([10, 10, 19], [30, 30, 30]));
const BALL = models.sphere(12, 24);
const OVERHANG = models.letterT(30, 40, 12);

describe.runIf(ENGINES.every(({ present }) => present))(
  "A vendor's profile is sliced as PrusaSlicer slices it itself (only with prusa-slicer on the PATH)",
  () => {
    test.each<[string, Options]>([
      ["of firmware that travels as it prints", { gcode_flavor: "reprap" }],
      ["of firmware that tells travel's acceleration apart, where none is stated", { gcode_flavor: "marlin2" }],
      ["that adds filament after each retraction", { retract_restart_extra: "0.1" }],
    ])("of a printer %s", async (_what, printer) => {
      await expectSame(PILLARS, printer, {});
    });

    test("of a printer whose limits, written to the G-code, hold travel back", async () => {
      const limits = { machine_limits_usage: "emit_to_gcode", machine_max_acceleration_travel: "300" };
      await expectSame(PILLARS, { gcode_flavor: "marlin2", ...limits }, { travel_acceleration: "2500" });
    });

    test.each<[string, models.Shape, Options]>([
      ["slower walls than travel", PILLARS, { default_acceleration: "2000", perimeter_acceleration: "300" }],
      ["classic walls", FINS, { perimeter_generator: "classic" }],
      [
        "classic walls, gaps left open",
        FINS,
        { perimeter_generator: "classic", gap_fill_enabled: "0", thin_walls: "0" },
      ],
      ["adaptive cubic infill", BLOCK, { fill_pattern: "adaptivecubic" }],
      ["support cubic infill", BLOCK, { fill_pattern: "supportcubic" }],
      ["outlines drawn in", FINS, { xy_size_compensation: "-0.1" }],
      ["PrusaSlicer's own speeds of overhangs", BALL, { enable_dynamic_overhang_speeds: "1" }],
    ])("of a print with %s", async (_what, shape, print) => {
      await expectSame(shape, {}, print);
    });

    test.each([
      ["grid", 0.02],
      ["snug", 0.02],
      // Branches are curves: their toolpaths are simplified farther here.
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

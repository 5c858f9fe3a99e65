// Settings of PrusaSlicer: single configurations, bundles, projects and G-code become profiles by PrusaSlicer's own rules.

import { describe, expect, it } from "vitest";
import { meetsCondition } from "../../../../src/machine-profiles/import/printer-condition.ts";
import { readSlicerSettings } from "../../../../src/machine-profiles/import/read-slicer-settings.ts";
import { SlicerOptions } from "../../../../src/machine-profiles/import/slicer-options.ts";
import { changesOf, comments, ini, leftOf, PRUSA_CONFIGURATION, reading, textFile, zipFile } from "./imported.ts";

/** A configuration with some options of its own. */
function configured(options: Readonly<Record<string, string>> = {}) {
  return reading([textFile("workshop.ini", ini({ ...PRUSA_CONFIGURATION, ...options }))]);
}

describe("a configuration exported from PrusaSlicer", () => {
  it("becomes a machine with every number that it states", () => {
    const { dialect, machine } = configured();
    expect(dialect).toBe("prusaslicer");
    expect(machine.name).toBe("Workshop printer");
    expect(machine.source).toBe("PrusaSlicer: Workshop printer + 0.20mm everyday + Everyday PLA (workshop.ini)");
    expect(machine.parameters).toEqual({
      nozzleDiameterMm: 0.4,
      filamentDiameterMm: 1.75,
      outerWallWidthPercent: 105,
      innerWallWidthPercent: 115,
      infillWidthPercent: 125,
      solidInfillWidthPercent: 120,
      topSurfaceWidthPercent: 100,
      supportWidthPercent: 90,
      firstLayerWidthPercent: 125,
      firstLayerHeightMm: 0.25,
      outerWallMmPerSecond: 160,
      innerWallMmPerSecond: 170,
      smallPerimeterMmPerSecond: 150,
      infillMmPerSecond: 200,
      solidInfillMmPerSecond: 190,
      topSurfaceMmPerSecond: 100,
      bridgeMmPerSecond: 50,
      gapFillMmPerSecond: 120,
      supportMmPerSecond: 110,
      firstLayerMmPerSecond: 45,
      firstLayerInfillMmPerSecond: 45,
      travelMmPerSecond: 300,
      travelZMmPerSecond: 12,
      outerWallAcceleration: 2000,
      innerWallAcceleration: 2500,
      infillAcceleration: 4000,
      solidInfillAcceleration: 3500,
      topSurfaceAcceleration: 1200,
      bridgeAcceleration: 1000,
      otherAcceleration: 3000,
      firstLayerAcceleration: 600,
      travelAcceleration: 4500,
      maxXMmPerSecond: 300,
      maxYMmPerSecond: 310,
      maxZMmPerSecond: 40,
      maxExtruderMmPerSecond: 100,
      maxXAcceleration: 7000,
      maxYAcceleration: 7100,
      maxZAcceleration: 210,
      maxExtruderAcceleration: 2500,
      maxPrintAcceleration: 5000,
      maxRetractAcceleration: 1250,
      maxTravelAcceleration: 6000,
      jerkXMmPerSecond: 8,
      jerkYMmPerSecond: 9,
      jerkZMmPerSecond: 2,
      jerkExtruderMmPerSecond: 10,
      retractionMm: 0.7,
      retractionMmPerSecond: 35,
      deretractionMmPerSecond: 25,
      zHopMm: 0.2,
      minTravelBeforeRetractionMm: 1.5,
      bedXMm: 250,
      bedYMm: 210,
      copySpacingMm: 5,
      zHopSlopeDegrees: 0,
      retractAtLayerChange: 1,
      retractInsidePart: 1,
      avoidCrossingWalls: 0,
      wipeOnRetraction: 1,
      retractBeforeWipePercent: 70,
      elephantFootMm: 0.2,
      outlineOffsetMm: -0.05,
      restartExtraMm: 0.03,
      supportStyle: 1,
      wallGenerator: 1,
      thinWalls: 0,
      fillGaps: 0,
      seamPosition: 2,
      outerWallsFirst: 0,
      oneWallOnTop: 1,
      extraWallsOnSlopes: 0,
      bridgingWalls: 1,
      // A speed of 0 is the outer walls'.
      overhang25MmPerSecond: 160,
      overhang50MmPerSecond: 80,
      overhang75MmPerSecond: 25,
      overhang100MmPerSecond: 15,
      verticalShells: 1,
      topMinThicknessMm: 0,
      bottomMinThicknessMm: 0,
      skinPattern: 2,
      infillOverlapPercent: 15,
      infillAnchorMm: 2.5,
      infillAnchorMaxMm: 20,
      solidInfillBelowSquareMm: 10,
      bridgeFlowPercent: 95,
      overBridgeMmPerSecond: 95,
      thickBridges: 0,
      supportAngleDegrees: 50,
      // Lines of 0.36 mm in layers of 0.2 mm lie 0.3171 mm apart if they touch: 17.45 % of 1.8171 mm.
      supportDensityPercent: 17.45,
      supportGapMm: 0.15,
      supportSideGapPercent: 80,
      supportWallCount: 0,
      supportInterfaceLayers: 4,
      supportBottomInterfaceLayers: 4,
      supportInterfaceSpacingMm: 0.3,
      supportInterfaceMmPerSecond: 55,
      supportOnBedOnly: 1,
      supportBridges: 1,
    });
  });

  it("becomes a quality and a material", () => {
    const { quality, material } = configured();
    expect(quality).toEqual({
      name: "0.20mm everyday",
      layerHeightMm: 0.2,
      nozzleDiameterMm: 0.4,
      wallCount: 3,
      infillPercent: 15,
      infillPattern: "gyroid",
      topLayers: 5,
      bottomLayers: 4,
      supports: false,
    });
    expect(material).toEqual({
      name: "Everyday PLA",
      densityGramsPerCubicCm: 1.24,
      parameters: {
        extrusionPercent: 98,
        maxFlowCubicMmPerSecond: 15,
        minLayerSeconds: 8,
        minPrintMmPerSecond: 15,
      },
    });
  });

  it("is reported: the values taken as they stand, and the computed ones with their reasons", () => {
    const found = configured();
    expect(found.report.taken).toContainEqual({
      option: "travel_speed",
      value: "300",
      becomes: "travelMmPerSecond",
      as: 300,
    });
    expect(changesOf(found)).toMatchObject({
      outerWallWidthPercent: "external_perimeter_extrusion_width: 105, as a percentage of the nozzle's diameter",
      extrusionPercent: "extrusion_multiplier: 98, a ratio there, a percentage here",
    });
  });

  it("gives the same, carried by a project or by G-code", () => {
    const expected = configured();
    const config = comments(PRUSA_CONFIGURATION);
    const project = zipFile("part.3mf", { "3D/3dmodel.model": "<model/>", "Metadata/Slic3r_PE.config": config });
    const gcode = `M107\nG1 X1 Y1 E1\n; prusaslicer_config = begin\n${config}; prusaslicer_config = end\n`;
    const older = `G1 X1 Y1 E1\n; filament used [mm] = 1\n\n${config}`;
    for (const file of [project, textFile("part.gcode", gcode), textFile("older.gcode", older)]) {
      const found = reading([file]);
      expect(found.machine.parameters, file.name).toEqual(expected.machine.parameters);
      expect(found.quality, file.name).toEqual(expected.quality);
      expect(found.material, file.name).toEqual(expected.material);
    }
  });
});

describe("speeds of PrusaSlicer", () => {
  it("may be percentages of one another", () => {
    const { machine } = configured({
      external_perimeter_speed: "50%",
      small_perimeter_speed: "40%",
      solid_infill_speed: "80%",
      top_solid_infill_speed: "50%",
    });
    expect(machine.parameters).toMatchObject({
      outerWallMmPerSecond: 85,
      smallPerimeterMmPerSecond: 68,
      solidInfillMmPerSecond: 160,
      topSurfaceMmPerSecond: 80,
    });
  });

  it("of the first layer may be a percentage of each line's own, infill told apart by newer versions", () => {
    expect(configured({ first_layer_speed: "50%" }).machine.parameters).toMatchObject({
      firstLayerMmPerSecond: 85,
      firstLayerInfillMmPerSecond: 95,
    });
    expect(configured({ first_layer_infill_speed: "80" }).machine.parameters).toMatchObject({
      firstLayerMmPerSecond: 45,
      firstLayerInfillMmPerSecond: 80,
    });
  });

  it("of 0 are automatic up to the greatest; of 0 upwards that of travel", () => {
    const found = configured({ infill_speed: "0", travel_speed_z: "0", max_print_speed: "180" });
    expect(found.machine.parameters).toMatchObject({ infillMmPerSecond: 180, travelZMmPerSecond: 300 });
    expect(changesOf(found).infillMmPerSecond).toContain("up to max_print_speed");
  });
});

describe("widths of PrusaSlicer", () => {
  it("of 0 are the general width; without one, the slicer's choice for the nozzle", () => {
    const widths = {
      external_perimeter_extrusion_width: "0",
      top_infill_extrusion_width: "0",
      support_material_extrusion_width: "0",
    };
    expect(configured(widths).machine.parameters).toMatchObject({
      outerWallWidthPercent: 112.5,
      topSurfaceWidthPercent: 112.5,
    });
    const found = configured({ ...widths, extrusion_width: "0", nozzle_diameter: "0.6" });
    expect(found.machine.parameters).toMatchObject({
      outerWallWidthPercent: 112.5,
      topSurfaceWidthPercent: 100,
      supportWidthPercent: 100,
    });
    expect(changesOf(found).topSurfaceWidthPercent).toContain("automatic");
  });

  it("as percentages are of the layer's height", () => {
    const { machine } = configured({ perimeter_extrusion_width: "220%", first_layer_extrusion_width: "200%" });
    expect(machine.parameters).toMatchObject({ innerWallWidthPercent: 110, firstLayerWidthPercent: 125 });
  });
});

describe("accelerations of PrusaSlicer", () => {
  it("of 0 are the default; walls and solid layers take their nearest first", () => {
    const { machine } = configured({
      external_perimeter_acceleration: "0",
      solid_infill_acceleration: "0",
      top_solid_infill_acceleration: "0",
      bridge_acceleration: "0",
    });
    expect(machine.parameters).toMatchObject({
      outerWallAcceleration: 2500,
      solidInfillAcceleration: 4000,
      topSurfaceAcceleration: 4000,
      bridgeAcceleration: 3000,
    });
  });

  it("are the machine's limit throughout if there is no default", () => {
    const found = configured({ default_acceleration: "0" });
    expect(found.machine.parameters).toMatchObject({ outerWallAcceleration: 5000, firstLayerAcceleration: 5000 });
    expect(changesOf(found).infillAcceleration).toContain("machine_max_acceleration_extruding");
  });

  it("and limits are PrusaSlicer's own if it is told to ignore the machine's", () => {
    const found = configured({ machine_limits_usage: "ignore" });
    expect(found.machine.parameters).toMatchObject({
      maxPrintAcceleration: 1500,
      maxXAcceleration: 9000,
      maxZMmPerSecond: 12,
      jerkXMmPerSecond: 10,
    });
    expect(changesOf(found).maxPrintAcceleration).toContain("ignore the printer's limits");
  });

  // As PrusaSlicer 2.9.2 estimates: it sets the default acceleration again after each line, and travels with it.
  it("of travel, if none is stated, are the default for firmware that has one acceleration for all moves", () => {
    for (const gcode_flavor of ["marlin", "klipper", "reprap"]) {
      const found = configured({ gcode_flavor, travel_acceleration: "0" });
      expect(found.machine.parameters.travelAcceleration, gcode_flavor).toBe(3000);
      expect(changesOf(found).travelAcceleration).toContain("default_acceleration");
    }
    const limited = configured({ gcode_flavor: "marlin", travel_acceleration: "0", default_acceleration: "9000" });
    expect(limited.machine.parameters.travelAcceleration).toBe(5000);
  });

  it("of travel, if none is stated, are the machine's limit for firmware that tells them apart", () => {
    const found = configured({ gcode_flavor: "marlin2", travel_acceleration: "0" });
    expect(found.machine.parameters.travelAcceleration).toBe(6000);
  });

  it("of travel, if none are stated at all, are those of PrusaSlicer's clock", () => {
    const unwritten = { machine_limits_usage: "time_estimate_only", travel_acceleration: "0" };
    for (const options of [
      { ...unwritten, gcode_flavor: "marlin2" },
      { ...unwritten, gcode_flavor: "klipper", default_acceleration: "0" },
    ]) {
      const found = configured(options);
      expect(found.machine.parameters.travelAcceleration, options.gcode_flavor).toBe(1250);
      expect(changesOf(found).travelAcceleration).toContain("its own 1250");
    }
  });

  it("of travel are limited only if the limits are written to the G-code, and a limit of 0 is none", () => {
    expect(configured().machine.parameters.maxTravelAcceleration).toBe(6000);
    const unwritten = configured({ machine_limits_usage: "time_estimate_only" });
    expect(unwritten.machine.parameters.maxTravelAcceleration).toBe(100_000);
    expect(changesOf(unwritten).maxTravelAcceleration).toContain("only where it writes it");
    const unlimited = configured({ machine_max_acceleration_x: "0,0" });
    expect(unlimited.machine.parameters.maxXAcceleration).toBe(100_000);
    expect(changesOf(unlimited).maxXAcceleration).toContain("no limit");
  });
});

describe("a filament of PrusaSlicer", () => {
  it("overrides the printer's retraction as the material's own", () => {
    const { machine, material } = configured({
      filament_retract_length: "1.2",
      filament_retract_speed: "nil",
      filament_deretract_speed: "0",
      filament_retract_lift: "0",
      filament_retract_before_travel: "4",
    });
    expect(machine.parameters).toMatchObject({ retractionMm: 0.7, zHopMm: 0.2 });
    expect(material?.parameters).toMatchObject({ retractionMm: 1.2, zHopMm: 0, minTravelBeforeRetractionMm: 4 });
    expect(material?.parameters).not.toHaveProperty("retractionMmPerSecond");
  });

  it("slows no layer down if cooling is switched off", () => {
    const found = configured({ cooling: "0" });
    expect(found.material?.parameters.minLayerSeconds).toBe(0);
    expect(changesOf(found).minLayerSeconds).toContain("switched off");
  });
});

describe("other rules of PrusaSlicer", () => {
  it("keep the least thickness of tops apart from the number of layers", () => {
    const found = configured({ top_solid_min_thickness: "1.3", top_solid_layers: "5" });
    expect(found.quality.topLayers).toBe(5);
    expect(found.machine.parameters.topMinThicknessMm).toBe(1.3);
  });

  it("price a pattern that is not sliced here as the nearest, and say so", () => {
    expect(configured({ fill_pattern: "rectilinear" }).quality.infillPattern).toBe("lines");
    expect(configured({ fill_pattern: "honeycomb" }).quality.infillPattern).toBe("grid");
    expect(changesOf(configured({ fill_pattern: "honeycomb" })).infillPattern).toContain("nearest");
  });

  it("keep the kind of cubic infill as a number of the machine", () => {
    const kinds = { cubic: 0, adaptivecubic: 1, supportcubic: 2 };
    for (const [fill_pattern, adaptiveInfill] of Object.entries(kinds)) {
      const { quality, machine } = configured({ fill_pattern });
      expect(quality.infillPattern, fill_pattern).toBe("cubic");
      expect(machine.parameters.adaptiveInfill, fill_pattern).toBe(adaptiveInfill);
    }
    expect(configured({ fill_pattern: "grid" }).machine.parameters).not.toHaveProperty("adaptiveInfill");
  });

  it("lift along a slope if the lift ramps, and support only painted faces if told so", () => {
    const ramping = { travel_ramping_lift: "1", travel_max_lift: "0.4", travel_slope: "20" };
    expect(configured(ramping).machine.parameters).toMatchObject({ zHopMm: 0.4, zHopSlopeDegrees: 20 });
    expect(configured({ support_material: "1" }).quality.supports).toBe(true);
    expect(configured({ support_material: "1", support_material_auto: "0" }).quality.supports).toBe(false);
  });

  it("take the first of several extruders, and say how many there are", () => {
    const found = configured({ nozzle_diameter: "0.4,0.6", retract_length: "0.8,2" });
    expect(found.machine.parameters).toMatchObject({ nozzleDiameterMm: 0.4, retractionMm: 0.8 });
    expect(changesOf(found).nozzleDiameterMm).toContain("the first of 2 values");
  });
});

describe("the options left of a configuration", () => {
  it("is every option that changes time or material and has no parameter, with its effect", () => {
    const left = leftOf(
      configured({
        skirts: "1",
        ironing: "1",
        spiral_vase: "1",
        complete_objects: "0",
        extra_perimeters_on_overhangs: "1",
        gcode_flavor: "klipper",
        elefant_foot_compensation: "0",
        retract_lift_above: "0.3",
      }),
    );
    expect(left).toMatchObject({
      skirts: expect.stringContaining("brim"),
      ironing: expect.stringContaining("Ironing"),
      spiral_vase: expect.stringContaining("Vase"),
      extra_perimeters_on_overhangs: expect.stringContaining("How walls are laid"),
      gcode_flavor: expect.stringContaining("square_corner_velocity"),
      retract_lift_above: expect.stringContaining("retracts"),
    });
    expect(left).not.toHaveProperty("complete_objects");
    expect(left).not.toHaveProperty("elefant_foot_compensation");
  });

  it("never shows a command, and never takes one", () => {
    const found = configured({
      start_gcode: "G28 ; home\\nM190 S60",
      post_process: "/usr/bin/secret-script",
      layer_gcode: "",
    });
    const text = JSON.stringify(found);
    expect(text).not.toContain("G28");
    expect(text).not.toContain("secret-script");
    expect(leftOf(found)).toMatchObject({
      start_gcode: expect.stringContaining("heating, homing and levelling"),
      post_process: expect.stringContaining("never run"),
    });
    expect(leftOf(found)).not.toHaveProperty("layer_gcode");
  });

  it("counts options that change neither, and names unknown ones", () => {
    const found = configured({ filament_colour: "#FF0000", notes: "of 2023", quantum_speed: "7" });
    expect(found.report.irrelevant).toBeGreaterThan(2);
    expect(leftOf(found).quantum_speed).toContain("Not known");
    expect(Object.keys(leftOf(found))).not.toContain("filament_colour");
  });

  it("says of a value that cannot be worked out that it was not", () => {
    const found = configured({ bridge_speed: "quick" });
    expect(found.machine.parameters).not.toHaveProperty("bridgeMmPerSecond");
    expect(leftOf(found).bridge_speed).toContain("Could not be worked out");
    const remarked = configured({ bridge_speed: "35 # slower for silk" });
    expect(remarked.machine.parameters.bridgeMmPerSecond).toBe(35);
  });
});

describe("values beyond the bounds", () => {
  it("are brought within them, and told", () => {
    const found = configured({ travel_speed: "5000", retract_length: "90", perimeters: "2.4" });
    expect(found.machine.parameters).toMatchObject({ travelMmPerSecond: 2000, retractionMm: 20 });
    expect(found.quality.wallCount).toBe(2);
    expect(changesOf(found)).toMatchObject({
      travelMmPerSecond: expect.stringContaining("brought within 1 to 2000 mm/s"),
      wallCount: expect.stringContaining("rounded"),
    });
  });
});

const BUNDLE = `
[vendor]
name = Workshop

[printer_model:WS]
name = Workshop One

[print:*base*]
${ini({ layer_height: "0.2", perimeter_speed: "60", infill_speed: "90", travel_speed: "180", fill_density: "20%" })}
default_acceleration = 1000

[print:*fast*]
infill_speed = 200

[print:0.20mm FAST]
inherits = *base*; *fast*
external_perimeter_speed = 50%

[print:0.30mm DRAFT]
inherits = *base*
layer_height = 0.3

[filament:*PLA*]
${ini({ filament_diameter: "1.75", extrusion_multiplier: "1", slowdown_below_layer_time: "15", temperature: "210" })}

[filament:Workshop PLA]
inherits = *PLA*
filament_density = 1.25
compatible_printers_condition = nozzle_diameter[0]==0.4

[printer:*common*]
${ini({ nozzle_diameter: "0.4", bed_shape: "0x0,200x0,200x200,0x200", retract_length: "3", machine_max_acceleration_x: "900,900" })}
gcode_flavor = marlin2

[printer:Workshop One]
inherits = *common*
default_print_profile = 0.20mm FAST
default_filament_profile = Workshop PLA

[printer:Workshop Two]
inherits = *common*
retract_length = 1

[printer:Workshop Resin]
printer_technology = SLA
display_width = 120

[sla_print:resin]
layer_height = 0.05
`;

const OF_TWO_PRINTERS = `
[print:0.20mm QUALITY @MK3]
layer_height = 0.2
compatible_printers_condition = printer_notes=~/.*PRINTER_MODEL_MK3(S|SMMU2S)?.*/ and nozzle_diameter[0]==0.4
[print:0.30mm DETAIL @0.6]
layer_height = 0.3
compatible_printers_condition = printer_notes=~/.*PRINTER_MODEL_MK3.*/ and ! (nozzle_diameter[0]==0.4)
[print:0.20mm @MK4]
layer_height = 0.2
compatible_printers_condition = printer_model=~/(MK4|MK4S).*/ and nozzle_diameter[0]>=0.4
[print:Anywhere]
layer_height = 0.25
[print:Not told]
layer_height = 0.25
compatible_printers_condition = num_extruders>1 and something(else)
[filament:PLA @MK3]
filament_diameter = 1.75
compatible_printers = "MK3";"MK2"
[filament:PLA @MK4]
filament_diameter = 1.75
compatible_printers = "MK4"
[printer:MK3]
printer_model = MK3
printer_notes = Do not remove.\\nPRINTER_MODEL_MK3\\n
nozzle_diameter = 0.4
[printer:My MK3]
inherits = MK3
retract_length = 1
[printer:MK4]
printer_model = MK4S
nozzle_diameter = 0.4,0.4
`;

describe("a bundle for several printers", () => {
  const files = [textFile("bundle.ini", OF_TWO_PRINTERS)];

  it("is asked for the printer first", () => {
    expect(readSlicerSettings(files)).toEqual({
      outcome: "choose",
      printers: ["MK3", "My MK3", "MK4"],
      prints: [],
      filaments: [],
    });
  });

  it.each([
    ["MK3", ["0.20mm QUALITY @MK3", "Anywhere", "Not told"], ["PLA @MK3"]],
    ["My MK3", ["0.20mm QUALITY @MK3", "Anywhere", "Not told"], ["PLA @MK3"]],
    ["MK4", ["0.20mm @MK4", "Anywhere", "Not told"], ["PLA @MK4"]],
  ])("offers for %s the prints and filaments that fit it", (printer, prints, filaments) => {
    const offered = { printers: ["MK3", "My MK3", "MK4"], prints, filaments };
    expect(readSlicerSettings(files, { printer })).toMatchObject({ outcome: "choose", prints });
    expect(reading(files, { printer, print: "Anywhere" }).offered).toEqual(offered);
  });

  it("asks anew for a print of the printer that was chosen before", () => {
    const found = readSlicerSettings(files, { printer: "MK4", print: "0.20mm QUALITY @MK3" });
    expect(found).toMatchObject({ outcome: "choose" });
  });
});

describe("the condition of a preset", () => {
  const printer = new SlicerOptions(
    new Map([
      ["nozzle_diameter", ["0.4,0.6"]],
      ["printer_notes", ["a".repeat(900)]],
    ]),
    {},
  );

  it.each([
    ["nozzle_diameter[1]==0.6 or nothing==1", true],
    ["nozzle_diameter[0]!=0.4 and nothing==1", false],
    ["nothing==1 and nozzle_diameter[0]==0.4", undefined],
    ['not (nozzle_diameter[0]<0.4) && printer_notes!="b"', true],
    ["printer_notes!~/b+/", true],
    ["printer_notes=~/(a+)+b/", undefined],
    [`${"(".repeat(500)}nozzle_diameter[0]==0.4${")".repeat(500)}`, undefined],
    ["nozzle_diameter[0]==", undefined],
    ["}", undefined],
  ])("%s is told as %s", (condition, expected) => {
    expect(meetsCondition(condition, printer)).toBe(expected);
  });
});

describe("a bundle of PrusaSlicer", () => {
  const bundle = textFile("Workshop.ini", BUNDLE);

  it("with several printers offers all to choose from but templates and resin printers", () => {
    const found = reading([bundle], { printer: "Workshop One" });
    expect(found.offered).toEqual({
      printers: ["Workshop One", "Workshop Two"],
      prints: ["0.20mm FAST", "0.30mm DRAFT"],
      filaments: ["Workshop PLA"],
    });
  });

  it("resolves inherited presets, later parents before earlier", () => {
    const { machine, quality, material, report } = reading([bundle], { printer: "Workshop One" });
    expect(machine.parameters).toMatchObject({
      innerWallMmPerSecond: 60,
      outerWallMmPerSecond: 30,
      infillMmPerSecond: 200,
      retractionMm: 3,
      maxXAcceleration: 900,
    });
    expect(quality).toMatchObject({ name: "0.20mm FAST", layerHeightMm: 0.2 });
    expect(material).toMatchObject({ name: "Workshop PLA", densityGramsPerCubicCm: 1.25 });
    expect(report.lacking).toEqual([]);
  });

  it("takes the slicer's own default for an option that is stated nowhere, and says so", () => {
    const found = reading([bundle], { printer: "Workshop One" });
    expect(found.machine.parameters.gapFillMmPerSecond).toBe(20);
    expect(changesOf(found).gapFillMmPerSecond).toContain("the slicer's own default");
  });

  it("takes the presets chosen, else those in use", () => {
    const chosen = reading([bundle], { printer: "Workshop Two", print: "0.30mm DRAFT" });
    expect(chosen.quality).toMatchObject({ name: "0.30mm DRAFT", layerHeightMm: 0.3 });
    expect(chosen.machine.parameters.retractionMm).toBe(1);
    const active = `${BUNDLE}\n[presets]\nprinter = Workshop Two\nprint = 0.30mm DRAFT\nfilament = Workshop PLA\n`;
    expect(reading([textFile("mine.ini", active)]).machine.name).toBe("Workshop Two");
  });

  it("names the parents that are not there, and takes no default in their place", () => {
    const found = reading([
      textFile("mine.ini", "[print:Mine]\ninherits = 0.20mm QUALITY @VENDOR\nperimeter_speed = 70\n"),
    ]);
    expect(found.report.lacking).toEqual(["0.20mm QUALITY @VENDOR"]);
    expect(found.machine.parameters).toEqual({ innerWallMmPerSecond: 70 });
    expect(found.quality.layerHeightMm).toBeNull();
  });

  it("survives presets that inherit in a circle", () => {
    const circle = "[print:A]\ninherits = B\nperimeter_speed = 70\n[print:B]\ninherits = A\nlayer_height = 0.2\n";
    expect(reading([textFile("circle.ini", circle)], { print: "A" }).quality.layerHeightMm).toBe(0.2);
  });
});

// Settings of OrcaSlicer and Bambu Studio: presets with their inheritance, projects and G-code become profiles by their rules.

import { describe, expect, it } from "vitest";
import {
  changesOf,
  comments,
  type Imported,
  jsonFile,
  leftOf,
  ORCA_FILAMENT,
  ORCA_MACHINE,
  ORCA_PROCESS,
  reading,
  textFile,
  zipFile,
} from "./imported.ts";

type Options = Readonly<Record<string, string | readonly string[]>>;

function configured(more: { machine?: Options; process?: Options; filament?: Options } = {}): Imported {
  return reading([
    jsonFile("machine.json", { ...ORCA_MACHINE, ...more.machine }),
    jsonFile("process.json", { ...ORCA_PROCESS, ...more.process }),
    jsonFile("filament.json", { ...ORCA_FILAMENT, ...more.filament }),
  ]);
}

describe("a machine, a process and a filament of OrcaSlicer", () => {
  it("become a machine with every number that they state", () => {
    const { dialect, machine } = configured();
    expect(dialect).toBe("orcaslicer");
    expect(machine.name).toBe("Workshop cube 0.4 nozzle");
    expect(machine.parameters).toEqual({
      nozzleDiameterMm: 0.4,
      filamentDiameterMm: 1.75,
      outerWallWidthPercent: 105,
      innerWallWidthPercent: 112.5,
      infillWidthPercent: 110,
      solidInfillWidthPercent: 115,
      topSurfaceWidthPercent: 100,
      supportWidthPercent: 100,
      firstLayerWidthPercent: 125,
      firstLayerHeightMm: 0.25,
      outerWallMmPerSecond: 120,
      innerWallMmPerSecond: 200,
      smallPerimeterMmPerSecond: 120,
      infillMmPerSecond: 210,
      solidInfillMmPerSecond: 190,
      topSurfaceMmPerSecond: 100,
      bridgeMmPerSecond: 50,
      gapFillMmPerSecond: 90,
      supportMmPerSecond: 150,
      firstLayerMmPerSecond: 50,
      firstLayerInfillMmPerSecond: 105,
      travelMmPerSecond: 350,
      travelZMmPerSecond: 350,
      outerWallAcceleration: 3000,
      innerWallAcceleration: 5000,
      infillAcceleration: 5000,
      solidInfillAcceleration: 5000,
      topSurfaceAcceleration: 2000,
      bridgeAcceleration: 1500,
      otherAcceleration: 5000,
      firstLayerAcceleration: 500,
      travelAcceleration: 7000,
      maxXMmPerSecond: 500,
      maxYMmPerSecond: 510,
      maxZMmPerSecond: 20,
      maxExtruderMmPerSecond: 60,
      maxXAcceleration: 20_000,
      maxYAcceleration: 21_000,
      maxZAcceleration: 500,
      maxExtruderAcceleration: 5000,
      maxPrintAcceleration: 18_000,
      maxRetractAcceleration: 4000,
      maxTravelAcceleration: 18_000,
      jerkXMmPerSecond: 9,
      jerkYMmPerSecond: 9,
      jerkZMmPerSecond: 0.2,
      jerkExtruderMmPerSecond: 2.5,
      retractionMm: 0.5,
      retractionMmPerSecond: 30,
      deretractionMmPerSecond: 30,
      zHopMm: 0.2,
      minTravelBeforeRetractionMm: 1,
      bedXMm: 300,
      bedYMm: 310,
      topMinThicknessMm: 1,
      bottomMinThicknessMm: 0,
    });
  });

  it("become a quality and a material, the flow ratios of both multiplied", () => {
    const { quality, material } = configured();
    expect(quality).toEqual({
      name: "0.20mm Standard @Workshop",
      layerHeightMm: 0.2,
      nozzleDiameterMm: 0.4,
      wallCount: 2,
      infillPercent: 15,
      infillPattern: "grid",
      topLayers: 3,
      bottomLayers: 3,
      supports: false,
    });
    expect(material).toEqual({
      name: "Workshop PLA",
      densityGramsPerCubicCm: 1.24,
      parameters: {
        extrusionPercent: 93.1,
        maxFlowCubicMmPerSecond: 21,
        zHopMm: 0.4,
        minLayerSeconds: 4,
        minPrintMmPerSecond: 20,
      },
    });
  });

  it("are reported: percentages, zeros and the firmware's own numbers are told", () => {
    const found = configured();
    expect(changesOf(found)).toMatchObject({
      infillPattern: expect.stringContaining("nearest"),
      bridgeAcceleration: expect.stringContaining("a percentage of outer_wall_acceleration"),
      smallPerimeterMmPerSecond: expect.stringContaining("outer walls' speed"),
      jerkXMmPerSecond: expect.stringContaining("default_jerk"),
      maxTravelAcceleration: expect.stringContaining("one acceleration"),
    });
    expect(leftOf(found).gcode_flavor).toContain("square_corner_velocity");
  });
});

describe("rules of OrcaSlicer and Bambu Studio", () => {
  it("slow small walls down only below a threshold", () => {
    const process = { small_perimeter_speed: "50%", small_perimeter_threshold: "6.5" };
    expect(configured({ process }).machine.parameters.smallPerimeterMmPerSecond).toBe(60);
  });

  it("let the machine's limit hold without a default acceleration, and the machine's jerk without one of the print", () => {
    const { parameters } = configured({ process: { default_acceleration: "0", default_jerk: "0" } }).machine;
    expect(parameters).toMatchObject({ outerWallAcceleration: 18_000, jerkXMmPerSecond: 12 });
  });

  it("go by junction deviation if newer Marlin has it", () => {
    const marlin = { gcode_flavor: "marlin2", machine_max_junction_deviation: ["0.02", "0.01"] };
    expect(configured({ machine: marlin }).machine.parameters.junctionDeviationMm).toBe(0.02);
    expect(
      configured({ machine: marlin, process: { default_junction_deviation: "0.013" } }).machine.parameters,
    ).toMatchObject({ junctionDeviationMm: 0.013, maxTravelAcceleration: 9000 });
    const klipper = { machine_max_junction_deviation: ["0.02"] };
    expect(configured({ machine: klipper }).machine.parameters.junctionDeviationMm).toBe(0);
  });

  it("slow no layer down if that is switched off, and take a filament's retraction as the material's", () => {
    const filament = { slow_down_for_layer_cooling: ["0"], filament_retraction_length: ["0.8"] };
    const { material, machine } = configured({ filament });
    expect(material?.parameters).toMatchObject({ minLayerSeconds: 0, retractionMm: 0.8 });
    expect(machine.parameters.retractionMm).toBe(0.5);
  });

  it("name their ways of walls, skin, travel and supports as the table numbers them", () => {
    const process = {
      wall_sequence: "outer wall/inner wall",
      only_one_wall_top: "1",
      detect_overhang_wall: "1",
      enable_overhang_speed: "1",
      overhang_1_4_speed: "0",
      overhang_2_4_speed: "50",
      overhang_3_4_speed: "30%",
      overhang_4_4_speed: "10",
      ensure_vertical_shell_thickness: "ensure_all",
      top_surface_pattern: "monotonicline",
      infill_wall_overlap: "15%",
      infill_anchor: "400%",
      infill_anchor_max: "20",
      minimum_sparse_infill_area: "15",
      bridge_flow: "0.95",
      reduce_crossing_wall: "0",
      reduce_infill_retraction: "1",
      elefant_foot_compensation: "0.1",
      support_threshold_angle: "30",
      support_base_pattern_spacing: "2.5",
      support_object_xy_distance: "0.35",
      support_top_z_distance: "0.2",
      support_interface_top_layers: "2",
      support_interface_bottom_layers: "-1",
    };
    const machine = { z_hop_types: ["Slope Lift"], travel_slope: ["3"], wipe: ["1"], retract_before_wipe: ["0%"] };
    const found = configured({ process, machine, filament: { filament_wipe: ["nil"] } });
    expect(found.machine.parameters).toMatchObject({
      outerWallsFirst: 1,
      oneWallOnTop: 1,
      bridgingWalls: 1,
      overhang25MmPerSecond: 120,
      overhang50MmPerSecond: 50,
      overhang75MmPerSecond: 36,
      overhang100MmPerSecond: 10,
      verticalShells: 1,
      skinPattern: 2,
      infillOverlapPercent: 15,
      infillAnchorMm: 1.76,
      infillAnchorMaxMm: 20,
      solidInfillBelowSquareMm: 15,
      bridgeFlowPercent: 95,
      avoidCrossingWalls: 0,
      retractInsidePart: 0,
      elephantFootMm: 0.1,
      zHopSlopeDegrees: 3,
      wipeOnRetraction: 1,
      retractBeforeWipePercent: 0,
      supportAngleDegrees: 60,
      supportSideGapPercent: 83.3333,
      supportInterfaceLayers: 2,
      supportBottomInterfaceLayers: 2,
    });
    expect(found.material?.parameters).not.toHaveProperty("wipeOnRetraction");
    for (const option of Object.keys(process)) expect(leftOf(found)).not.toHaveProperty(option);
  });

  it("support only painted faces if the type is manual", () => {
    const tree = configured({ process: { enable_support: "1", support_type: "tree(auto)" } });
    expect(tree.quality.supports).toBe(true);
    expect(tree.machine.parameters.supportStyle).toBe(2);
    const manual = configured({ process: { enable_support: "1", support_type: "normal(manual)" } });
    expect(manual.quality.supports).toBe(false);
  });

  it("take the first of values for several nozzles, and say so", () => {
    const found = configured({ process: { outer_wall_speed: ["200", "120"] } });
    expect(found.machine.parameters.outerWallMmPerSecond).toBe(200);
    expect(changesOf(found).outerWallMmPerSecond).toContain("the first of 2 values");
  });

  it("leave options without a parameter, with their effect, and never show commands", () => {
    const found = configured({
      machine: { machine_start_gcode: "G28\nM109 S220", printhost_apikey: "key-of-the-printer" },
      process: {
        extra_perimeters_on_overhangs: "1",
        spiral_mode: "1",
        outer_wall_jerk: "7",
        post_process: ["/bin/secret-script"],
        notes: "",
      },
    });
    expect(leftOf(found)).toMatchObject({
      machine_start_gcode: expect.stringContaining("heating, homing and levelling"),
      extra_perimeters_on_overhangs: expect.stringContaining("How walls are laid"),
      spiral_mode: expect.stringContaining("Vase"),
      outer_wall_jerk: expect.stringContaining("One jerk"),
      post_process: expect.stringContaining("never run"),
    });
    const text = JSON.stringify(found);
    for (const secret of ["G28", "secret-script", "key-of-the-printer"]) expect(text).not.toContain(secret);
  });
});

describe("walls, seams and cubic infill of OrcaSlicer and Bambu Studio", () => {
  it("are kept as the preset has them", () => {
    const { machine, quality } = configured({
      process: {
        wall_generator: "classic",
        detect_thin_wall: "1",
        gap_fill_target: "nowhere",
        seam_position: "back",
        sparse_infill_pattern: "adaptivecubic",
      },
    });
    expect(machine.parameters).toMatchObject({
      wallGenerator: 1,
      thinWalls: 1,
      fillGaps: 0,
      seamPosition: 0,
      adaptiveInfill: 1,
    });
    expect(quality.infillPattern).toBe("cubic");
  });
});

describe("presets that inherit", () => {
  const own = { type: "process", from: "User", name: "Mine", inherits: ORCA_PROCESS.name, outer_wall_speed: "90" };

  it("are resolved among the files, and the one that no other inherits from is meant", () => {
    const found = reading([jsonFile("mine.json", own), jsonFile("process.json", ORCA_PROCESS)]);
    expect(found.quality.name).toBe("Mine");
    expect(found.machine.parameters).toMatchObject({ outerWallMmPerSecond: 90, innerWallMmPerSecond: 200 });
    expect(found.report.lacking).toEqual([]);
    expect(found.material).toBeNull();
  });

  it("name the parents that are not there, and take no default in their place", () => {
    const found = reading([jsonFile("mine.json", own)]);
    expect(found.report.lacking).toEqual([ORCA_PROCESS.name]);
    expect(found.machine.parameters).toEqual({ outerWallMmPerSecond: 90, smallPerimeterMmPerSecond: 90 });
    expect(found.quality.wallCount).toBeNull();
  });

  it("name a parent that is not there however much they state themselves", () => {
    const found = reading([jsonFile("mine.json", { ...ORCA_PROCESS, inherits: "fdm_process_workshop" })]);
    expect(found.report.lacking).toEqual(["fdm_process_workshop"]);
    expect(found.machine.parameters).not.toHaveProperty("bridgeAcceleration");
  });

  it("are known by their own id if a person saved them without a type", () => {
    const { type: _, ...saved } = own;
    const file = jsonFile("Mine.json", { ...saved, print_settings_id: "Mine", version: "2.3.0.0" });
    expect(reading([file]).quality.name).toBe("Mine");
  });

  it("say which print and filament go with a printer, among several", () => {
    const other = { ...ORCA_PROCESS, name: "0.30mm Draft @Workshop", layer_height: "0.3" };
    const files = [
      jsonFile("machine.json", ORCA_MACHINE),
      jsonFile("draft.json", other),
      jsonFile("process.json", ORCA_PROCESS),
      jsonFile("filament.json", ORCA_FILAMENT),
    ];
    expect(reading(files).quality.layerHeightMm).toBe(0.2);
    expect(reading(files, { print: other.name }).quality.layerHeightMm).toBe(0.3);
  });
});

describe("whole configurations", () => {
  const flat: Options = {
    ...ORCA_MACHINE,
    ...ORCA_PROCESS,
    ...ORCA_FILAMENT,
    printer_settings_id: ORCA_MACHINE.name,
    print_settings_id: ORCA_PROCESS.name,
    filament_settings_id: [ORCA_FILAMENT.name, "Another PLA"],
  };
  const lines = Object.fromEntries(Object.entries(flat).map(([name, value]) => [name, [value].flat().join(",")]));

  it("are read from a project", () => {
    const { type: _, ...config } = flat;
    const settings = JSON.stringify({ ...config, name: "project_settings", from: "project" });
    const found = reading([zipFile("project.3mf", { "Metadata/project_settings.config": settings })]);
    expect(found.machine.parameters).toEqual(configured().machine.parameters);
    expect(found.machine.name).toBe(ORCA_MACHINE.name);
    expect(found.quality.name).toBe(ORCA_PROCESS.name);
    expect(found.material?.name).toBe(ORCA_FILAMENT.name);
  });

  it("are read from G-code, Bambu Studio's told by its header", () => {
    const block = `; CONFIG_BLOCK_START\n${comments(lines)}; CONFIG_BLOCK_END\n`;
    const orca = reading([textFile("part.gcode", `; HEADER_BLOCK_START\n; HEADER_BLOCK_END\nG1 X1\n${block}`)]);
    expect(orca).toMatchObject({ dialect: "orcaslicer", quality: { name: ORCA_PROCESS.name } });
    expect(orca.machine.parameters).toEqual(configured().machine.parameters);
    const bambu = reading([textFile("part.gcode", `; BambuStudio 02.08.02.61\n${block}G1 X1 Y1 E1\nG1 X2\n`)]);
    expect(bambu.dialect).toBe("bambu");
    expect(bambu.machine.parameters.outerWallMmPerSecond).toBe(120);
  });

  it("are read from a bundle of presets with any other content", () => {
    const bundle = zipFile("Workshop.orca_printer", {
      "bundle_structure.json": "{}",
      "printer/Workshop.json": JSON.stringify(ORCA_MACHINE),
      "process/Standard.json": JSON.stringify(ORCA_PROCESS),
      "filament/PLA.json": JSON.stringify(ORCA_FILAMENT),
      "filament/broken.json": "{",
    });
    expect(reading([bundle]).machine.parameters).toEqual(configured().machine.parameters);
  });
});

// Mapping of PrusaSlicer's options, by PrusaSlicer's own rules of percentages, zeros and lists.
//
// Rules and defaults are those of PrusaSlicer 2.9's configuration reference, source files PrintConfig, Flow, GCode and GCodeProcessor.

import {
  bedSize,
  type Found,
  filamentDeretraction,
  flag,
  flavor,
  interfaceLayers,
  kindOfCubic,
  LEFT_OF_FIRMWARE,
  lineMm,
  oneOf,
  oppositeFlag,
  patternOf,
  percent,
  percentOfLine,
  percentOfRatio,
  plain,
  positiveOr,
  type Reader,
  type SlicerMapping,
  share,
  supportAngle,
  supportDensity,
} from "./option-mapping.ts";
import * as why from "./reasons.ts";
import type { SlicerOptions } from "./slicer-options.ts";

const { LOST } = why;

const nozzle = plain("nozzle_diameter");
const layerHeight = plain("layer_height");
const firstLayerHeight = share("first_layer_height", layerHeight);

/** Firmwares whose limits PrusaSlicer knows. */
const FLAVORS_WITH_LIMITS = ["marlin", "marlin2", "reprapfirmware", "klipper"];
/** The firmwares among them with limits in the G-code. */
const FLAVORS_WITH_LIMITS_IN_GCODE = ["marlin", "marlin2", "reprapfirmware"];
/** A limit of the machine. PrusaSlicer estimates with its own default if told to ignore the machine's. */
function limit(option: string, ownDefault: number): Reader {
  return (options) => {
    const found = plain(option)(options);
    if (found === undefined) return undefined;
    if (options.text("machine_limits_usage") === "ignore" || !FLAVORS_WITH_LIMITS.includes(flavor(options))) {
      return { option, value: ownDefault, why: why.limitsIgnored };
    }
    return found.value > 0 ? found : { ...found, value: Number.POSITIVE_INFINITY, why: why.noLimit };
  };
}

const printLimit = limit("machine_max_acceleration_extruding", 1500);

/** Firmwares with an acceleration for travel set by PrusaSlicer. Others travel with the acceleration that was set last. */
const FLAVORS_WITH_TRAVEL_ACCELERATION = ["marlin2", "reprapfirmware", "repetier"];
const statesTravelAcceleration = (options: SlicerOptions): boolean =>
  FLAVORS_WITH_TRAVEL_ACCELERATION.includes(flavor(options));
const writesLimits = (options: SlicerOptions): boolean => options.text("machine_limits_usage") === "emit_to_gcode";
/** PrusaSlicer's acceleration of travel, for its estimate, if nothing sets one. */
const TRAVEL_ACCELERATION = 1250;

/** PrusaSlicer applies the machine's limit to travel only if it writes that limit to the G-code. */
const travelLimit: Reader = (options) => {
  const found = limit("machine_max_acceleration_travel", 1500)(options);
  if (found === undefined || (statesTravelAcceleration(options) && writesLimits(options))) return found;
  return { ...found, value: Number.POSITIVE_INFINITY, why: why.noTravelLimit };
};

/** Without a default acceleration PrusaSlicer sets none at all, even if features state one. */
function acceleration(option: string): Reader {
  return (options) => {
    const usual = plain("default_acceleration")(options);
    if (usual === undefined) return undefined;
    if (usual.value <= 0) {
      const found = printLimit(options);
      return found === undefined ? undefined : { ...found, why: why.noAcceleration(found.option) };
    }
    return positiveOr(plain(option), plain("default_acceleration"), why.sameAs)(options);
  };
}

const travelAcceleration: Reader = (options) => {
  const own = plain("travel_acceleration")(options);
  if (own === undefined || own.value > 0) return own;
  const isWritten = writesLimits(options) && FLAVORS_WITH_LIMITS_IN_GCODE.includes(flavor(options));
  if (statesTravelAcceleration(options)) {
    const limited = isWritten ? travelLimit(options) : undefined;
    return limited === undefined
      ? { ...own, value: TRAVEL_ACCELERATION, why: why.assumedTravel }
      : { ...limited, why: why.noAcceleration(limited.option) };
  }
  const usual = plain("default_acceleration")(options);
  const limited = isWritten ? printLimit(options) : undefined;
  if (isPositive(usual)) {
    const value = Math.min(usual.value, limited?.value ?? Number.POSITIVE_INFINITY);
    return { option: own.option, value, why: why.travelAsPrint };
  }
  return limited === undefined
    ? { ...own, value: TRAVEL_ACCELERATION, why: why.assumedTravel }
    : { ...limited, why: why.noAcceleration(limited.option) };
};

/** Speed 0 lets PrusaSlicer choose, up to its maximum. */
function speed(option: string, whole?: Reader): Reader {
  return positiveOr(
    whole === undefined ? plain(option) : share(option, whole),
    plain("max_print_speed"),
    why.autoSpeed,
  );
}

const innerWall = speed("perimeter_speed");
const outerWall = speed("external_perimeter_speed", plain("perimeter_speed"));
const infill = speed("infill_speed");
const solidInfill = speed("solid_infill_speed", plain("infill_speed"));
const topSurface = speed("top_solid_infill_speed", share("solid_infill_speed", plain("infill_speed")));

const firstLayer = positiveOr(share("first_layer_speed", innerWall), innerWall, why.sameAs);
/** Newer versions have a speed for the infill; the first layer's infill is solid. */
const firstLayerInfill: Reader = (options) => {
  const own = share("first_layer_infill_speed", solidInfill)(options);
  if (own !== undefined && own.value > 0) return own;
  return positiveOr(share("first_layer_speed", solidInfill), solidInfill, why.sameAs)(options);
};

/**
 * A line's width, as a percentage of the nozzle's.
 *
 * @param auto PrusaSlicer's automatic width, of the nozzle
 */
function width(option: string, auto: number, height: Reader = layerHeight): Reader {
  return (options) => {
    const nozzleMm = nozzle(options)?.value;
    if (nozzleMm === undefined || nozzleMm <= 0) return undefined;
    // A percentage is of the layer's height.
    const found = [option, "extrusion_width"].map((name) => share(name, height)(options)).find(isPositive);
    if (found === undefined) {
      if (plain(option)(options) === undefined) return undefined;
      return { option, value: 100 * auto, why: why.autoWidth };
    }
    const because =
      found.why === undefined ? why.becamePercentOfNozzle : why.both(found.why, why.becamePercentOfNozzle);
    return { option: found.option, value: (100 * found.value) / nozzleMm, why: because };
  };
}

function isPositive(found: Found | undefined): found is Found {
  return found !== undefined && found.value > 0;
}

const innerWallWidth = width("perimeter_extrusion_width", 1.125);
const firstLayerWidth: Reader = (options) => {
  const own = share("first_layer_extrusion_width", firstLayerHeight)(options);
  if (isPositive(own)) return width("first_layer_extrusion_width", 1.125, firstLayerHeight)(options);
  return innerWallWidth(options);
};

/** A ramping lift has a height of its own. */
function lift(straight: string, ramping: string): Reader {
  return (options) => plain(options.isOn("travel_ramping_lift") ? ramping : straight)(options);
}

const liftSlope: Reader = (options) => {
  if (!options.isOn("travel_ramping_lift")) return flag("travel_ramping_lift")(options);
  return plain("travel_slope")(options);
};

/** Cooling that is switched off slows no layer down. */
const minLayerSeconds: Reader = (options) => {
  const found = plain("slowdown_below_layer_time")(options);
  if (found === undefined || options.text("cooling") !== "0") return found;
  return { option: "cooling", value: 0, why: why.coolingOff };
};

/** PrusaSlicer slows overhangs down only if its option says so. Its numbers count the share of a line that is supported. */
function overhangSpeed(option: string): Reader {
  return (options) => {
    if (!options.isOn("enable_dynamic_overhang_speeds")) {
      return flag("enable_dynamic_overhang_speeds")(options);
    }
    return positiveOr(share(option, outerWall), outerWall, why.sameAs)(options);
  };
}

const supportWidth = width("support_material_extrusion_width", 1);
const outerWallWidth = width("external_perimeter_extrusion_width", 1.125);
/** The line that anchors are a percentage of. */
const infillLine = lineMm(width("infill_extrusion_width", 1.125), nozzle);

const hasSupports = (options: SlicerOptions): boolean => options.isOn("support_material");
const hasBrim = (options: SlicerOptions): boolean => (options.number("brim_width") ?? 0) > 0;
const changesFilament = (options: SlicerOptions): boolean => options.count("nozzle_diameter") > 1;

export const PRUSASLICER_MAPPING: SlicerMapping = {
  defaults: {
    printer: {
      nozzle_diameter: "0.4",
      gcode_flavor: "reprap",
      machine_limits_usage: "time_estimate_only",
      machine_max_feedrate_x: "500,200",
      machine_max_feedrate_y: "500,200",
      machine_max_feedrate_z: "12,12",
      machine_max_feedrate_e: "120,120",
      machine_max_acceleration_x: "9000,1000",
      machine_max_acceleration_y: "9000,1000",
      machine_max_acceleration_z: "500,200",
      machine_max_acceleration_e: "10000,5000",
      machine_max_acceleration_extruding: "1500,1250",
      machine_max_acceleration_retracting: "1500,1250",
      machine_max_acceleration_travel: "1500,1250",
      machine_max_jerk_x: "10,10",
      machine_max_jerk_y: "10,10",
      machine_max_jerk_z: "0.2,0.4",
      machine_max_jerk_e: "2.5,2.5",
      retract_length: "2",
      retract_speed: "40",
      deretract_speed: "0",
      retract_restart_extra: "0",
      retract_lift: "0",
      retract_before_travel: "2",
      retract_layer_change: "0",
      wipe: "0",
      retract_before_wipe: "0%",
      travel_ramping_lift: "0",
      travel_max_lift: "0",
      travel_slope: "0",
    },
    print: {
      extrusion_width: "0",
      external_perimeter_extrusion_width: "0",
      perimeter_extrusion_width: "0",
      infill_extrusion_width: "0",
      solid_infill_extrusion_width: "0",
      top_infill_extrusion_width: "0",
      support_material_extrusion_width: "0",
      first_layer_extrusion_width: "200%",
      layer_height: "0.3",
      first_layer_height: "0.35",
      perimeters: "3",
      top_solid_layers: "3",
      bottom_solid_layers: "3",
      top_solid_min_thickness: "0",
      bottom_solid_min_thickness: "0",
      fill_density: "20%",
      fill_pattern: "stars",
      support_material: "0",
      support_material_auto: "1",
      support_material_style: "grid",
      support_material_with_sheath: "1",
      support_material_spacing: "2.5",
      support_material_contact_distance: "0.2",
      support_material_interface_layers: "3",
      support_material_bottom_interface_layers: "-1",
      support_material_interface_spacing: "0",
      support_material_interface_speed: "100%",
      support_material_xy_spacing: "50%",
      support_material_buildplate_only: "0",
      dont_support_bridges: "1",
      xy_size_compensation: "0",
      perimeter_speed: "60",
      external_perimeter_speed: "50%",
      small_perimeter_speed: "15",
      infill_speed: "80",
      solid_infill_speed: "20",
      top_solid_infill_speed: "15",
      bridge_speed: "60",
      gap_fill_speed: "20",
      support_material_speed: "60",
      first_layer_speed: "30",
      travel_speed: "130",
      travel_speed_z: "0",
      max_print_speed: "80",
      default_acceleration: "0",
      external_perimeter_acceleration: "0",
      perimeter_acceleration: "0",
      infill_acceleration: "0",
      solid_infill_acceleration: "0",
      top_solid_infill_acceleration: "0",
      bridge_acceleration: "0",
      first_layer_acceleration: "0",
      travel_acceleration: "0",
      duplicate_distance: "6",
      external_perimeters_first: "0",
      extra_perimeters: "1",
      overhangs: "1",
      perimeter_generator: "arachne",
      thin_walls: "1",
      gap_fill_enabled: "1",
      seam_position: "aligned",
      over_bridge_speed: "0",
      overhang_speed_0: "15",
      overhang_speed_1: "15",
      overhang_speed_2: "20",
      overhang_speed_3: "25",
      enable_dynamic_overhang_speeds: "0",
      top_fill_pattern: "monotonic",
      infill_overlap: "25%",
      infill_anchor: "600%",
      infill_anchor_max: "50",
      solid_infill_below_area: "70",
      bridge_flow_ratio: "1",
      thick_bridges: "1",
      avoid_crossing_perimeters: "0",
      ensure_vertical_shell_thickness: "enabled",
      top_one_perimeter_type: "none",
      elefant_foot_compensation: "0",
      only_retract_when_crossing_perimeters: "0",
    },
    filament: {
      filament_diameter: "1.75",
      extrusion_multiplier: "1",
      filament_max_volumetric_speed: "0",
      cooling: "1",
      slowdown_below_layer_time: "5",
      min_print_speed: "10",
    },
  },
  essential: {
    printer: ["nozzle_diameter", "bed_shape", "retract_length", "machine_max_acceleration_x"],
    print: ["layer_height", "perimeter_speed", "infill_speed", "travel_speed", "default_acceleration", "fill_density"],
    filament: ["filament_diameter", "extrusion_multiplier", "slowdown_below_layer_time", "temperature"],
  },
  parameters: {
    nozzleDiameterMm: nozzle,
    filamentDiameterMm: plain("filament_diameter"),
    maxFlowCubicMmPerSecond: plain("max_volumetric_speed"),
    outerWallWidthPercent: outerWallWidth,
    innerWallWidthPercent: innerWallWidth,
    infillWidthPercent: width("infill_extrusion_width", 1.125),
    solidInfillWidthPercent: width("solid_infill_extrusion_width", 1.125),
    topSurfaceWidthPercent: width("top_infill_extrusion_width", 1),
    supportWidthPercent: supportWidth,
    firstLayerWidthPercent: firstLayerWidth,
    firstLayerHeightMm: firstLayerHeight,
    outerWallMmPerSecond: outerWall,
    innerWallMmPerSecond: innerWall,
    smallPerimeterMmPerSecond: speed("small_perimeter_speed", plain("perimeter_speed")),
    infillMmPerSecond: infill,
    solidInfillMmPerSecond: solidInfill,
    topSurfaceMmPerSecond: topSurface,
    bridgeMmPerSecond: speed("bridge_speed"),
    gapFillMmPerSecond: speed("gap_fill_speed"),
    supportMmPerSecond: speed("support_material_speed"),
    firstLayerMmPerSecond: firstLayer,
    firstLayerInfillMmPerSecond: firstLayerInfill,
    travelMmPerSecond: plain("travel_speed"),
    travelZMmPerSecond: positiveOr(plain("travel_speed_z"), plain("travel_speed"), why.sameAs),
    outerWallAcceleration: (options) =>
      // Walls without an acceleration of their own take the inner walls'.
      acceleration(
        (options.number("external_perimeter_acceleration") ?? 0) > 0
          ? "external_perimeter_acceleration"
          : "perimeter_acceleration",
      )(options),
    innerWallAcceleration: acceleration("perimeter_acceleration"),
    infillAcceleration: acceleration("infill_acceleration"),
    solidInfillAcceleration: (options) =>
      acceleration(
        (options.number("solid_infill_acceleration") ?? 0) > 0 ? "solid_infill_acceleration" : "infill_acceleration",
      )(options),
    topSurfaceAcceleration: (options) => {
      const own = ["top_solid_infill_acceleration", "solid_infill_acceleration"];
      return acceleration(own.find((option) => (options.number(option) ?? 0) > 0) ?? "infill_acceleration")(options);
    },
    bridgeAcceleration: acceleration("bridge_acceleration"),
    otherAcceleration: acceleration("default_acceleration"),
    firstLayerAcceleration: acceleration("first_layer_acceleration"),
    travelAcceleration,
    maxXMmPerSecond: limit("machine_max_feedrate_x", 500),
    maxYMmPerSecond: limit("machine_max_feedrate_y", 500),
    maxZMmPerSecond: limit("machine_max_feedrate_z", 12),
    maxExtruderMmPerSecond: limit("machine_max_feedrate_e", 120),
    maxXAcceleration: limit("machine_max_acceleration_x", 9000),
    maxYAcceleration: limit("machine_max_acceleration_y", 9000),
    maxZAcceleration: limit("machine_max_acceleration_z", 500),
    maxExtruderAcceleration: limit("machine_max_acceleration_e", 10_000),
    maxPrintAcceleration: printLimit,
    maxRetractAcceleration: limit("machine_max_acceleration_retracting", 1500),
    maxTravelAcceleration: travelLimit,
    jerkXMmPerSecond: limitOfJerk("machine_max_jerk_x", 10),
    jerkYMmPerSecond: limitOfJerk("machine_max_jerk_y", 10),
    jerkZMmPerSecond: limitOfJerk("machine_max_jerk_z", 0.2),
    jerkExtruderMmPerSecond: limitOfJerk("machine_max_jerk_e", 2.5),
    retractionMm: plain("retract_length"),
    retractionMmPerSecond: plain("retract_speed"),
    deretractionMmPerSecond: positiveOr(plain("deretract_speed"), plain("retract_speed"), why.sameAs),
    restartExtraMm: plain("retract_restart_extra"),
    zHopMm: lift("retract_lift", "travel_max_lift"),
    zHopSlopeDegrees: liftSlope,
    minTravelBeforeRetractionMm: plain("retract_before_travel"),
    elephantFootMm: plain("elefant_foot_compensation"),
    outlineOffsetMm: plain("xy_size_compensation"),
    wallGenerator: oneOf("perimeter_generator", { arachne: 0, classic: 1 }),
    thinWalls: flag("thin_walls"),
    fillGaps: flag("gap_fill_enabled"),
    seamPosition: oneOf("seam_position", { rear: 0, aligned: 1, nearest: 2, random: 3 }),
    outerWallsFirst: flag("external_perimeters_first"),
    extraWallsOnSlopes: flag("extra_perimeters"),
    bridgingWalls: flag("overhangs"),
    overhang25MmPerSecond: overhangSpeed("overhang_speed_3"),
    overhang50MmPerSecond: overhangSpeed("overhang_speed_2"),
    overhang75MmPerSecond: overhangSpeed("overhang_speed_1"),
    overhang100MmPerSecond: overhangSpeed("overhang_speed_0"),
    topMinThicknessMm: plain("top_solid_min_thickness"),
    bottomMinThicknessMm: plain("bottom_solid_min_thickness"),
    skinPattern: oneOf("top_fill_pattern", { rectilinear: 0, monotonic: 1, monotoniclines: 2 }),
    adaptiveInfill: kindOfCubic("fill_pattern"),
    infillOverlapPercent: percent("infill_overlap"),
    infillAnchorMm: share("infill_anchor", infillLine),
    infillAnchorMaxMm: share("infill_anchor_max", infillLine),
    solidInfillBelowSquareMm: plain("solid_infill_below_area"),
    bridgeFlowPercent: percentOfRatio("bridge_flow_ratio"),
    overBridgeMmPerSecond: share("over_bridge_speed", solidInfill),
    thickBridges: flag("thick_bridges"),
    retractAtLayerChange: flag("retract_layer_change"),
    retractInsidePart: oppositeFlag("only_retract_when_crossing_perimeters"),
    avoidCrossingWalls: flag("avoid_crossing_perimeters"),
    wipeOnRetraction: flag("wipe"),
    retractBeforeWipePercent: percent("retract_before_wipe"),
    supportStyle: oneOf("support_material_style", { grid: 0, snug: 1, organic: 2, tree: 2 }),
    supportAngleDegrees: supportAngle("support_material_threshold"),
    supportDensityPercent: supportDensity("support_material_spacing", supportWidth, nozzle, layerHeight),
    supportSideGapPercent: percentOfLine("support_material_xy_spacing", outerWallWidth, nozzle),
    verticalShells: oneOf("ensure_vertical_shell_thickness", { "1": 1, enabled: 1, "0": 0, disabled: 0 }),
    oneWallOnTop: oneOf("top_one_perimeter_type", { none: 0, top: 1 }),
    supportGapMm: plain("support_material_contact_distance"),
    supportInterfaceLayers: plain("support_material_interface_layers"),
    supportBottomInterfaceLayers: interfaceLayers(
      "support_material_bottom_interface_layers",
      "support_material_interface_layers",
    ),
    supportInterfaceSpacingMm: plain("support_material_interface_spacing"),
    supportInterfaceMmPerSecond: share("support_material_interface_speed", speed("support_material_speed")),
    supportWallCount: flag("support_material_with_sheath"),
    supportOnBedOnly: flag("support_material_buildplate_only"),
    supportBridges: oppositeFlag("dont_support_bridges"),
    bedXMm: bedSize("bed_shape", 0),
    bedYMm: bedSize("bed_shape", 1),
    copySpacingMm: plain("duplicate_distance"),
  },
  material: {
    extrusionPercent: percentOfRatio("extrusion_multiplier"),
    maxFlowCubicMmPerSecond: plain("filament_max_volumetric_speed"),
    retractionMm: plain("filament_retract_length"),
    retractionMmPerSecond: plain("filament_retract_speed"),
    deretractionMmPerSecond: filamentDeretraction(
      "filament_deretract_speed",
      "filament_retract_speed",
      "deretract_speed",
    ),
    restartExtraMm: plain("filament_retract_restart_extra"),
    zHopMm: lift("filament_retract_lift", "filament_travel_max_lift"),
    wipeOnRetraction: flag("filament_wipe"),
    retractBeforeWipePercent: percent("filament_retract_before_wipe"),
    minTravelBeforeRetractionMm: plain("filament_retract_before_travel"),
    minLayerSeconds,
    minPrintMmPerSecond: plain("min_print_speed"),
  },
  notStated: {
    resolutionMm: "finer outlines change the figures by half a percent at most, and take longer to slice",
    junctionDeviationMm: "PrusaSlicer estimates with jerk alone",
    heatUpMinutes: "how long heating takes is in no option",
    levellingMinutes: "homing and levelling are commands",
    endMinutes: "the end is commands",
    primeGrams: "priming is commands",
  },
  quality: {
    layerHeightMm: layerHeight,
    nozzleDiameterMm: nozzle,
    wallCount: plain("perimeters"),
    infillPercent: percent("fill_density"),
    infillPattern: patternOf("fill_pattern", {
      grid: "grid",
      rectilinear: "lines",
      alignedrectilinear: "lines",
      monotonic: "lines",
      line: "lines",
      zigzag: "lines",
      concentric: "lines",
      cubic: "cubic",
      adaptivecubic: "cubic",
      supportcubic: "cubic",
      gyroid: "gyroid",
    }),
    topLayers: plain("top_solid_layers"),
    bottomLayers: plain("bottom_solid_layers"),
    supports: (options) => {
      if (options.text("support_material") === undefined) return undefined;
      const isOnlyEnforced = hasSupports(options) && options.text("support_material_auto") === "0";
      return {
        option: "support_material",
        value: hasSupports(options) && !isOnlyEnforced,
        why: isOnlyEnforced ? why.onlyEnforced : undefined,
      };
    },
  },
  density: "filament_density",
  left: [
    { names: "start_gcode end_gcode start_filament_gcode end_filament_gcode", effect: LOST.commands },
    {
      names:
        "before_layer_gcode layer_gcode between_objects_gcode toolchange_gcode color_change_gcode pause_print_gcode",
      effect: LOST.layerCommands,
    },
    { names: "post_process gcode_substitutions", effect: LOST.programs },
    { names: "skirts raft_layers draft_shield", neutral: ["0", "disabled"], effect: LOST.brim },
    { names: "brim_width", neutral: ["0"], effect: LOST.brim },
    { names: "brim_type", neutral: ["no_brim"], when: hasBrim, effect: LOST.brim },
    {
      names:
        "support_material_style support_material_pattern support_material_spacing support_material_interface_layers " +
        "support_material_bottom_interface_layers support_material_threshold support_material_contact_distance " +
        "support_material_bottom_contact_distance support_material_contact_distance_bottom " +
        "support_material_contact_distance_top support_material_solid_first_layer support_material_xy_spacing support_material_buildplate_only " +
        "support_material_enforce_layers support_material_with_sheath support_material_interface_contact_loops " +
        "support_material_synchronize_layers support_material_closing_radius dont_support_bridges",
      neutral: ["grid", "rectilinear", "0"],
      when: hasSupports,
      effect: LOST.supportShape,
    },
    { names: "support_material_interface_speed", neutral: ["100%"], when: hasSupports, effect: LOST.otherSpeed },
    { names: "gap_fill", neutral: ["1"], effect: LOST.walls },
    {
      names:
        "thin_perimeters extra_perimeters extra_perimeters_on_overhangs external_perimeters_first only_one_perimeter_top " +
        "only_one_perimeter_first_layer top_one_perimeter_type staggered_inner_seams scarf_seam_placement extra_perimeters_overhangs perimeter_bonding " +
        "perimeter_round_corners wipe_extra_perimeter",
      neutral: ["0", "0%", "none", "nowhere"],
      effect: LOST.walls,
    },
    {
      names: "ensure_vertical_shell_thickness",
      neutral: ["1", "enabled", "ensure_all", "partial"],
      effect: LOST.surfaces,
    },
    { names: "interface_shells infill_first infill_only_where_needed", neutral: ["0"], effect: LOST.surfaces },
    { names: "infill_every_layers", neutral: ["1", "0"], effect: LOST.surfaces },
    { names: "automatic_infill_combination", neutral: ["0"], effect: LOST.surfaces },
    { names: "solid_infill_below_area solid_infill_every_layers", neutral: ["0"], effect: LOST.surfaces },
    { names: "infill_overlap", neutral: ["25%"], effect: LOST.surfaces },
    { names: "infill_anchor infill_anchor_max", neutral: ["1000"], effect: LOST.surfaces },
    {
      names: "top_fill_pattern bottom_fill_pattern external_fill_pattern solid_fill_pattern",
      neutral: ["rectilinear", "monotonic", "monotoniclines", "alignedrectilinear"],
      effect: LOST.surfaces,
    },
    { names: "ironing", neutral: ["0"], effect: LOST.ironing },
    { names: "overhangs", neutral: ["0"], effect: LOST.overhangSpeed },
    {
      names:
        "filament_infill_max_speed filament_infill_max_crossing_speed first_layer_speed_over_raft " +
        "first_layer_acceleration_over_raft wipe_tower_acceleration",
      neutral: ["0", "nil"],
      when: (options) => (options.number("raft_layers") ?? 0) > 0,
      effect: LOST.otherSpeed,
    },
    { names: "time_estimation_compensation", neutral: ["100%"], effect: LOST.otherSpeed },
    { names: "filament_max_speed", neutral: ["0"], effect: LOST.otherSpeed },
    {
      names: "max_volumetric_extrusion_rate_slope_positive max_volumetric_extrusion_rate_slope_negative",
      neutral: ["0"],
      effect: LOST.flowSlope,
    },
    {
      names: "avoid_crossing_perimeters only_retract_when_crossing_perimeters",
      neutral: ["1"],
      effect: LOST.travel,
    },
    {
      names:
        "retract_layer_change wipe retract_before_wipe retract_lift_above retract_lift_below " +
        "avoid_crossing_perimeters_max_detour avoid_crossing_curled_overhangs filament_wipe filament_retract_layer_change " +
        "filament_retract_before_wipe filament_retract_lift_above " +
        "filament_retract_lift_below travel_lift_before_obstacle",
      neutral: ["0", "0%", "nil"],
      effect: LOST.travel,
    },
    { names: "use_firmware_retraction", neutral: ["0"], effect: LOST.firmwareRetraction },
    { names: "bridge_flow_ratio", neutral: ["1", "100%"], effect: LOST.flow },
    { names: "thick_bridges", neutral: ["0"], effect: LOST.flow },
    { names: "over_bridge_flow_ratio perimeter_overlap", neutral: ["1", "100%"], effect: LOST.flow },
    {
      names:
        "xy_inner_size_compensation elefant_foot_compensation fuzzy_skin slicing_mode z_offset interlocking_beam " +
        "mmu_segmented_region_max_width",
      neutral: ["0", "none", "regular"],
      effect: LOST.shape,
    },
    { names: "spiral_vase", neutral: ["0"], effect: LOST.spiral },
    { names: "complete_objects", neutral: ["0"], effect: LOST.oneByOne },
    {
      names: "wipe_tower single_extruder_multi_material filament_load_time filament_unload_time wipe_into_infill",
      neutral: ["0"],
      when: changesFilament,
      effect: LOST.severalMaterials,
    },
    {
      names: "filament_shrinkage_compensation_xy filament_shrinkage_compensation_z",
      neutral: ["0", "0%"],
      effect: LOST.shrinkage,
    },
    {
      names:
        "compatible_printers compatible_printers_condition compatible_prints compatible_prints_condition " +
        "compatible_printers_condition_cummulative compatible_prints_condition_cummulative",
      effect: LOST.compatible,
    },
    ...LEFT_OF_FIRMWARE,
    { names: "arc_fitting", neutral: ["disabled"], effect: LOST.arcs },
  ],
  irrelevant: {
    names:
      "first_layer_bed_temperature bed_temperature temperature first_layer_temperature chamber_temperature " +
      "chamber_minimal_temperature autoemit_temperature_commands idle_temperature standby_temperature_delta " +
      "ooze_prevention bed_temperature_extruder fan_always_on fan_below_layer_time cooling cooling_tube_length " +
      "cooling_tube_retraction parking_pos_retraction extra_loading_move high_current_on_filament_swap " +
      "disable_fan_first_layers full_fan_speed_layer enable_dynamic_fan_speeds bed_custom_model bed_custom_texture " +
      "bed_model bed_texture max_print_height printer_model printer_notes printer_settings_id printer_technology " +
      "printer_variant printer_vendor print_settings_id physical_printer_settings_id silent_mode remaining_times " +
      "thumbnails thumbnails_format variable_layer_height default_filament_profile default_print_profile " +
      "default_sla_material_profile default_sla_print_profile host_type print_host printhost_apikey printhost_cafile " +
      "extruder_colour extruder_offset extrusion_axis max_layer_height min_layer_height use_relative_e_distances " +
      "use_volumetric_e template_custom_gcode notes inherits inherits_cummulative inherits_group renamed_from " +
      "seam_gap_distance filament_seam_gap_distance prefer_clockwise_movements bridge_angle fill_angle " +
      "resolution gcode_resolution slice_closing_radius gcode_comments gcode_label_objects output_filename_format " +
      "threads binary_gcode clip_multipart_objects colorprint_heights automatic_extrusion_widths " +
      "perimeter_extruder infill_extruder solid_infill_extruder support_material_extruder " +
      "support_material_interface_extruder retract_length_toolchange retract_restart_extra_toolchange " +
      "multimaterial_purging single_extruder_multi_material_priming wipe_into_objects nozzle_high_flow " +
      "support_material_angle support_material_interface_pattern " +
      "support_material_interface_spacing raft_contact_distance raft_expansion raft_first_layer_density " +
      "raft_first_layer_expansion brim_separation min_skirt_length min_bead_width min_feature_size machine_limits_usage " +
      "max_print_speed automatic_infill_combination_max_layer_height mmu_segmented_region_interlocking_depth " +
      "sla_print_settings_id sla_material_settings_id profile_vendor profile_version " +
      "filament_abrasive filament_colour filament_cost filament_notes filament_settings_id filament_soluble " +
      "filament_spool_weight filament_type filament_vendor filament_density support_material_auto " +
      // They count only with a default acceleration, another firmware or an automatic width.
      "perimeter_acceleration external_perimeter_acceleration infill_acceleration solid_infill_acceleration " +
      "top_solid_infill_acceleration bridge_acceleration first_layer_acceleration travel_acceleration " +
      "machine_max_acceleration_travel extrusion_width first_layer_infill_speed enable_dynamic_overhang_speeds " +
      "retract_lift travel_max_lift travel_slope travel_ramping_lift filament_travel_max_lift " +
      // SuperSlicer's options: it writes the same kind of file.
      "allow_empty_layers brim_offset brim_width_interior brim_inside_holes bottom_fill_patter complete_objects_one_skirt " +
      "complete_objects_sort exact_last_layer_height external_infill_margin extruders_count print_temperature " +
      "wipe_advanced retract_lift_first_layer retract_lift_top start_gcode_manual tool_name z_step label_printed_objects",
    patterns: [
      /fan_speed|^renamed_from$/i,
      /^(?:skirt|ironing|fuzzy_skin|wall_transition|wall_distribution|wiping_volumes|wipe_tower|support_tree|scarf_seam|interlocking|extruder_clearance|overhang_speed|octoprint|serial|thumbnails|wipe_advanced|bed_model|travel_short)_/,
      /^(?:overhang_speed|skirt)/,
      /^filament_(?:cooling|loading|unloading|toolchange|stamping|ramming|minimal_purge|multitool|purge|load|unload)/,
      // Resin printers' options.
      /^(?:material_|display_|pad_|exposure|initial_|faded|support_(?:base|head|pillar|small_pillar|max_|critical|object_elevation|points|minimal|density_at|buildplate))/,
    ],
  },
};

/** Jerk 0 is a full stop at every corner, not an absent limit. */
function limitOfJerk(option: string, ownDefault: number): Reader {
  return (options) => {
    const found = limit(option, ownDefault)(options);
    return found?.why === why.noLimit ? { option, value: 0 } : found;
  };
}

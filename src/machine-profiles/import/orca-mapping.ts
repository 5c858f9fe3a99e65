// Mapping of OrcaSlicer's and Bambu Studio's options, by their own rules of percentages, zeros and lists.
//
// Rules and defaults are those of the two slicers' source files PrintConfig, Flow, GCode and GCodeProcessor.

import {
  bedSize,
  type Found,
  filamentDeretraction,
  firstFound,
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
  travelLimitOf,
} from "./option-mapping.ts";
import * as why from "./reasons.ts";
import type { SlicerOptions } from "./slicer-options.ts";

const { LOST } = why;

const nozzle = plain("nozzle_diameter");
const layerHeight = plain("layer_height");

function limit(option: string): Reader {
  return (options) => {
    const found = plain(option)(options);
    if (found === undefined || found.value > 0) return found;
    return { option, value: Number.POSITIVE_INFINITY, why: why.noLimit };
  };
}

const printLimit = limit("machine_max_acceleration_extruding");

const travelLimit = travelLimitOf(limit("machine_max_acceleration_travel"), printLimit);

const usualAcceleration = plain("default_acceleration");

/** Without a default acceleration the slicer sets none at all, even if features state one. */
function acceleration(reader: Reader): Reader {
  return (options) => {
    const usual = usualAcceleration(options);
    if (usual === undefined) {
      const own = reader(options);
      return isPositive(own) ? own : undefined;
    }
    if (usual.value <= 0) {
      const found = printLimit(options);
      return found === undefined ? undefined : { ...found, why: why.noAcceleration(found.option) };
    }
    return positiveOr(reader, usualAcceleration, why.sameAs)(options);
  };
}

function isPositive(found: Found | undefined): found is Found {
  return found !== undefined && found.value > 0;
}

/** Speed 0 lets the filament's flow alone decide. */
function speed(option: string, whole?: Reader): Reader {
  return (options) => {
    const found = (whole === undefined ? plain(option) : share(option, whole))(options);
    if (found === undefined || found.value > 0) return found;
    return { option, value: Number.POSITIVE_INFINITY, why: why.autoSpeed("filament_max_volumetric_speed") };
  };
}

const outerWall = speed("outer_wall_speed");

/** A threshold decides which walls count as small; it is 0 by default. */
const smallPerimeter: Reader = (options) => {
  if ((options.number("small_perimeter_threshold") ?? 0) > 0) {
    return speed("small_perimeter_speed", outerWall)(options);
  }
  const found = outerWall(options);
  return found === undefined ? undefined : { ...found, why: found.why ?? why.noSmallPerimeters };
};

/**
 * A line's width, as a percentage of the nozzle's.
 *
 * @param auto the slicer's automatic width, of the nozzle
 */
function width(option: string, auto: number): Reader {
  return (options) => {
    const nozzleMm = nozzle(options)?.value;
    if (nozzleMm === undefined || nozzleMm <= 0) return undefined;
    for (const name of [option, "line_width"]) {
      const amount = options.amount(name);
      if (amount === undefined || amount.value <= 0) continue;
      const percent = amount.isPercent ? amount.value : (100 * amount.value) / nozzleMm;
      return {
        option: name,
        value: percent,
        why: amount.isPercent && name === option ? undefined : why.becamePercentOfNozzle,
      };
    }
    if (options.amount(option) === undefined && options.amount("line_width") === undefined) return undefined;
    return { option, value: 100 * auto, why: why.autoWidth };
  };
}

/** Jerk of the print, if it states one, but never above the machine's. */
function jerk(machine: string): Reader {
  return (options) => {
    const limited = plain(machine)(options);
    const ofPrint = plain("default_jerk")(options);
    if (!isPositive(ofPrint)) return limited;
    if (limited === undefined || ofPrint.value < limited.value) return { ...ofPrint, why: why.jerkOfPrint };
    return limited;
  };
}

/** Only newer Marlin has junction deviation in place of jerk. */
const junctionDeviation: Reader = (options) => {
  const machine = plain("machine_max_junction_deviation")(options);
  if (machine === undefined || machine.value <= 0) return machine;
  if (flavor(options) !== "marlin2") return { ...machine, value: 0, why: why.jerkInstead };
  const ofPrint = plain("default_junction_deviation")(options);
  return isPositive(ofPrint) && ofPrint.value < machine.value ? ofPrint : machine;
};

const minLayerSeconds: Reader = (options) => {
  const found = plain("slow_down_layer_time")(options);
  if (found === undefined || options.text("slow_down_for_layer_cooling") !== "0") return found;
  return { option: "slow_down_for_layer_cooling", value: 0, why: why.coolingOff };
};

/** Overhangs are slowed down only if an option says so; 0 means the outer walls' speed. */
function overhangSpeed(option: string): Reader {
  return (options) => {
    if (!options.isOn("enable_overhang_speed")) return flag("enable_overhang_speed")(options);
    return positiveOr(share(option, outerWall), outerWall, why.sameAs)(options);
  };
}

/** Spiral lifts, and lifts chosen per move, are left out. */
const liftSlope: Reader = (options) => {
  const type = options.text("z_hop_types");
  if (type === "Normal Lift") return { option: "z_hop_types", value: 0, why: why.numbered };
  return type === "Slope Lift" ? plain("travel_slope")(options) : undefined;
};

const outerWallWidth = width("outer_wall_line_width", 1.125);
const supportWidth = width("support_line_width", 1);
/** The line that anchors are a percentage of. */
const infillLine = lineMm(width("sparse_infill_line_width", 1.125), nozzle);

/** Trees are a type of their own, and columns have styles. */
const supportStyle: Reader = (options) => {
  if (options.text("support_type")?.startsWith("tree")) return { option: "support_type", value: 2, why: why.numbered };
  return oneOf("support_style", { default: 0, grid: 0, snug: 1 })(options);
};

const hasSupports = (options: SlicerOptions): boolean => options.isOn("enable_support");
const hasBrim = (options: SlicerOptions): boolean => (options.number("brim_width") ?? 0) > 0;
const slowsOverhangs = (options: SlicerOptions): boolean => options.isOn("enable_overhang_speed");
const hasManyFilaments = (options: SlicerOptions): boolean => options.count("filament_diameter") > 1;
const jerkIsSet = (options: SlicerOptions): boolean => (options.number("default_jerk") ?? 0) > 0;
const hasOwnFlows = (options: SlicerOptions): boolean => options.isOn("set_other_flow_ratios");

export const ORCA_MAPPING: SlicerMapping = {
  // A system preset's parents state nearly all options; the rules above need these.
  defaults: {
    printer: { deretraction_speed: "0", z_hop: "0.4", retraction_minimum_travel: "2" },
    print: {
      line_width: "0",
      travel_speed_z: "0",
      small_perimeter_speed: "50%",
      small_perimeter_threshold: "0",
      outer_wall_acceleration: "500",
      inner_wall_acceleration: "10000",
      top_surface_acceleration: "500",
      initial_layer_acceleration: "300",
      travel_acceleration: "10000",
      sparse_infill_acceleration: "100%",
      internal_solid_infill_acceleration: "100%",
      bridge_acceleration: "50%",
      default_jerk: "0",
      top_shell_thickness: "0",
      bottom_shell_thickness: "0",
      enable_support: "0",
      print_flow_ratio: "1",
    },
    filament: { filament_flow_ratio: "1", slow_down_for_layer_cooling: "1", slow_down_min_speed: "10" },
  },
  essential: {
    printer: ["nozzle_diameter", "printable_area", "retraction_length", "machine_max_acceleration_x"],
    print: [
      "layer_height",
      "outer_wall_speed",
      "inner_wall_speed",
      "travel_speed",
      "default_acceleration",
      "wall_loops",
    ],
    filament: ["filament_diameter", "filament_flow_ratio", "filament_max_volumetric_speed", "slow_down_layer_time"],
  },
  parameters: {
    nozzleDiameterMm: nozzle,
    filamentDiameterMm: plain("filament_diameter"),
    outerWallWidthPercent: outerWallWidth,
    innerWallWidthPercent: width("inner_wall_line_width", 1.125),
    infillWidthPercent: width("sparse_infill_line_width", 1.125),
    solidInfillWidthPercent: width("internal_solid_infill_line_width", 1.125),
    topSurfaceWidthPercent: width("top_surface_line_width", 1),
    supportWidthPercent: supportWidth,
    firstLayerWidthPercent: width("initial_layer_line_width", 1.125),
    firstLayerHeightMm: plain("initial_layer_print_height"),
    outerWallMmPerSecond: outerWall,
    innerWallMmPerSecond: speed("inner_wall_speed"),
    smallPerimeterMmPerSecond: smallPerimeter,
    infillMmPerSecond: speed("sparse_infill_speed"),
    solidInfillMmPerSecond: speed("internal_solid_infill_speed"),
    topSurfaceMmPerSecond: speed("top_surface_speed"),
    bridgeMmPerSecond: speed("bridge_speed"),
    gapFillMmPerSecond: speed("gap_infill_speed"),
    supportMmPerSecond: speed("support_speed"),
    firstLayerMmPerSecond: speed("initial_layer_speed"),
    firstLayerInfillMmPerSecond: speed("initial_layer_infill_speed"),
    travelMmPerSecond: plain("travel_speed"),
    travelZMmPerSecond: positiveOr(plain("travel_speed_z"), plain("travel_speed"), why.sameAs),
    outerWallAcceleration: acceleration(plain("outer_wall_acceleration")),
    innerWallAcceleration: acceleration(plain("inner_wall_acceleration")),
    infillAcceleration: acceleration(share("sparse_infill_acceleration", usualAcceleration)),
    solidInfillAcceleration: acceleration(share("internal_solid_infill_acceleration", usualAcceleration)),
    topSurfaceAcceleration: acceleration(plain("top_surface_acceleration")),
    bridgeAcceleration: acceleration(share("bridge_acceleration", plain("outer_wall_acceleration"))),
    otherAcceleration: acceleration(usualAcceleration),
    firstLayerAcceleration: acceleration(plain("initial_layer_acceleration")),
    travelAcceleration: acceleration(plain("travel_acceleration")),
    maxXMmPerSecond: limit("machine_max_speed_x"),
    maxYMmPerSecond: limit("machine_max_speed_y"),
    maxZMmPerSecond: limit("machine_max_speed_z"),
    maxExtruderMmPerSecond: limit("machine_max_speed_e"),
    maxXAcceleration: limit("machine_max_acceleration_x"),
    maxYAcceleration: limit("machine_max_acceleration_y"),
    maxZAcceleration: limit("machine_max_acceleration_z"),
    maxExtruderAcceleration: limit("machine_max_acceleration_e"),
    maxPrintAcceleration: printLimit,
    maxRetractAcceleration: limit("machine_max_acceleration_retracting"),
    maxTravelAcceleration: travelLimit,
    jerkXMmPerSecond: jerk("machine_max_jerk_x"),
    jerkYMmPerSecond: jerk("machine_max_jerk_y"),
    jerkZMmPerSecond: plain("machine_max_jerk_z"),
    jerkExtruderMmPerSecond: plain("machine_max_jerk_e"),
    junctionDeviationMm: junctionDeviation,
    retractionMm: plain("retraction_length"),
    retractionMmPerSecond: plain("retraction_speed"),
    deretractionMmPerSecond: positiveOr(plain("deretraction_speed"), plain("retraction_speed"), why.sameAs),
    restartExtraMm: plain("retract_restart_extra"),
    zHopMm: plain("z_hop"),
    minTravelBeforeRetractionMm: plain("retraction_minimum_travel"),
    bedXMm: bedSize("printable_area", 0),
    bedYMm: bedSize("printable_area", 1),
    elephantFootMm: plain("elefant_foot_compensation"),
    wallGenerator: oneOf("wall_generator", { arachne: 0, classic: 1 }),
    thinWalls: flag("detect_thin_wall"),
    fillGaps: oneOf("gap_fill_target", { everywhere: 1, topbottom: 0, nowhere: 0 }),
    seamPosition: oneOf("seam_position", { back: 0, aligned: 1, aligned_back: 1, nearest: 2, random: 3 }),
    outerWallsFirst: firstFound(
      oneOf("wall_sequence", { "inner wall/outer wall": 0, "outer wall/inner wall": 1 }),
      oneOf("wall_infill_order", { "inner wall/outer wall/infill": 0, "outer wall/inner wall/infill": 1 }),
    ),
    oneWallOnTop: firstFound(oneOf("top_one_wall_type", { none: 0, "all top": 1 }), flag("only_one_wall_top")),
    bridgingWalls: flag("detect_overhang_wall"),
    overhang25MmPerSecond: overhangSpeed("overhang_1_4_speed"),
    overhang50MmPerSecond: overhangSpeed("overhang_2_4_speed"),
    overhang75MmPerSecond: overhangSpeed("overhang_3_4_speed"),
    overhang100MmPerSecond: overhangSpeed("overhang_4_4_speed"),
    topMinThicknessMm: plain("top_shell_thickness"),
    bottomMinThicknessMm: plain("bottom_shell_thickness"),
    verticalShells: oneOf("ensure_vertical_shell_thickness", {
      "1": 1,
      enabled: 1,
      ensure_all: 1,
      "0": 0,
      disabled: 0,
      none: 0,
    }),
    skinPattern: oneOf("top_surface_pattern", { rectilinear: 0, "zig-zag": 0, monotonic: 1, monotonicline: 2 }),
    adaptiveInfill: kindOfCubic("sparse_infill_pattern"),
    infillOverlapPercent: percent("infill_wall_overlap"),
    infillAnchorMm: firstFound(share("infill_anchor", infillLine), share("sparse_infill_anchor", infillLine)),
    infillAnchorMaxMm: firstFound(
      share("infill_anchor_max", infillLine),
      share("sparse_infill_anchor_max", infillLine),
    ),
    solidInfillBelowSquareMm: plain("minimum_sparse_infill_area"),
    bridgeFlowPercent: percentOfRatio("bridge_flow"),
    thickBridges: flag("thick_bridges"),
    zHopSlopeDegrees: liftSlope,
    retractAtLayerChange: flag("retract_when_changing_layer"),
    retractInsidePart: oppositeFlag("reduce_infill_retraction"),
    avoidCrossingWalls: flag("reduce_crossing_wall"),
    wipeOnRetraction: flag("wipe"),
    retractBeforeWipePercent: percent("retract_before_wipe"),
    supportStyle,
    supportAngleDegrees: supportAngle("support_threshold_angle"),
    supportDensityPercent: supportDensity("support_base_pattern_spacing", supportWidth, nozzle, layerHeight),
    supportGapMm: plain("support_top_z_distance"),
    supportSideGapPercent: percentOfLine("support_object_xy_distance", outerWallWidth, nozzle),
    supportInterfaceLayers: plain("support_interface_top_layers"),
    supportBottomInterfaceLayers: interfaceLayers("support_interface_bottom_layers", "support_interface_top_layers"),
    supportInterfaceSpacingMm: plain("support_interface_spacing"),
    supportInterfaceMmPerSecond: speed("support_interface_speed"),
    supportOnBedOnly: flag("support_on_build_plate_only"),
    supportBridges: oppositeFlag("bridge_no_support"),
  },
  material: {
    extrusionPercent: percentOfRatio("filament_flow_ratio", "print_flow_ratio"),
    maxFlowCubicMmPerSecond: plain("filament_max_volumetric_speed"),
    retractionMm: plain("filament_retraction_length"),
    retractionMmPerSecond: plain("filament_retraction_speed"),
    deretractionMmPerSecond: filamentDeretraction(
      "filament_deretraction_speed",
      "filament_retraction_speed",
      "deretraction_speed",
    ),
    restartExtraMm: plain("filament_retract_restart_extra"),
    zHopMm: plain("filament_z_hop"),
    wipeOnRetraction: flag("filament_wipe"),
    retractBeforeWipePercent: percent("filament_retract_before_wipe"),
    minTravelBeforeRetractionMm: plain("filament_retraction_minimum_travel"),
    minLayerSeconds,
    minPrintMmPerSecond: plain("slow_down_min_speed"),
  },
  notStated: {
    resolutionMm: "finer outlines change the figures by half a percent at most, and take longer to slice",
    outlineOffsetMm: "outlines and holes have an option each",
    overBridgeMmPerSecond: "these slicers print it as other solid layers",
    extraWallsOnSlopes: "these slicers add none",
    supportWallCount: "these slicers choose it by the kind of support",
    heatUpMinutes: "how long heating takes is in no option",
    levellingMinutes: "homing and levelling are commands",
    endMinutes: "the end is commands",
    primeGrams: "priming is commands",
    copySpacingMm: "copies are arranged on the plate, by no option",
  },
  quality: {
    layerHeightMm: layerHeight,
    nozzleDiameterMm: nozzle,
    wallCount: plain("wall_loops"),
    infillPercent: (options) => {
      const value = options.number("sparse_infill_density");
      return value === undefined ? undefined : { option: "sparse_infill_density", value };
    },
    infillPattern: patternOf("sparse_infill_pattern", {
      grid: "grid",
      "zig-zag": "lines",
      zigzag: "lines",
      crosszag: "lines",
      line: "lines",
      rectilinear: "lines",
      alignedrectilinear: "lines",
      monotonic: "lines",
      monotonicline: "lines",
      concentric: "lines",
      cubic: "cubic",
      adaptivecubic: "cubic",
      supportcubic: "cubic",
      quartercubic: "cubic",
      gyroid: "gyroid",
    }),
    topLayers: plain("top_shell_layers"),
    bottomLayers: plain("bottom_shell_layers"),
    supports: (options) => {
      if (options.text("enable_support") === undefined) return undefined;
      const isManual = options.text("support_type")?.includes("manual") === true;
      const isOnlyEnforced = hasSupports(options) && isManual;
      return {
        option: "enable_support",
        value: hasSupports(options) && !isManual,
        why: isOnlyEnforced ? why.onlyEnforced : undefined,
      };
    },
  },
  density: "filament_density",
  left: [
    {
      names: "machine_start_gcode machine_end_gcode filament_start_gcode filament_end_gcode file_start_gcode",
      effect: LOST.commands,
    },
    {
      names:
        "before_layer_change_gcode layer_change_gcode change_filament_gcode time_lapse_gcode printing_by_object_gcode " +
        "change_extrusion_role_gcode process_change_extrusion_role_gcode filament_change_extrusion_role_gcode " +
        "wrapping_detection_gcode machine_pause_gcode",
      effect: LOST.layerCommands,
    },
    { names: "post_process slicing_pipeline_plugin plugins", effect: LOST.programs },
    { names: "skirt_loops raft_layers", neutral: ["0"], effect: LOST.brim },
    { names: "draft_shield", neutral: ["disabled", "0"], effect: LOST.brim },
    { names: "brim_type", neutral: ["no_brim"], when: hasBrim, effect: LOST.brim },
    {
      names:
        "support_type support_style support_base_pattern support_base_pattern_spacing support_expansion " +
        "support_interface_top_layers support_interface_bottom_layers support_threshold_angle support_top_z_distance " +
        "support_bottom_z_distance support_object_xy_distance support_object_first_layer_gap support_on_build_plate_only " +
        "support_critical_regions_only support_remove_small_overhang enforce_support_layers bridge_no_support " +
        "max_bridge_length tree_support_wall_count independent_support_layer_height support_ironing enable_support_ironing " +
        "support_threshold_overlap",
      neutral: ["0", "default", "grid", "normal(auto)"],
      when: hasSupports,
      effect: LOST.supportShape,
    },
    {
      names: "support_interface_speed small_support_perimeter_speed",
      when: hasSupports,
      effect: LOST.otherSpeed,
    },
    { names: "filter_out_gap_fill", neutral: ["0"], effect: LOST.walls },
    { names: "wall_sequence", neutral: ["inner wall/outer wall"], effect: LOST.walls },
    { names: "wall_infill_order", neutral: ["inner wall/outer wall/infill"], effect: LOST.walls },
    {
      names:
        "alternate_extra_wall extra_perimeters_on_overhangs only_one_wall_top top_one_wall_type " +
        "only_one_wall_first_layer overhang_reverse seam_slope_type precise_outer_wall staggered_inner_seams " +
        "is_infill_first has_scarf_joint_seam",
      neutral: ["0", "none", "not apply"],
      effect: LOST.walls,
    },
    {
      names: "ensure_vertical_shell_thickness",
      neutral: ["ensure_all", "enabled", "1"],
      effect: LOST.surfaces,
    },
    {
      names:
        "interface_shells infill_combination minimum_sparse_infill_area top_surface_expansion infill_rotate_step " +
        "extra_solid_infills enable_extra_bridge_layer infill_instead_top_bottom_surfaces " +
        "detect_narrow_internal_solid_infill",
      neutral: ["0", "disabled"],
      effect: LOST.surfaces,
    },
    { names: "fill_multiline", neutral: ["1"], effect: LOST.surfaces },
    { names: "top_surface_density bottom_surface_density", neutral: ["100%"], effect: LOST.surfaces },
    { names: "infill_wall_overlap", neutral: ["25%"], effect: LOST.surfaces },
    { names: "infill_anchor infill_anchor_max", neutral: ["1000"], effect: LOST.surfaces },
    {
      names: "top_surface_pattern bottom_surface_pattern internal_solid_infill_pattern",
      neutral: ["monotonic", "monotonicline", "rectilinear", "zig-zag", "alignedrectilinear"],
      effect: LOST.surfaces,
    },
    { names: "ironing_type", neutral: ["no ironing"], effect: LOST.ironing },
    {
      names:
        "slowdown_for_curled_perimeters vertical_shell_speed enable_height_slowdown filament_enable_overhang_speed",
      neutral: ["0", "100%"],
      when: slowsOverhangs,
      effect: LOST.overhangSpeed,
    },
    {
      names: "internal_bridge_speed initial_layer_travel_speed initial_layer_travel_acceleration filament_bridge_speed",
      neutral: ["100%", "0", "nil"],
      effect: LOST.otherSpeed,
    },
    { names: "slow_down_layers", neutral: ["0", "1"], effect: LOST.otherSpeed },
    { names: "travel_short_distance_acceleration", neutral: ["0"], effect: LOST.otherSpeed },
    { names: "accel_to_decel_enable", neutral: ["0"], effect: LOST.otherSpeed },
    { names: "dont_slow_down_outer_wall filament_adaptive_volumetric_speed", neutral: ["0"], effect: LOST.otherSpeed },
    { names: "resonance_avoidance", neutral: ["0"], effect: LOST.otherSpeed },
    {
      names: "outer_wall_jerk inner_wall_jerk infill_jerk top_surface_jerk initial_layer_jerk travel_jerk",
      neutral: ["0"],
      when: jerkIsSet,
      effect: LOST.jerkOfFeature,
    },
    {
      names: "max_volumetric_extrusion_rate_slope smooth_coefficient",
      neutral: ["0"],
      effect: LOST.flowSlope,
    },
    { names: "reduce_crossing_wall reduce_infill_retraction", neutral: ["1"], effect: LOST.travel },
    {
      names:
        "retract_when_changing_layer wipe retract_before_wipe retract_lift_above retract_lift_below " +
        "filament_wipe filament_retract_when_changing_layer filament_retract_before_wipe " +
        "wipe_before_external_loop wipe_on_loops timelapse_type long_retractions_when_cut",
      neutral: ["0", "0%", "nil"],
      effect: LOST.travel,
    },
    { names: "z_hop_types filament_z_hop_types", neutral: ["Normal Lift", "nil"], effect: LOST.travel },
    {
      names: "retract_lift_enforce filament_retract_lift_enforce",
      neutral: ["All Surfaces", "nil"],
      effect: LOST.travel,
    },
    { names: "use_firmware_retraction", neutral: ["0"], effect: LOST.firmwareRetraction },
    {
      names:
        "bridge_flow internal_bridge_flow bridge_density internal_bridge_density top_solid_infill_flow_ratio " +
        "bottom_solid_infill_flow_ratio initial_layer_flow_ratio",
      neutral: ["1", "100%"],
      effect: LOST.flow,
    },
    {
      names:
        "first_layer_flow_ratio outer_wall_flow_ratio inner_wall_flow_ratio overhang_flow_ratio sparse_infill_flow_ratio " +
        "internal_solid_infill_flow_ratio gap_fill_flow_ratio support_flow_ratio support_interface_flow_ratio",
      neutral: ["1"],
      when: hasOwnFlows,
      effect: LOST.flow,
    },
    {
      names: "small_area_infill_flow_compensation thick_bridges thick_internal_bridges",
      neutral: ["0"],
      effect: LOST.flow,
    },
    {
      names:
        "xy_contour_compensation xy_hole_compensation elefant_foot_compensation fuzzy_skin slicing_mode z_offset " +
        "interlocking_beam make_overhang_printable hole_to_polyhole counterbore_hole_bridging precise_z_height zaa_enabled " +
        "enable_circle_compensation mmu_segmented_region_max_width",
      neutral: ["0", "none", "regular"],
      effect: LOST.shape,
    },
    { names: "spiral_mode", neutral: ["0"], effect: LOST.spiral },
    { names: "print_sequence", neutral: ["by layer"], effect: LOST.oneByOne },
    {
      names:
        "enable_prime_tower single_extruder_multi_material flush_into_infill flush_into_objects flush_into_support",
      neutral: ["0"],
      when: hasManyFilaments,
      effect: LOST.severalMaterials,
    },
    {
      names: "machine_load_filament_time machine_unload_filament_time machine_tool_change_time",
      neutral: ["0"],
      when: hasManyFilaments,
      effect: LOST.severalMaterials,
    },
    { names: "filament_shrink filament_shrinkage_compensation_z", neutral: ["100%", "nil"], effect: LOST.shrinkage },
    {
      names:
        "compatible_printers compatible_printers_condition compatible_prints compatible_prints_condition " +
        "print_compatible_printers upward_compatible_machine compatible_machine_expression_group " +
        "compatible_process_expression_group",
      effect: LOST.compatible,
    },
    ...LEFT_OF_FIRMWARE,
    { names: "enable_arc_fitting", neutral: ["0"], effect: LOST.arcs },
  ],
  irrelevant: {
    names:
      // They count only with a default acceleration, another firmware or an automatic width.
      "outer_wall_acceleration inner_wall_acceleration sparse_infill_acceleration internal_solid_infill_acceleration " +
      "top_surface_acceleration bridge_acceleration initial_layer_acceleration travel_acceleration " +
      "machine_max_acceleration_travel small_perimeter_speed line_width enable_overhang_speed " +
      "type name from setting_id instantiation description version is_custom_defined inherits inherits_group include " +
      "renamed_from printer_settings_id print_settings_id filament_settings_id filament_id filament_ids filament_type " +
      "filament_vendor filament_colour filament_colour_type filament_multi_colour default_filament_colour filament_cost " +
      "filament_density filament_notes filament_soluble filament_is_support filament_printable filament_map " +
      "filament_map_mode filament_map_2 filament_extruder_variant filament_self_index required_nozzle_HRC nozzle_hrc " +
      "nozzle_type nozzle_volume nozzle_height nozzle_volume_type bed_type curr_bed_type default_bed_type host_type " +
      "print_host print_host_webui printer_agent bbl_use_printhost flashforge_serial_number printer_model printer_variant " +
      "printer_technology printer_structure printer_notes notes silent_mode scan_first_layer auxiliary_fan fan_direction " +
      "best_object_pos head_wrap_detect_zone default_print_profile default_filament_profile default_nozzle_volume_type " +
      "extruder_colour extruder_offset extruder_type extruder_variant_list printer_extruder_id printer_extruder_variant " +
      "print_extruder_id print_extruder_variant master_extruder_id physical_extruder_map max_layer_height min_layer_height " +
      "printable_height extruder_printable_area extruder_printable_height bed_exclude_area bed_custom_model " +
      "bed_custom_texture bed_mesh_min bed_mesh_max bed_mesh_probe_distance adaptive_bed_mesh_margin thumbnails " +
      "thumbnails_format thumbnail_size use_relative_e_distances emit_machine_limits_to_gcode disable_m73 time_cost " +
      "gcode_add_line_number gcode_comments gcode_label_objects gcode_skip_config_block exclude_object use_3mf " +
      "filename_format resolution slice_closing_radius seam_gap infill_direction solid_infill_direction " +
      "bridge_angle internal_bridge_angle relative_bridge_angle wall_direction adaptive_layer_height " +
      "travel_slope max_travel_detour_distance standby_temperature_delta ooze_prevention preheat_time " +
      "preheat_steps temperature_vitrification nozzle_temperature nozzle_temperature_initial_layer " +
      "nozzle_temperature_range_low nozzle_temperature_range_high chamber_temperature chamber_temperatures " +
      "activate_chamber_temp_control chamber_minimal_temperature idle_temperature impact_strength_z " +
      "reduce_fan_stop_start_freq close_fan_the_first_x_layers close_additional_fan_first_x_layers full_fan_speed_layer " +
      "additional_fan_full_speed_layer fan_cooling_layer_time fan_kickstart fan_speedup_time fan_speedup_overhangs " +
      "part_cooling_fan_min_pwm overhang_fan_threshold overhang_threshold_participating_cooling " +
      "enable_overhang_bridge_fan enable_pressure_advance pressure_advance " +
      "activate_air_filtration support_air_filtration support_chamber_temp_control support_cooling_filter " +
      "cooling_filter_enabled cooling_slowdown_logic cooling_perimeter_transition_distance cooling_tube_length " +
      "cooling_tube_retraction parking_pos_retraction extra_loading_move high_current_on_filament_swap " +
      "support_multi_bed_types support_object_skip_flush support_parallel_printheads preferred_orientation " +
      "manual_filament_change pellet_modded_printer pellet_flow_coefficient template_custom_gcode " +
      "disable_heater_after_last_use enable_power_loss_recovery wrapping_detection_layers wrapping_exclude_area " +
      "enable_wrapping_detection farthest_point_timelapse grab_length retract_length_toolchange " +
      "retract_restart_extra_toolchange retraction_distances_when_cut enable_long_retraction_when_cut wipe_distance " +
      "filament_wipe_distance wipe_speed role_based_wipe_speed wipe_inward wipe_inward_distance brim_width " +
      "brim_object_gap brim_flow_ratio brim_use_efc_outline combine_brims tree_support_auto_brim tree_support_brim_width " +
      "min_skirt_length single_loop_draft_shield elefant_foot_compensation_layers elefant_foot_layers_density " +
      "accel_to_decel_factor max_volumetric_extrusion_rate_slope_segment_length " +
      "extrusion_rate_smoothing_external_perimeter_only set_other_flow_ratios print_order " +
      "first_layer_print_sequence other_layers_print_sequence different_settings_to_system " +
      "default_ams_type extruder_ams_count extruder_nozzle_stats extruder_nozzle_stats_new extruder_max_nozzle_count " +
      "min_width_top_surface small_support_perimeter_threshold support_filament support_interface_filament " +
      "support_interface_not_for_body wall_filament sparse_infill_filament solid_infill_filament support_angle " +
      "support_interface_pattern support_interface_spacing support_bottom_interface_spacing " +
      "support_interface_loop_pattern top_color_penetration_layers bottom_color_penetration_layers infill_lock_depth " +
      "skin_infill_depth skin_infill_density skeleton_infill_density skin_infill_line_width skeleton_infill_line_width " +
      "infill_shift_step symmetric_infill_y_axis infill_combination_max_layer_height bridge_line_width " +
      "dont_filter_internal_bridges scarf_angle_threshold scarf_overhang_threshold scarf_joint_speed " +
      "scarf_joint_flow_ratio apply_scarf_seam_on_circles top_area_threshold internal_bridge_support_thickness " +
      "detect_floating_vertical_shell embedding_wall_into_infill top_z_overrides_xy_distance enable_pre_heating " +
      "group_algo_with_time hotend_heating_rate hotend_cooling_rate mmu_segmented_region_interlocking_depth " +
      "prime_volume toolchange_ordering single_extruder_multi_material_priming avoid_crossing_wall_includes_support " +
      "z_direction_outwall_speed_continuous enable_mixed_color_sublayer enable_order_independent_overlap_carving " +
      "has_filament_switcher enable_filament_dynamic_map bed_temperature_formula bed_heat_soak_area " +
      "volumetric_speed_coefficients spiral_mode_smooth calib_flowrate_topinfill_special_order " +
      "long_retractions_when_ec retraction_distances_when_ec deretract_speed_extruder_change " +
      "ams_drying_temperature diameter_limit model_id " +
      "default_materials nozzle_flush_dataset machine_hotend_change_time machine_prepare_compensation_time " +
      "support_fast_purge_mode purge_in_prime_tower enable_filament_ramming wipe_tower_type tool_change_on_wipe_tower " +
      "wait_for_temp_on_wipe_tower filament_velocity_adaptation_factor filament_metal_stickiness " +
      "initial_layer_travel_jerk default_junction_deviation",
    patterns: [
      /fan_speed|^fan_m(?:ax|in)_/,
      /plate_temp/,
      /^(?:skirt|ironing|fuzzy_skin|wall_transition|wall_distribution|wall_maximum|wipe_tower|prime_tower|flush|tree_support|seam_slope|interlocking|extruder_clearance|overhang|printhost|input_shaping|spiral|lightning|raft|wiping_volumes|circle_compensation|counter_|hole_(?:coef|limit|to_polyhole_)|ams_|adaptive_pressure|small_area_infill_flow_compensation_|machine_(?:max_force|bed_mass|max_printed)|zaa_|make_overhang_printable_|toolchange_|support_ironing_|lateral_lattice|nozzle_flush)/,
      /^(?:min_bead_width|min_feature_size|min_length_factor|initial_layer_min_bead_width|sparse_infill_(?:rotate|smooth|filament)|solid_infill_(?:rotate|filament)|top_surface_(?:fill|expansion_|filament)|bottom_surface_(?:fill|filament)|(?:top|bottom)_layer_direction|(?:outer|inner)_wall_filament|internal_solid_filament|align_infill|center_of_surface|separated_infills|gyroid_|infill_overhang|first_x_layer|enable_tower|max_resonance|min_resonance|print_plugin|printer_plugin|filament_plugin)/,
      /^filament_(?:cooling|loading|unloading|toolchange|stamping|ramming|minimal_purge|multitool|purge|load|unload|dev_|flush|prime|tower|change|pre_cooling|preheat|retract_length_|retract_restart_extra_|scarf|ironing|long_|retraction_distances|mixed|adhesiveness|extruder_compat|nozzle_map|volume_map|overhang|retract_after|retract_lift_)/,
      /^(?:print|complete|during_print)_exhaust/,
    ],
  },
};

/** OrcaSlicer is derived from Bambu Studio, which has fewer accelerations. */
export const BAMBU_MAPPING: SlicerMapping = {
  ...ORCA_MAPPING,
  defaults: {
    ...ORCA_MAPPING.defaults,
    print: {
      ...ORCA_MAPPING.defaults.print,
      bridge_acceleration: "0",
      internal_solid_infill_acceleration: "0",
    },
  },
};

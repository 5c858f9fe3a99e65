// Translates a profile into PrusaSlicer's ini file. Every option that changes time or material is set, since defaults
// differ between versions. A version ignores unknown options, so the newest version's are set for all.
// unused-prusaslicer-options.ts lists the options left out, with the reasons.

import type { FilamentProfile, InfillPattern } from "../../src/contract/profile.ts";
import {
  FILAMENT_PRINTER,
  FIRST_SUPPORT_LAYER_PERCENT,
  firstLayerHeightMm,
  jerkMmPerSecond,
  lineSpacingMm,
  lineWidths,
  printSpeeds,
  THIN_WALLS,
  TREE_SUPPORTS,
} from "../filament/filament-printer.ts";

/** Written by our end G-code, since PrusaSlicer states no number of layers. The number after it counts from 0. */
export const LAST_LAYER_COMMENT = "; last_layer = ";

/** Lines alternate in direction from layer to layer. */
const FILL_PATTERNS: Readonly<Record<InfillPattern, string>> = {
  grid: "grid",
  lines: "rectilinear",
  cubic: "cubic",
  gyroid: "gyroid",
};

/** By `adaptiveInfill` of the profile. */
const CUBIC_PATTERNS = ["cubic", "adaptivecubic", "supportcubic"];
/** By `skinPattern` of the profile. */
const SKIN_PATTERNS = ["rectilinear", "monotonic", "monotoniclines"];
/** By `seamPosition` of the profile. */
const SEAM_POSITIONS = ["rear", "aligned", "nearest", "random"];

/** By `supportStyle` of the profile. */
const SUPPORT_STYLES = ["grid", "snug", "organic"];

/** A grid's lines cross within a layer, so solid infill needs another pattern. */
function fillPattern({ infillPercent, infillPattern, adaptiveInfill }: FilamentProfile): string {
  if (infillPercent >= 100) return "rectilinear";
  return infillPattern === "cubic" ? (CUBIC_PATTERNS[adaptiveInfill] ?? "cubic") : FILL_PATTERNS[infillPattern];
}

/** Every option of the ini file. */
export function prusaSlicerSettings(profile: FilamentProfile): Record<string, string | number> {
  const widths = lineWidths(profile);
  const supportSpacing = lineSpacingMm(widths.support, profile.layerHeightMm);
  const speeds = printSpeeds(profile);
  const jerk = jerkMmPerSecond(profile);
  const half = FILAMENT_PRINTER.bedSize / 2;
  const machineLimit = (value: number) => `${value},${value}`;
  // PrusaSlicer's clock applies the machine's limit to travel only if the limits are written to the G-code too.
  const travelAcceleration = Math.min(profile.travelAcceleration, profile.maxTravelAcceleration);

  return {
    // Machine. The bed is centred on the origin, like our mesh.
    printer_technology: "FFF",
    gcode_flavor: "marlin2",
    use_volumetric_e: 0,
    binary_gcode: 0,
    arc_fitting: "disabled",
    bed_shape: `-${half}x-${half},${half}x-${half},${half}x${half},-${half}x${half}`,
    max_print_height: FILAMENT_PRINTER.height,
    nozzle_diameter: profile.nozzleDiameterMm,
    // For supports, whose layers may be as thick as possible: PrusaSlicer's own rule.
    min_layer_height: 0.07,
    max_layer_height: 0.75 * profile.nozzleDiameterMm,
    extruder_offset: "0x0",
    z_offset: 0,
    machine_limits_usage: "time_estimate_only",
    silent_mode: 0,
    machine_max_acceleration_x: machineLimit(profile.maxXAcceleration),
    machine_max_acceleration_y: machineLimit(profile.maxYAcceleration),
    machine_max_acceleration_z: machineLimit(profile.maxZAcceleration),
    machine_max_acceleration_e: machineLimit(profile.maxExtruderAcceleration),
    machine_max_acceleration_extruding: machineLimit(profile.maxPrintAcceleration),
    machine_max_acceleration_retracting: machineLimit(profile.maxRetractAcceleration),
    // 2.5 has no acceleration of travel but this limit.
    machine_max_acceleration_travel: machineLimit(travelAcceleration),
    machine_max_feedrate_x: machineLimit(profile.maxXMmPerSecond),
    machine_max_feedrate_y: machineLimit(profile.maxYMmPerSecond),
    machine_max_feedrate_z: machineLimit(profile.maxZMmPerSecond),
    machine_max_feedrate_e: machineLimit(profile.maxExtruderMmPerSecond),
    machine_max_jerk_x: machineLimit(jerk.x),
    machine_max_jerk_y: machineLimit(jerk.y),
    machine_max_jerk_z: machineLimit(profile.jerkZMmPerSecond),
    machine_max_jerk_e: machineLimit(profile.jerkExtruderMmPerSecond),
    machine_min_extruding_rate: machineLimit(0),
    machine_min_travel_rate: machineLimit(0),
    default_acceleration: profile.otherAcceleration,
    first_layer_acceleration: profile.firstLayerAcceleration,
    // 2.5 has one acceleration for all walls, and one for all infill.
    perimeter_acceleration: profile.innerWallAcceleration,
    infill_acceleration: profile.infillAcceleration,
    bridge_acceleration: profile.bridgeAcceleration,
    external_perimeter_acceleration: profile.outerWallAcceleration,
    solid_infill_acceleration: profile.solidInfillAcceleration,
    top_solid_infill_acceleration: profile.topSurfaceAcceleration,
    travel_acceleration: travelAcceleration,
    use_relative_e_distances: 0,
    use_firmware_retraction: 0,
    start_gcode: "",
    end_gcode: `${LAST_LAYER_COMMENT}[layer_num]`,
    before_layer_gcode: "",
    layer_gcode: "",
    toolchange_gcode: "",
    between_objects_gcode: "",
    // Lists of strings: PrusaSlicer reads garbage from an empty one without quotes.
    start_filament_gcode: '""',
    end_filament_gcode: '""',
    // Must stay empty: PrusaSlicer runs the programs that this option names.
    post_process: "",
    gcode_substitutions: "",

    // Filament. The density must be set but is not used: weight comes from the studio's own material.
    filament_diameter: profile.filamentDiameterMm,
    filament_density: 1.24,
    filament_cost: 0,
    filament_max_volumetric_speed: profile.maxFlowCubicMmPerSecond,
    filament_infill_max_speed: 0,
    filament_infill_max_crossing_speed: 0,
    filament_shrinkage_compensation_xy: "0%",
    filament_shrinkage_compensation_z: "0%",
    filament_load_time: 0,
    filament_unload_time: 0,
    extrusion_multiplier: profile.extrusionPercent / 100,
    temperature: 210,
    first_layer_temperature: 210,
    bed_temperature: 60,
    first_layer_bed_temperature: 60,

    // Layers and lines
    layer_height: profile.layerHeightMm,
    variable_layer_height: 0,
    first_layer_height: firstLayerHeightMm(profile),
    raft_layers: 0,
    skirts: 0,
    brim_width: 0,
    brim_type: "no_brim",
    draft_shield: "disabled",
    wipe_tower: 0,
    single_extruder_multi_material: 0,
    ooze_prevention: 0,
    automatic_extrusion_widths: 0,
    extrusion_width: widths.innerWall,
    first_layer_extrusion_width: widths.firstLayer,
    perimeter_extrusion_width: widths.innerWall,
    external_perimeter_extrusion_width: widths.outerWall,
    infill_extrusion_width: widths.infill,
    solid_infill_extrusion_width: widths.solidInfill,
    top_infill_extrusion_width: widths.topSurface,
    support_material_extrusion_width: widths.support,
    // Resolution of the sliced outlines. With 0.05, PrusaSlicer 2.9.2 crashes on a lithophane's.
    resolution: 0.0125,
    gcode_resolution: profile.resolutionMm,
    elefant_foot_compensation: profile.elephantFootMm,
    xy_size_compensation: profile.outlineOffsetMm,
    thick_bridges: profile.thickBridges,
    bridge_flow_ratio: profile.bridgeFlowPercent / 100,
    bridge_angle: 0,
    overhangs: profile.bridgingWalls,
    // Overlap of a line with the one below: nothing, a quarter, half, three quarters.
    enable_dynamic_overhang_speeds: profile.overhang25MmPerSecond > 0 ? 1 : 0,
    overhang_speed_0: speeds.overhang100,
    overhang_speed_1: speeds.overhang75,
    overhang_speed_2: speeds.overhang50,
    overhang_speed_3: speeds.overhang25,
    extra_perimeters_on_overhangs: 0,
    interlocking_beam: 0,
    interface_shells: 0,
    slice_closing_radius: 0.049,
    slicing_mode: "regular",
    complete_objects: 0,
    spiral_vase: 0,
    ironing: 0,
    fuzzy_skin: "none",

    // Walls, top and bottom
    perimeters: profile.wallCount,
    perimeter_generator: profile.wallGenerator === 1 ? "classic" : "arachne",
    // Arachne's options; the shares are of the nozzle's diameter.
    wall_transition_length: "100%",
    wall_transition_angle: 10,
    wall_transition_filter_deviation: "25%",
    wall_distribution_count: 1,
    min_feature_size: `${100 * THIN_WALLS.leastThickness}%`,
    min_bead_width: `${100 * THIN_WALLS.leastLineWidth}%`,
    extra_perimeters: profile.extraWallsOnSlopes,
    thin_walls: profile.thinWalls,
    gap_fill_enabled: profile.fillGaps,
    only_one_perimeter_first_layer: 0,
    top_one_perimeter_type: profile.oneWallOnTop === 1 ? "top" : "none",
    external_perimeters_first: profile.outerWallsFirst,
    seam_position: SEAM_POSITIONS[profile.seamPosition] ?? "rear",
    seam_gap_distance: "15%",
    filament_seam_gap_distance: "15%",
    scarf_seam_placement: "nowhere",
    staggered_inner_seams: 0,
    prefer_clockwise_movements: 0,
    top_solid_layers: profile.topLayers,
    bottom_solid_layers: profile.bottomLayers,
    top_solid_min_thickness: profile.topMinThicknessMm,
    bottom_solid_min_thickness: profile.bottomMinThicknessMm,
    top_fill_pattern: SKIN_PATTERNS[profile.skinPattern] ?? "rectilinear",
    bottom_fill_pattern: profile.skinPattern === 0 ? "rectilinear" : "monotonic",
    ensure_vertical_shell_thickness: profile.verticalShells,

    // Infill
    fill_density: `${profile.infillPercent}%`,
    fill_pattern: fillPattern(profile),
    fill_angle: 45,
    infill_overlap: `${profile.infillOverlapPercent}%`,
    infill_anchor: profile.infillAnchorMm,
    infill_anchor_max: profile.infillAnchorMaxMm,
    infill_every_layers: 1,
    automatic_infill_combination: 0,
    infill_first: 0,
    infill_only_where_needed: 0,
    solid_infill_below_area: profile.solidInfillBelowSquareMm,
    solid_infill_every_layers: 0,

    // Speeds
    external_perimeter_speed: speeds.outerWall,
    perimeter_speed: speeds.innerWall,
    small_perimeter_speed: speeds.smallPerimeter,
    infill_speed: speeds.infill,
    solid_infill_speed: speeds.solidInfill,
    top_solid_infill_speed: speeds.topSurface,
    gap_fill_speed: speeds.gapFill,
    bridge_speed: speeds.bridge,
    over_bridge_speed: speeds.overBridge,
    support_material_speed: speeds.support,
    support_material_interface_speed: speeds.supportInterface,
    first_layer_speed: speeds.firstLayer,
    first_layer_infill_speed: speeds.firstLayerInfill,
    travel_speed: speeds.travel,
    travel_speed_z: speeds.travelZ,
    max_print_speed: speeds.infill,
    max_volumetric_speed: 0,
    max_volumetric_extrusion_rate_slope_positive: 0,
    max_volumetric_extrusion_rate_slope_negative: 0,

    // Retraction and cooling
    retract_length: profile.retractionMm,
    retract_speed: profile.retractionMmPerSecond,
    deretract_speed: profile.deretractionMmPerSecond,
    retract_lift: profile.zHopMm,
    retract_lift_above: 0,
    retract_lift_below: 0,
    travel_ramping_lift: profile.zHopSlopeDegrees > 0 ? 1 : 0,
    travel_max_lift: profile.zHopSlopeDegrees > 0 ? profile.zHopMm : 0,
    travel_slope: profile.zHopSlopeDegrees,
    travel_lift_before_obstacle: 0,
    retract_before_travel: profile.minTravelBeforeRetractionMm,
    avoid_crossing_perimeters: profile.avoidCrossingWalls,
    avoid_crossing_perimeters_max_detour: 0,
    avoid_crossing_curled_overhangs: 0,
    only_retract_when_crossing_perimeters: 1 - profile.retractInsidePart,
    retract_layer_change: profile.retractAtLayerChange,
    retract_restart_extra: profile.restartExtraMm,
    wipe: profile.wipeOnRetraction,
    retract_before_wipe: `${profile.retractBeforeWipePercent}%`,
    cooling: 1,
    slowdown_below_layer_time: Math.round(profile.minLayerSeconds),
    min_print_speed: profile.minPrintMmPerSecond,

    // Supports. PrusaSlicer's threshold is measured from the bed, ours from the vertical.
    support_material: profile.supports ? 1 : 0,
    support_material_auto: 1,
    support_material_threshold: 90 - profile.supportAngleDegrees,
    support_material_style: SUPPORT_STYLES[profile.supportStyle] ?? "grid",
    support_tree_angle: TREE_SUPPORTS.branchAngle,
    support_tree_angle_slow: 25,
    support_tree_branch_diameter: TREE_SUPPORTS.branchDiameterMm,
    support_tree_branch_diameter_angle: TREE_SUPPORTS.branchDiameterAngle,
    support_tree_branch_diameter_double_wall: 3,
    support_tree_branch_distance: 1,
    support_tree_tip_diameter: TREE_SUPPORTS.tipDiameterMm,
    support_tree_top_rate: `${TREE_SUPPORTS.topPercent}%`,
    support_material_pattern: "rectilinear",
    support_material_angle: 0,
    support_material_closing_radius: 2,
    support_material_synchronize_layers: 0,
    // The gap between two lines, not the distance between their middles.
    support_material_spacing: (supportSpacing * 100) / profile.supportDensityPercent - supportSpacing,
    support_material_contact_distance: profile.supportGapMm,
    support_material_bottom_contact_distance: profile.supportGapMm,
    support_material_interface_layers: profile.supportInterfaceLayers,
    support_material_interface_contact_loops: 0,
    support_material_bottom_interface_layers: profile.supportBottomInterfaceLayers,
    support_material_interface_pattern: "rectilinear",
    support_material_interface_spacing: profile.supportInterfaceSpacingMm,
    support_material_with_sheath: profile.supportWallCount,
    support_material_xy_spacing: `${profile.supportSideGapPercent}%`,
    raft_first_layer_density: `${FIRST_SUPPORT_LAYER_PERCENT}%`,
    // PrusaSlicer's default.
    raft_first_layer_expansion: 3,
    support_material_buildplate_only: profile.supportOnBedOnly,
    support_material_enforce_layers: 0,
    dont_support_bridges: 1 - profile.supportBridges,
  };
}

/** The text of the ini file. */
export function prusaSlicerIni(profile: FilamentProfile): string {
  return Object.entries(prusaSlicerSettings(profile))
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("");
}

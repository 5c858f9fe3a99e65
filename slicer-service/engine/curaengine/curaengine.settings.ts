// A profile as CuraEngine wants it. The engine knows only leaf settings: the formulas in Cura's definition files, by
// which for instance an infill density becomes a distance between lines, are evaluated by Cura's user interface and not
// by the engine. A setting that is a formula there and missing here would keep its default and change nothing.

import type { FdmProfile } from "../../src/contract.ts";
import {
  FILAMENT_PRINTER,
  firstLayerHeightMm,
  INFILL_OVERLAP,
  lineSpacingMm,
  lineWidthMm,
  PRINT_SPEEDS,
  SUPPORT_SIDE_GAP,
} from "../filament-printer.ts";

type Setting = string | number | boolean;

/**
 * Distance between infill lines in mm, after `infill_line_distance` of Cura's fdmprinter definition: a grid lays
 * lines in two directions, so each direction takes half of the density. 0 means no infill.
 */
function infillLineDistance(lineWidth: number, percent: number): number {
  if (percent === 0) return 0;
  return ((lineWidth * 100) / percent) * (isSolid(percent) ? 1 : 2);
}

function isSolid(infillPercent: number): boolean {
  return infillPercent >= 100;
}

/** Every leaf setting that a profile or the printer decides; all others keep the engine's own default. */
export function curaEngineSettings(profile: FdmProfile): Record<string, Setting> {
  const layer = profile.layerHeightMm;
  // To this engine a line is a rectangle, that touches its neighbours and does not overlap them.
  const lineWidth = lineSpacingMm(profile, layer);
  const firstLayerLineWidth = lineSpacingMm(profile, firstLayerHeightMm(profile));
  const roundEnd = (lineWidthMm(profile) - lineWidth) / 2;
  const speeds = PRINT_SPEEDS[profile.speedMode];
  const supportLineDistance = (lineWidth * 100) / FILAMENT_PRINTER.supportDensityPercent;

  return {
    // Machine
    machine_width: FILAMENT_PRINTER.bedSize,
    machine_depth: FILAMENT_PRINTER.bedSize,
    machine_height: FILAMENT_PRINTER.height,
    machine_center_is_zero: true,
    machine_start_gcode: "",
    machine_end_gcode: "",
    machine_nozzle_size: profile.nozzleDiameterMm,
    machine_acceleration: FILAMENT_PRINTER.acceleration,
    machine_max_acceleration_x: FILAMENT_PRINTER.acceleration,
    machine_max_acceleration_y: FILAMENT_PRINTER.acceleration,
    machine_max_acceleration_z: FILAMENT_PRINTER.accelerationZ,
    machine_max_acceleration_e: FILAMENT_PRINTER.accelerationExtruder,
    // A move begins and ends at the jerk of its axes. This engine reckons as Marlin once did, and takes half of it.
    machine_max_jerk_xy: 2 * FILAMENT_PRINTER.jerk,
    machine_max_jerk_z: 2 * FILAMENT_PRINTER.jerkZ,
    machine_max_jerk_e: 2 * FILAMENT_PRINTER.jerkExtruder,
    machine_max_feedrate_x: FILAMENT_PRINTER.maximumSpeed,
    machine_max_feedrate_y: FILAMENT_PRINTER.maximumSpeed,
    machine_max_feedrate_z: FILAMENT_PRINTER.maximumSpeedZ,
    machine_max_feedrate_e: FILAMENT_PRINTER.maximumSpeedExtruder,
    material_diameter: FILAMENT_PRINTER.filamentDiameter,
    adhesion_type: "none",

    // Layers and lines
    layer_height: layer,
    layer_height_0: firstLayerHeightMm(profile),
    line_width: lineWidth,
    initial_layer_line_width_factor: (100 * firstLayerLineWidth) / lineWidth,
    // The round outside of the outermost line stands out from its rectangle, and is to lie on the part's surface.
    xy_offset: -roundEnd,
    xy_offset_layer_0: -roundEnd,
    wall_line_width: lineWidth,
    wall_line_width_0: lineWidth,
    wall_line_width_x: lineWidth,
    skin_line_width: lineWidth,
    infill_line_width: lineWidth,
    support_line_width: lineWidth,

    // Walls, top and bottom
    wall_line_count: profile.wallCount,
    wall_thickness: profile.wallCount * lineWidth,
    wall_0_wipe_dist: 0,
    optimize_wall_printing_order: true,
    wall_0_inset: 0,
    top_layers: profile.topLayers,
    bottom_layers: profile.bottomLayers,
    initial_bottom_layers: profile.bottomLayers,
    top_thickness: profile.topLayers * layer,
    bottom_thickness: profile.bottomLayers * layer,
    top_bottom_pattern: "zigzag",
    top_bottom_pattern_0: "zigzag",
    skin_outline_count: 0,
    skin_overlap_mm: lineWidth * INFILL_OVERLAP,
    // Where less than a line is open to the air nothing is closed; what is closed reaches two lines further, onto walls.
    skin_preshrink: lineWidth,
    top_skin_preshrink: lineWidth,
    bottom_skin_preshrink: lineWidth,
    expand_skins_expand_distance: 2 * lineWidth,
    top_skin_expand_distance: 2 * lineWidth,
    bottom_skin_expand_distance: 2 * lineWidth,
    min_skin_width_for_expansion: 0,

    // Infill
    infill_sparse_density: profile.infillPercent,
    infill_pattern: isSolid(profile.infillPercent) ? "lines" : "grid",
    infill_line_distance: infillLineDistance(lineWidth, profile.infillPercent),
    infill_sparse_thickness: layer,
    zig_zaggify_infill: true,
    infill_overlap_mm: lineWidth * INFILL_OVERLAP,
    infill_wipe_dist: 0,
    infill_before_walls: false,
    skin_edge_support_thickness: 0,
    skin_edge_support_layers: 0,

    // Speeds
    speed_print: speeds.infill,
    speed_infill: speeds.infill,
    speed_wall: speeds.outerWall,
    speed_wall_0: speeds.outerWall,
    speed_wall_x: speeds.innerWall,
    speed_roofing: speeds.skin,
    speed_topbottom: speeds.skin,
    speed_support: speeds.support,
    speed_support_infill: speeds.support,
    speed_travel: speeds.travel,
    speed_layer_0: speeds.firstLayer,
    speed_print_layer_0: speeds.firstLayer,
    speed_travel_layer_0: speeds.travel,
    speed_slowdown_layers: 1,

    // Retraction and cooling
    retraction_enable: true,
    retraction_amount: FILAMENT_PRINTER.retraction,
    retraction_speed: FILAMENT_PRINTER.retractionSpeed,
    retraction_retract_speed: FILAMENT_PRINTER.retractionSpeed,
    retraction_prime_speed: FILAMENT_PRINTER.retractionSpeed,
    retraction_extrusion_window: 0,
    retraction_min_travel: FILAMENT_PRINTER.retractionLeastTravel,
    // The nozzle goes round within the part where it can, and draws filament back only where it must leave it.
    retraction_combing: "all",
    retraction_combing_max_distance: 0,
    limit_support_retractions: false,
    cool_min_layer_time: FILAMENT_PRINTER.minimumLayerSeconds,
    cool_min_speed: FILAMENT_PRINTER.slowestSpeed,

    // Supports
    support_enable: profile.supports,
    support_angle: FILAMENT_PRINTER.supportAngle,
    support_infill_rate: FILAMENT_PRINTER.supportDensityPercent,
    support_line_distance: supportLineDistance,
    support_initial_layer_line_distance: supportLineDistance,
    support_infill_sparse_thickness: layer,
    support_wall_count: 0,
    support_z_distance: FILAMENT_PRINTER.supportGap,
    support_top_distance: FILAMENT_PRINTER.supportGap,
    support_bottom_distance: FILAMENT_PRINTER.supportGap,
    support_xy_distance: lineWidthMm(profile) * SUPPORT_SIDE_GAP,
    support_xy_distance_overhang: lineWidthMm(profile) * SUPPORT_SIDE_GAP,
  };
}

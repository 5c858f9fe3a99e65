// Translates a profile into CuraEngine's settings. CuraEngine does not evaluate the formulas in Cura's definition files,
// such as the one from infill density to line distance; Cura's user interface does. A setting left out would silently
// keep its default, so every one is set here or explained in unused-curaengine-settings.ts.

import type { FilamentProfile, InfillPattern } from "../../src/contract/profile.ts";
import {
  FILAMENT_PRINTER,
  FIRST_SUPPORT_LAYER_PERCENT,
  firstLayerHeightMm,
  lineSpacingMm,
  lineWidths,
  TREE_SUPPORTS,
} from "../filament/filament-printer.ts";
import {
  FIRST_LAYER_LABEL_MM_PER_SECOND,
  LABEL_MM_PER_SECOND,
  OVERHANG_LABEL_PERCENT,
  TRAVEL_LABEL_MM_PER_SECOND,
} from "./line-kinds.ts";

type Setting = string | number | boolean;

/** PrusaSlicer leaves out solid layers inside a part that are narrower, as a share of the line spacing (0.65 × 1.05, discover_vertical_shells). */
const LEAST_SKIN_WIDTH = 0.6825;
/**
 * The same for vertical shells in CuraEngine, and the reach of their skin. Narrower skin, as in PrusaSlicer, makes slopes of mechanical parts
 * closer (0.99 instead of 0.92 of its material) and a wavy solid take 28 % more time instead of 18 %.
 */
const MIN_SKIN_WIDTH = 1.2;
const SKIN_MARGIN = 0.8;

/** Gap between two strands of a bridge in mm, as in PrusaSlicer. */
const BRIDGE_GAP_MM = 0.05;

/** By `seamPosition` of the profile. */
const SEAM_TYPES = ["sharpest_corner", "sharpest_corner", "shortest", "random"];

/** Number of directions of a pattern's lines within one layer, from the formula of `infill_line_distance` in fdmprinter.def.json. */
const DIRECTIONS: Readonly<Record<InfillPattern, number>> = { grid: 2, lines: 1, cubic: 3, gyroid: 1 };

/** Distance between infill lines in mm; 0 means no infill. Each direction prints its share of the density. */
function infillLineDistance(lineSpacing: number, { infillPercent, infillPattern }: FilamentProfile): number {
  if (infillPercent === 0) return 0;
  return ((lineSpacing * 100) / infillPercent) * (isSolid(infillPercent) ? 1 : DIRECTIONS[infillPattern]);
}

function isSolid(infillPercent: number): boolean {
  return infillPercent >= 100;
}

/** Whether infill lines are joined along the wall, which they meet at 45°. PrusaSlicer joins those with a short enough way. */
export function joinsInfill(profile: FilamentProfile): boolean {
  const spacing = lineSpacingMm(lineWidths(profile).infill, profile.layerHeightMm);
  return profile.infillAnchorMaxMm >= infillLineDistance(spacing, profile) * Math.SQRT2;
}

/** Number of a shell's solid layers, given a least thickness in mm. A shell without layers stays open. */
function shellLayers(count: number, minThicknessMm: number, layerHeightMm: number): number {
  // A little less, so that rounding adds no layer.
  return count === 0 ? 0 : Math.max(count, Math.ceil(minThicknessMm / layerHeightMm - 1e-6));
}

/**
 * CuraEngine's `skin_preshrink` in mm, which decides the reach of skin below tops and above bottoms. CuraEngine prints skin outside the
 * middle of the innermost walls above or below, each moved outwards by this length; the part beyond the outline only makes narrow skin vanish.
 * PrusaSlicer prints it outside the infill above or below. Without vertical shells it does so outside the outline, and skin that lies
 * under walls, but for the infill's overlap, is left out.
 */
function skinPreshrinkMm(
  profile: FilamentProfile,
  { outerWall, innerWall, skin }: { outerWall: number; innerWall: number; skin: number },
): number {
  const least = skin * LEAST_SKIN_WIDTH;
  if (profile.verticalShells === 1) return skin * MIN_SKIN_WIDTH;
  if (profile.wallCount === 0) return least;
  const middleOfInnermost = profile.wallCount === 1 ? outerWall / 2 : outerWall + (profile.wallCount - 1.5) * innerWall;
  return middleOfInnermost + least - skin * (profile.infillOverlapPercent / 100);
}

/** Distance between the tips of a tree that hold one overhang, by PrusaSlicer's rule (`connect_length` in TreeSupport.cpp). */
function treeTipDistanceMm(supportWidthMm: number): number {
  const { topPercent, tipDiameterMm } = TREE_SUPPORTS;
  return (supportWidthMm * 100) / topPercent + Math.max(0, tipDiameterMm - supportWidthMm);
}

const degrees = (radians: number) => (radians * 180) / Math.PI;

/**
 * Every setting that changes time or material.
 *
 * @param fillsGaps whether CuraEngine fills gaps between walls, and walls thinner than a line, by its own slow way
 */
export function curaEngineSettings(profile: FilamentProfile, fillsGaps = false): Record<string, Setting> {
  const layer = profile.layerHeightMm;
  const firstLayer = firstLayerHeightMm(profile);
  const widths = lineWidths(profile);
  // CuraEngine treats a line as a rectangle that touches its neighbours without overlap: its width is the line spacing.
  const spacing = (width: number) => lineSpacingMm(width, layer);
  const outerWall = spacing(widths.outerWall);
  const innerWall = spacing(widths.innerWall);
  const skin = spacing(widths.solidInfill);
  const topSkin = spacing(widths.topSurface);
  const infill = spacing(widths.infill);
  const support = spacing(widths.support);
  const flow = profile.extrusionPercent;
  const printsTrees = profile.supportStyle === 2;
  const supportLineDistance = (support * 100) / profile.supportDensityPercent;
  // PrusaSlicer lays a top's first layer over infill as a bridge of round strands, independent of its other bridges.
  const strandMm = profile.nozzleDiameterMm * Math.sqrt(profile.bridgeFlowPercent / 100);
  const strandSquareMm = (Math.PI / 4) * strandMm ** 2;
  const flowOfStrand = (lineSpacing: number) => (flow * strandSquareMm) / (lineSpacing * layer);
  const bridgeWallFlow =
    profile.thickBridges === 1 ? flowOfStrand(outerWall) : (flow * profile.bridgeFlowPercent) / 100;
  const slowsOverhangs = profile.overhang25MmPerSecond > 0;
  const topLayers = shellLayers(profile.topLayers, profile.topMinThicknessMm, layer);
  const bottomLayers = shellLayers(profile.bottomLayers, profile.bottomMinThicknessMm, layer);
  const skinPreshrink = skinPreshrinkMm(profile, { outerWall, innerWall, skin });
  // PrusaSlicer widens solid layers by 0.2 lines. The overlap with walls, which CuraEngine prints on all sides, is as much.
  const skinMargin = profile.verticalShells === 1 ? skin * SKIN_MARGIN : 0;
  const infillDistance = infillLineDistance(infill, profile);
  const interfaceLineDistance = profile.supportInterfaceSpacingMm + support;
  const interfaceDensity = (100 * support) / interfaceLineDistance;

  return {
    // Machine
    machine_width: FILAMENT_PRINTER.bedSize,
    machine_depth: FILAMENT_PRINTER.bedSize,
    machine_height: FILAMENT_PRINTER.height,
    machine_center_is_zero: true,
    machine_start_gcode: "",
    machine_end_gcode: "",
    machine_gcode_flavor: "RepRap (Marlin/Sprinter)",
    machine_firmware_retract: false,
    relative_extrusion: false,
    machine_extruder_count: 1,
    machine_minimum_feedrate: 0,
    machine_nozzle_size: profile.nozzleDiameterMm,
    material_diameter: profile.filamentDiameterMm,
    material_flow: flow,
    material_flow_layer_0: 100,
    wall_material_flow: flow,
    wall_0_material_flow: flow,
    wall_x_material_flow: flow,
    skin_material_flow: flow,
    roofing_material_flow: flow,
    infill_material_flow: flow,
    support_material_flow: flow,
    material_shrinkage_percentage: 100,
    flow_rate_max_extrusion_offset: 0,
    flow_rate_extrusion_offset_factor: 100,
    adhesion_type: "none",
    prime_blob_enable: false,
    prime_tower_enable: false,
    ooze_shield_enabled: false,
    draft_shield_enabled: false,

    // The part: one closed solid, printed as drawn and in place.
    print_sequence: "all_at_once",
    center_object: false,
    mesh_position_x: 0,
    mesh_position_y: 0,
    mesh_position_z: 0,
    infill_mesh: false,
    cutting_mesh: false,
    support_mesh: false,
    anti_overhang_mesh: false,
    mold_enabled: false,
    conical_overhang_enabled: false,
    magic_mesh_surface_mode: "normal",
    magic_spiralize: false,
    magic_fuzzy_skin_enabled: false,
    wireframe_enabled: false,
    adaptive_layer_height_enabled: false,
    slicing_tolerance: "middle",
    meshfix_union_all: true,
    meshfix_union_all_remove_holes: false,
    meshfix_extensive_stitching: false,
    meshfix_keep_open_polygons: false,
    // The largest deviation of a simplified outline.
    meshfix_maximum_deviation: profile.resolutionMm,
    meshfix_maximum_resolution: 0.5,
    meshfix_maximum_travel_resolution: 0.5,
    minimum_polygon_circumference: 1,
    remove_empty_first_layers: true,

    // Layers and lines
    layer_height: layer,
    layer_height_0: firstLayer,
    line_width: innerWall,
    // One factor for all lines. Most lines of a first layer are skin.
    initial_layer_line_width_factor: (100 * lineSpacingMm(widths.firstLayer, firstLayer)) / skin,
    // The outermost line's rectangle ends at the part's surface. In print its round end leaves a little free, a negligible part except in
    // thin walls, for which PrusaSlicer compensates: it takes each stretch of a line of varying width at its widest.
    xy_offset: profile.outlineOffsetMm,
    xy_offset_layer_0: profile.outlineOffsetMm - profile.elephantFootMm,
    hole_xy_offset: 0,
    wall_line_width: innerWall,
    wall_line_width_0: outerWall,
    wall_line_width_x: innerWall,
    skin_line_width: skin,
    roofing_line_width: topSkin,
    infill_line_width: infill,
    support_line_width: support,

    // Walls, top and bottom
    wall_line_count: profile.wallCount,
    wall_thickness: profile.wallCount === 0 ? 0 : outerWall + (profile.wallCount - 1) * innerWall,
    wall_0_wipe_dist: 0,
    optimize_wall_printing_order: true,
    wall_0_inset: 0,
    outer_inset_first: profile.outerWallsFirst === 1,
    alternate_extra_perimeter: false,
    // Walls that overlap are printed in full; `variable-walls.ts` subtracts the overlap.
    travel_compensate_overlapping_walls_enabled: false,
    travel_compensate_overlapping_walls_0_enabled: false,
    travel_compensate_overlapping_walls_x_enabled: false,
    wall_min_flow: 0,
    // Gaps between walls stay open too; `variable-walls.ts` adds their filling if it can.
    fill_perimeter_gaps: fillsGaps ? "everywhere" : "nowhere",
    fill_outline_gaps: fillsGaps,
    filter_out_tiny_gaps: true,
    z_seam_type: SEAM_TYPES[profile.seamPosition] ?? "sharpest_corner",
    z_seam_corner: "z_seam_corner_inner",
    coasting_enable: false,
    roofing_layer_count: topLayers > 0 ? 1 : 0,
    roofing_pattern: profile.skinPattern === 2 ? "lines" : "zigzag",
    roofing_angles: "[45,135]",
    skin_no_small_gaps_heuristic: false,
    ironing_enabled: false,
    bridge_settings_enabled: true,
    bridge_wall_min_length: profile.bridgingWalls === 1 ? 5 : 10_000,
    bridge_wall_coast: 0,
    bridge_wall_speed: LABEL_MM_PER_SECOND.bridgeWall,
    bridge_wall_material_flow: bridgeWallFlow,
    bridge_skin_support_threshold: 50,
    bridge_sparse_infill_max_density: 99,
    bridge_skin_speed: LABEL_MM_PER_SECOND.bridge,
    bridge_skin_material_flow: flowOfStrand(skin),
    bridge_skin_density: (100 * skin) / (strandMm + BRIDGE_GAP_MM),
    bridge_enable_more_layers: false,
    top_layers: topLayers,
    bottom_layers: bottomLayers,
    initial_bottom_layers: bottomLayers,
    top_thickness: topLayers * layer,
    bottom_thickness: bottomLayers * layer,
    // PrusaSlicer fills narrow inner skin with lines along its edge. Lines back and forth across it take up to a sixth longer.
    top_bottom_pattern: "concentric",
    top_bottom_pattern_0: "zigzag",
    skin_angles: "[45,135]",
    connect_skin_polygons: false,
    skin_outline_count: 0,
    skin_overlap_mm: skin * (profile.infillOverlapPercent / 100),
    skin_preshrink: skinPreshrink,
    top_skin_preshrink: skinPreshrink,
    bottom_skin_preshrink: skinPreshrink,
    expand_skins_expand_distance: skinMargin,
    top_skin_expand_distance: skinMargin,
    bottom_skin_expand_distance: skinMargin,
    min_skin_width_for_expansion: 0,
    max_skin_angle_for_expansion: 90,

    // Infill
    infill_sparse_density: profile.infillPercent,
    infill_pattern: isSolid(profile.infillPercent) ? "lines" : profile.infillPattern,
    // CuraEngine steps through a list of angles layer by layer; the directions within a layer follow from the pattern.
    infill_angles: isSolid(profile.infillPercent) || profile.infillPattern === "lines" ? "[45,135]" : "[45]",
    infill_offset_x: 0,
    infill_offset_y: 0,
    infill_multiplier: 1,
    infill_wall_line_count: 0,
    infill_randomize_start_location: false,
    infill_enable_travel_optimization: false,
    infill_support_enabled: false,
    connect_infill_polygons: false,
    gradual_infill_steps: 0,
    min_infill_area: profile.solidInfillBelowSquareMm,
    infill_line_distance: infillDistance,
    infill_sparse_thickness: layer,
    zig_zaggify_infill: joinsInfill(profile),
    infill_overlap_mm: infill * (profile.infillOverlapPercent / 100),
    infill_wipe_dist: 0,
    infill_before_walls: false,
    skin_edge_support_thickness: 0,
    skin_edge_support_layers: 0,

    // Speeds: labels of the kinds of lines; print-pace.ts decides the real ones. None is slowed down, so that every label is read back.
    speed_print: LABEL_MM_PER_SECOND.infill,
    speed_infill: LABEL_MM_PER_SECOND.infill,
    speed_wall: LABEL_MM_PER_SECOND.outerWall,
    speed_wall_0: LABEL_MM_PER_SECOND.outerWall,
    speed_wall_x: LABEL_MM_PER_SECOND.innerWall,
    speed_roofing: LABEL_MM_PER_SECOND.topSurface,
    speed_topbottom: LABEL_MM_PER_SECOND.solidInfill,
    speed_support: LABEL_MM_PER_SECOND.support,
    speed_support_infill: LABEL_MM_PER_SECOND.support,
    speed_travel: TRAVEL_LABEL_MM_PER_SECOND,
    speed_layer_0: FIRST_LAYER_LABEL_MM_PER_SECOND,
    speed_print_layer_0: FIRST_LAYER_LABEL_MM_PER_SECOND,
    speed_travel_layer_0: TRAVEL_LABEL_MM_PER_SECOND,
    speed_slowdown_layers: 1,
    speed_equalize_flow_enabled: false,
    small_hole_max_size: 0,
    small_feature_max_length: 0,
    small_feature_speed_factor: 100,
    small_feature_speed_factor_0: 100,
    // One step: CuraEngine detects walls that lean so far that half of their line hangs over air.
    wall_overhang_angle: slowsOverhangs ? degrees(Math.atan2(outerWall / 2, layer)) : 90,
    wall_overhang_speed_factor: OVERHANG_LABEL_PERCENT,
    acceleration_enabled: false,
    jerk_enabled: false,

    // Retraction and cooling
    retraction_enable: profile.retractionMm > 0,
    retraction_amount: profile.retractionMm,
    retraction_speed: TRAVEL_LABEL_MM_PER_SECOND,
    retraction_retract_speed: TRAVEL_LABEL_MM_PER_SECOND,
    retraction_prime_speed: TRAVEL_LABEL_MM_PER_SECOND,
    retraction_extrusion_window: 0,
    retraction_count_max: 90,
    retraction_extra_prime_amount: (Math.PI / 4) * profile.filamentDiameterMm ** 2 * profile.restartExtraMm,
    retraction_hop_enabled: profile.zHopMm > 0,
    retraction_hop: profile.zHopMm,
    retraction_hop_only_when_collides: false,
    speed_z_hop: TRAVEL_LABEL_MM_PER_SECOND,
    retract_at_layer_change: profile.retractAtLayerChange === 1,
    travel_retract_before_outer_wall: false,
    travel_avoid_other_parts: true,
    travel_avoid_supports: false,
    travel_avoid_distance: 0.625,
    layer_start_x: 0,
    layer_start_y: 0,
    clean_between_layers: false,
    retraction_min_travel: profile.minTravelBeforeRetractionMm,
    // Ways around walls and retraction are one setting: off, all ways are straight and with retraction.
    // Otherwise only travel over skin retracts, as relief parts need it thousands of times. PrusaSlicer crosses only infill without
    // retraction; "infill" takes 5 % longer than it on most parts, a standing lithophane 12 %, and this 7 % less; "all" makes a lying
    // one 13 % too fast.
    retraction_combing: profile.avoidCrossingWalls === 0 && profile.retractInsidePart === 1 ? "off" : "noskin",
    // A longer way within the part retracts; 0: no way does.
    retraction_combing_max_distance:
      profile.retractInsidePart === 1 ? Math.max(profile.minTravelBeforeRetractionMm, 0.01) : 0,
    limit_support_retractions: false,
    cool_min_layer_time: 0,
    cool_min_speed: 0,
    cool_lift_head: false,

    // Supports
    support_enable: profile.supports,
    // A tree is hollow: its branches are one line around, and the numbers of a column's filling do not apply.
    support_structure: printsTrees ? "tree" : "normal",
    support_tree_angle: TREE_SUPPORTS.branchAngle,
    support_tree_branch_diameter: TREE_SUPPORTS.branchDiameterMm,
    support_tree_branch_diameter_angle: TREE_SUPPORTS.branchDiameterAngle,
    support_tree_branch_distance: treeTipDistanceMm(widths.support),
    // Branches keep away from the part by steps of their radius. A finer one takes longer to slice.
    support_tree_collision_resolution: 0.2,
    support_type: profile.supportOnBedOnly === 1 ? "buildplate" : "everywhere",
    support_pattern: "zigzag",
    support_connect_zigzags: true,
    zig_zaggify_support: false,
    support_skip_some_zags: false,
    support_infill_angles: "[0]",
    support_brim_enable: false,
    support_interface_enable: profile.supportInterfaceLayers + profile.supportBottomInterfaceLayers > 0,
    support_roof_enable: profile.supportInterfaceLayers > 0,
    support_roof_height: profile.supportInterfaceLayers * layer,
    support_roof_density: interfaceDensity,
    support_roof_line_distance: interfaceLineDistance,
    support_roof_line_width: support,
    support_roof_material_flow: flow,
    support_roof_pattern: "zigzag",
    support_roof_angles: "[90]",
    support_roof_offset: 0,
    minimum_roof_area: 0,
    speed_support_roof: LABEL_MM_PER_SECOND.supportInterface,
    support_bottom_enable: profile.supportBottomInterfaceLayers > 0,
    support_bottom_height: profile.supportBottomInterfaceLayers * layer,
    support_bottom_density: interfaceDensity,
    support_bottom_line_distance: interfaceLineDistance,
    support_bottom_line_width: support,
    support_bottom_material_flow: flow,
    support_bottom_pattern: "zigzag",
    support_bottom_angles: "[90]",
    support_bottom_offset: 0,
    minimum_bottom_area: 0,
    speed_support_bottom: LABEL_MM_PER_SECOND.supportInterface,
    support_interface_skip_height: layer,
    support_conical_enabled: false,
    // Thin supports become columns, like those of PrusaSlicer's grid. Snug ones are as wide as the overhang above.
    support_use_towers: profile.supportStyle === 0,
    support_tower_diameter: 3,
    support_tower_maximum_supported_diameter: 3,
    support_tower_roof_angle: 65,
    support_offset: 0,
    support_join_distance: 2,
    minimum_support_area: 0,
    gradual_support_infill_steps: 0,
    support_xy_overrides_z: "z_overrides_xy",
    support_bottom_stair_step_height: 0.3,
    support_bottom_stair_step_width: 5,
    support_bottom_stair_step_min_slope: 10,
    support_angle: profile.supportAngleDegrees,
    support_infill_rate: printsTrees ? 0 : profile.supportDensityPercent,
    support_line_distance: printsTrees ? 0 : supportLineDistance,
    support_initial_layer_line_distance: printsTrees ? 0 : (support * 100) / FIRST_SUPPORT_LAYER_PERCENT,
    support_infill_sparse_thickness: layer,
    support_wall_count: printsTrees ? 1 : profile.supportWallCount,
    support_z_distance: profile.supportGapMm,
    support_top_distance: profile.supportGapMm,
    support_bottom_distance: profile.supportGapMm,
    support_xy_distance: (widths.outerWall * profile.supportSideGapPercent) / 100,
    support_xy_distance_overhang: (widths.outerWall * profile.supportSideGapPercent) / 100,
  };
}

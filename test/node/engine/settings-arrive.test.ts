// Each number of a filament profile arrives in both slicers' settings: under which name, and in which unit.
//
// The profile states another value for every number, so that one which is taken for another, scaled or lost is seen. A new number
// does not compile until it is declared here for both slicers.

import { describe, expect, test } from "vitest";
import { curaEngineSettings } from "../../../slicer-service/engine/curaengine/curaengine.settings.ts";
import { printPace } from "../../../slicer-service/engine/curaengine/print-pace.ts";
import { wallLines } from "../../../slicer-service/engine/curaengine/variable-walls.ts";
import { prusaSlicerSettings } from "../../../slicer-service/engine/prusaslicer/prusaslicer.settings.ts";
import { type NumbersOf, PROCESS_PARAMETERS } from "../../../slicer-service/src/contract/process-parameters.ts";
import { checkProfile, type FilamentProfile } from "../../../slicer-service/src/contract/profile.ts";
import { UNFOLLOWED_BY_CURAENGINE } from "../../../slicer-service/src/contract/unfollowed-numbers.ts";

const STATED: FilamentProfile = {
  technology: "fdm",
  supports: true,
  speedMode: "standard",
  infillPattern: "grid",
  layerHeightMm: 0.24,
  infillPercent: 23,
  wallCount: 3,
  topLayers: 6,
  bottomLayers: 5,
  nozzleDiameterMm: 0.5,
  filamentDiameterMm: 2.85,
  extrusionPercent: 97,
  // More than any line below asks for: CuraEngine's speeds are lowered to it.
  maxFlowCubicMmPerSecond: 150,
  outerWallWidthPercent: 101,
  innerWallWidthPercent: 104,
  infillWidthPercent: 107,
  solidInfillWidthPercent: 110,
  topSurfaceWidthPercent: 113,
  supportWidthPercent: 116,
  firstLayerWidthPercent: 119,
  firstLayerHeightMm: 0.3,
  elephantFootMm: 0.13,
  outlineOffsetMm: -0.04,
  resolutionMm: 0.03,
  wallGenerator: 1,
  thinWalls: 0,
  fillGaps: 0,
  outerWallsFirst: 1,
  oneWallOnTop: 1,
  extraWallsOnSlopes: 1,
  bridgingWalls: 1,
  overhang25MmPerSecond: 27,
  overhang50MmPerSecond: 26,
  overhang75MmPerSecond: 24,
  overhang100MmPerSecond: 22,
  seamPosition: 2,
  topMinThicknessMm: 0.1,
  bottomMinThicknessMm: 0.11,
  verticalShells: 1,
  skinPattern: 2,
  infillOverlapPercent: 22,
  adaptiveInfill: 1,
  infillAnchorMm: 3.5,
  infillAnchorMaxMm: 15,
  solidInfillBelowSquareMm: 8,
  bridgeFlowPercent: 91,
  thickBridges: 0,
  outerWallMmPerSecond: 31,
  innerWallMmPerSecond: 47,
  smallPerimeterMmPerSecond: 29,
  infillMmPerSecond: 83,
  solidInfillMmPerSecond: 59,
  topSurfaceMmPerSecond: 41,
  bridgeMmPerSecond: 37,
  gapFillMmPerSecond: 33,
  supportMmPerSecond: 61,
  firstLayerMmPerSecond: 20,
  firstLayerInfillMmPerSecond: 30,
  travelMmPerSecond: 173,
  travelZMmPerSecond: 13,
  outerWallAcceleration: 1100,
  innerWallAcceleration: 1300,
  infillAcceleration: 1700,
  solidInfillAcceleration: 1500,
  topSurfaceAcceleration: 900,
  bridgeAcceleration: 800,
  otherAcceleration: 1900,
  firstLayerAcceleration: 700,
  travelAcceleration: 2300,
  maxXMmPerSecond: 401,
  maxYMmPerSecond: 403,
  maxZMmPerSecond: 17,
  maxExtruderMmPerSecond: 67,
  maxXAcceleration: 3100,
  maxYAcceleration: 3300,
  maxZAcceleration: 270,
  maxExtruderAcceleration: 5300,
  maxPrintAcceleration: 3700,
  maxRetractAcceleration: 2900,
  maxTravelAcceleration: 4100,
  jerkXMmPerSecond: 9,
  jerkYMmPerSecond: 11,
  jerkZMmPerSecond: 0.7,
  jerkExtruderMmPerSecond: 4.5,
  junctionDeviationMm: 0,
  retractionMm: 0.83,
  retractionMmPerSecond: 43,
  deretractionMmPerSecond: 39,
  zHopMm: 0.35,
  zHopSlopeDegrees: 7,
  retractAtLayerChange: 1,
  retractInsidePart: 1,
  avoidCrossingWalls: 1,
  wipeOnRetraction: 0,
  retractBeforeWipePercent: 70,
  minTravelBeforeRetractionMm: 1.9,
  restartExtraMm: 0.06,
  minLayerSeconds: 14,
  minPrintMmPerSecond: 6,
  supportAngleDegrees: 52,
  supportDensityPercent: 16,
  supportGapMm: 0.17,
  supportSideGapPercent: 55,
  supportWallCount: 1,
  supportInterfaceLayers: 3,
  supportBottomInterfaceLayers: 2,
  supportInterfaceSpacingMm: 0.21,
  supportInterfaceMmPerSecond: 53,
  supportOnBedOnly: 1,
  supportBridges: 0,
  supportStyle: 1,
  overBridgeMmPerSecond: 58,
};

type Setting = string | number | boolean;
/** A setting with the value that must arrive in it; `beside`: if the profile states this too. */
type Arrival = readonly [setting: string, value: Setting, beside?: Partial<FilamentProfile>];
type Arrivals = Readonly<Record<keyof NumbersOf<"filament">, readonly Arrival[]>>;

/** Distance in mm of lines of a width that touch by their round ends, in a layer of a height. */
const touching = (widthMm: number, heightMm = 0.24) => widthMm - heightMm * (1 - Math.PI / 4);
const [OUTER, INNER, INFILL, SKIN, TOP, SUPPORT] = [0.505, 0.52, 0.535, 0.55, 0.565, 0.58].map((mm) =>
  touching(mm),
) as [number, number, number, number, number, number];
/** Jerk in mm/s of a junction deviation of 0.08 mm at the outer walls' acceleration: √(0.08 · 1100 / 0.4). */
const JERK_OF_DEVIATION = 14.832396974191326;

const IN_PRUSASLICER: Arrivals = {
  layerHeightMm: [["layer_height", 0.24]],
  infillPercent: [["fill_density", "23%"]],
  wallCount: [["perimeters", 3]],
  topLayers: [["top_solid_layers", 6]],
  bottomLayers: [["bottom_solid_layers", 5]],
  nozzleDiameterMm: [["nozzle_diameter", 0.5]],
  filamentDiameterMm: [["filament_diameter", 2.85]],
  extrusionPercent: [["extrusion_multiplier", 0.97]],
  maxFlowCubicMmPerSecond: [["filament_max_volumetric_speed", 150]],
  outerWallWidthPercent: [["external_perimeter_extrusion_width", 0.505]],
  innerWallWidthPercent: [
    ["perimeter_extrusion_width", 0.52],
    ["extrusion_width", 0.52],
  ],
  infillWidthPercent: [["infill_extrusion_width", 0.535]],
  solidInfillWidthPercent: [["solid_infill_extrusion_width", 0.55]],
  topSurfaceWidthPercent: [["top_infill_extrusion_width", 0.565]],
  supportWidthPercent: [["support_material_extrusion_width", 0.58]],
  firstLayerWidthPercent: [["first_layer_extrusion_width", 0.595]],
  firstLayerHeightMm: [["first_layer_height", 0.3]],
  elephantFootMm: [["elefant_foot_compensation", 0.13]],
  outlineOffsetMm: [["xy_size_compensation", -0.04]],
  resolutionMm: [["gcode_resolution", 0.03]],
  wallGenerator: [
    ["perimeter_generator", "classic"],
    ["perimeter_generator", "arachne", { wallGenerator: 0 }],
  ],
  thinWalls: [["thin_walls", 0]],
  fillGaps: [["gap_fill_enabled", 0]],
  outerWallsFirst: [["external_perimeters_first", 1]],
  oneWallOnTop: [
    ["top_one_perimeter_type", "top"],
    ["top_one_perimeter_type", "none", { oneWallOnTop: 0 }],
  ],
  extraWallsOnSlopes: [["extra_perimeters", 1]],
  bridgingWalls: [["overhangs", 1]],
  overhang25MmPerSecond: [
    ["overhang_speed_3", 27],
    ["enable_dynamic_overhang_speeds", 1],
    ["enable_dynamic_overhang_speeds", 0, { overhang25MmPerSecond: 0 }],
  ],
  overhang50MmPerSecond: [["overhang_speed_2", 26]],
  overhang75MmPerSecond: [["overhang_speed_1", 24]],
  overhang100MmPerSecond: [
    ["overhang_speed_0", 22],
    ["overhang_speed_0", 31, { overhang100MmPerSecond: 0 }],
  ],
  seamPosition: [
    ["seam_position", "rear", { seamPosition: 0 }],
    ["seam_position", "aligned", { seamPosition: 1 }],
    ["seam_position", "nearest"],
    ["seam_position", "random", { seamPosition: 3 }],
  ],
  topMinThicknessMm: [["top_solid_min_thickness", 0.1]],
  bottomMinThicknessMm: [["bottom_solid_min_thickness", 0.11]],
  verticalShells: [
    ["ensure_vertical_shell_thickness", 1],
    ["ensure_vertical_shell_thickness", 0, { verticalShells: 0 }],
  ],
  skinPattern: [
    ["top_fill_pattern", "rectilinear", { skinPattern: 0 }],
    ["bottom_fill_pattern", "rectilinear", { skinPattern: 0 }],
    ["top_fill_pattern", "monotonic", { skinPattern: 1 }],
    ["top_fill_pattern", "monotoniclines"],
    ["bottom_fill_pattern", "monotonic"],
  ],
  infillOverlapPercent: [["infill_overlap", "22%"]],
  adaptiveInfill: [
    ["fill_pattern", "grid"],
    ["fill_pattern", "cubic", { infillPattern: "cubic", adaptiveInfill: 0 }],
    ["fill_pattern", "adaptivecubic", { infillPattern: "cubic" }],
    ["fill_pattern", "supportcubic", { infillPattern: "cubic", adaptiveInfill: 2 }],
  ],
  infillAnchorMm: [["infill_anchor", 3.5]],
  infillAnchorMaxMm: [["infill_anchor_max", 15]],
  solidInfillBelowSquareMm: [["solid_infill_below_area", 8]],
  bridgeFlowPercent: [["bridge_flow_ratio", 0.91]],
  thickBridges: [
    ["thick_bridges", 0],
    ["thick_bridges", 1, { thickBridges: 1 }],
  ],
  outerWallMmPerSecond: [["external_perimeter_speed", 31]],
  innerWallMmPerSecond: [["perimeter_speed", 47]],
  smallPerimeterMmPerSecond: [["small_perimeter_speed", 29]],
  infillMmPerSecond: [["infill_speed", 83]],
  solidInfillMmPerSecond: [["solid_infill_speed", 59]],
  topSurfaceMmPerSecond: [["top_solid_infill_speed", 41]],
  bridgeMmPerSecond: [["bridge_speed", 37]],
  gapFillMmPerSecond: [["gap_fill_speed", 33]],
  supportMmPerSecond: [["support_material_speed", 61]],
  firstLayerMmPerSecond: [["first_layer_speed", 20]],
  firstLayerInfillMmPerSecond: [["first_layer_infill_speed", 30]],
  travelMmPerSecond: [["travel_speed", 173]],
  travelZMmPerSecond: [["travel_speed_z", 13]],
  outerWallAcceleration: [["external_perimeter_acceleration", 1100]],
  innerWallAcceleration: [["perimeter_acceleration", 1300]],
  infillAcceleration: [["infill_acceleration", 1700]],
  solidInfillAcceleration: [["solid_infill_acceleration", 1500]],
  topSurfaceAcceleration: [["top_solid_infill_acceleration", 900]],
  bridgeAcceleration: [["bridge_acceleration", 800]],
  otherAcceleration: [["default_acceleration", 1900]],
  firstLayerAcceleration: [["first_layer_acceleration", 700]],
  travelAcceleration: [["travel_acceleration", 2300]],
  maxXMmPerSecond: [["machine_max_feedrate_x", "401,401"]],
  maxYMmPerSecond: [["machine_max_feedrate_y", "403,403"]],
  maxZMmPerSecond: [["machine_max_feedrate_z", "17,17"]],
  maxExtruderMmPerSecond: [["machine_max_feedrate_e", "67,67"]],
  maxXAcceleration: [["machine_max_acceleration_x", "3100,3100"]],
  maxYAcceleration: [["machine_max_acceleration_y", "3300,3300"]],
  maxZAcceleration: [["machine_max_acceleration_z", "270,270"]],
  maxExtruderAcceleration: [["machine_max_acceleration_e", "5300,5300"]],
  maxPrintAcceleration: [["machine_max_acceleration_extruding", "3700,3700"]],
  maxRetractAcceleration: [["machine_max_acceleration_retracting", "2900,2900"]],
  // The lower of both is all that a version without an acceleration of travel knows.
  maxTravelAcceleration: [
    ["machine_max_acceleration_travel", "2300,2300"],
    ["machine_max_acceleration_travel", "4100,4100", { travelAcceleration: 9000 }],
  ],
  jerkXMmPerSecond: [["machine_max_jerk_x", "9,9"]],
  jerkYMmPerSecond: [["machine_max_jerk_y", "11,11"]],
  jerkZMmPerSecond: [["machine_max_jerk_z", "0.7,0.7"]],
  jerkExtruderMmPerSecond: [["machine_max_jerk_e", "4.5,4.5"]],
  junctionDeviationMm: [
    ["machine_max_jerk_x", `${JERK_OF_DEVIATION},${JERK_OF_DEVIATION}`, { junctionDeviationMm: 0.08 }],
    ["machine_max_jerk_y", `${JERK_OF_DEVIATION},${JERK_OF_DEVIATION}`, { junctionDeviationMm: 0.08 }],
  ],
  retractionMm: [["retract_length", 0.83]],
  retractionMmPerSecond: [["retract_speed", 43]],
  deretractionMmPerSecond: [["deretract_speed", 39]],
  zHopMm: [["retract_lift", 0.35]],
  zHopSlopeDegrees: [
    ["travel_slope", 7],
    ["travel_ramping_lift", 1],
    ["travel_max_lift", 0.35],
    ["travel_ramping_lift", 0, { zHopSlopeDegrees: 0 }],
  ],
  retractAtLayerChange: [["retract_layer_change", 1]],
  retractInsidePart: [
    ["only_retract_when_crossing_perimeters", 0],
    ["only_retract_when_crossing_perimeters", 1, { retractInsidePart: 0 }],
  ],
  avoidCrossingWalls: [["avoid_crossing_perimeters", 1]],
  wipeOnRetraction: [
    ["wipe", 0],
    ["wipe", 1, { wipeOnRetraction: 1 }],
  ],
  retractBeforeWipePercent: [["retract_before_wipe", "70%"]],
  minTravelBeforeRetractionMm: [["retract_before_travel", 1.9]],
  minLayerSeconds: [["slowdown_below_layer_time", 14]],
  minPrintMmPerSecond: [["min_print_speed", 6]],
  // Measured from the bed there, from the vertical here.
  supportAngleDegrees: [["support_material_threshold", 38]],
  supportDensityPercent: [
    ["support_material_spacing", (SUPPORT * 84) / 16],
    ["support_material_spacing", (SUPPORT * 92) / 8, { supportDensityPercent: 8 }],
  ],
  supportGapMm: [
    ["support_material_contact_distance", 0.17],
    ["support_material_bottom_contact_distance", 0.17],
  ],
  supportSideGapPercent: [["support_material_xy_spacing", "55%"]],
  supportWallCount: [
    ["support_material_with_sheath", 1],
    ["support_material_with_sheath", 0, { supportWallCount: 0 }],
  ],
  supportInterfaceLayers: [["support_material_interface_layers", 3]],
  supportBottomInterfaceLayers: [["support_material_bottom_interface_layers", 2]],
  supportInterfaceSpacingMm: [["support_material_interface_spacing", 0.21]],
  supportInterfaceMmPerSecond: [["support_material_interface_speed", 53]],
  supportOnBedOnly: [["support_material_buildplate_only", 1]],
  supportBridges: [
    ["dont_support_bridges", 1],
    ["dont_support_bridges", 0, { supportBridges: 1 }],
  ],
  supportStyle: [
    ["support_material_style", "grid", { supportStyle: 0 }],
    ["support_material_style", "snug"],
    ["support_material_style", "organic", { supportStyle: 2 }],
  ],
  restartExtraMm: [["retract_restart_extra", 0.06]],
  overBridgeMmPerSecond: [["over_bridge_speed", 58]],
};

const WITHOUT_WIPE: Partial<FilamentProfile> = {
  wipeOnRetraction: 0,
  retractionMm: 10,
  retractionMmPerSecond: 20,
  deretractionMmPerSecond: 25,
};

const IN_CURAENGINE: Arrivals = {
  layerHeightMm: [
    ["layer_height", 0.24],
    ["infill_sparse_thickness", 0.24],
    ["support_infill_sparse_thickness", 0.24],
  ],
  // Two directions share the density of a grid.
  infillPercent: [["infill_line_distance", ((INFILL * 100) / 23) * 2]],
  wallCount: [["wall_line_count", 3]],
  topLayers: [["top_layers", 6]],
  bottomLayers: [
    ["bottom_layers", 5],
    ["initial_bottom_layers", 5],
  ],
  nozzleDiameterMm: [["machine_nozzle_size", 0.5]],
  filamentDiameterMm: [["material_diameter", 2.85]],
  extrusionPercent: [
    ["wall_0_material_flow", 97],
    ["wall_x_material_flow", 97],
    ["skin_material_flow", 97],
    ["roofing_material_flow", 97],
    ["infill_material_flow", 97],
    ["support_material_flow", 97],
  ],
  maxFlowCubicMmPerSecond: [["pace.maxFlowCubicMm", 150 * 0.97]],
  outerWallWidthPercent: [["wall_line_width_0", OUTER]],
  innerWallWidthPercent: [["wall_line_width_x", INNER]],
  infillWidthPercent: [["infill_line_width", INFILL]],
  solidInfillWidthPercent: [["skin_line_width", SKIN]],
  topSurfaceWidthPercent: [["roofing_line_width", TOP]],
  supportWidthPercent: [["support_line_width", SUPPORT]],
  firstLayerWidthPercent: [["initial_layer_line_width_factor", (100 * touching(0.595, 0.3)) / SKIN]],
  firstLayerHeightMm: [["layer_height_0", 0.3]],
  elephantFootMm: [["xy_offset_layer_0", -0.04 - 0.13]],
  resolutionMm: [["meshfix_maximum_deviation", 0.03]],
  outerWallsFirst: [["outer_inset_first", true]],
  oneWallOnTop: [],
  extraWallsOnSlopes: [],
  bridgingWalls: [
    ["bridge_wall_min_length", 5],
    ["bridge_wall_min_length", 10_000, { bridgingWalls: 0 }],
  ],
  overhang25MmPerSecond: [["wall_overhang_angle", 90, { overhang25MmPerSecond: 0 }]],
  overhang50MmPerSecond: [
    ["pace.speeds.outerOverhang", 26],
    ["pace.speeds.outerOverhang", 31, { overhang25MmPerSecond: 0 }],
  ],
  overhang75MmPerSecond: [],
  overhang100MmPerSecond: [],
  seamPosition: [
    ["z_seam_type", "shortest"],
    ["z_seam_type", "sharpest_corner", { seamPosition: 0 }],
  ],
  topMinThicknessMm: [["top_layers", 9, { topMinThicknessMm: 2 }]],
  bottomMinThicknessMm: [["bottom_layers", 9, { bottomMinThicknessMm: 2 }]],
  verticalShells: [
    ["top_skin_preshrink", SKIN * 1.2],
    ["top_skin_expand_distance", SKIN * 0.8],
    ["top_skin_expand_distance", 0, { verticalShells: 0 }],
    // To the outline, from the middle of the third wall.
    ["top_skin_preshrink", OUTER + 1.5 * INNER + SKIN * (0.6825 - 0.22), { verticalShells: 0 }],
    ["bottom_skin_preshrink", OUTER / 2 + SKIN * (0.6825 - 0.22), { verticalShells: 0, wallCount: 1 }],
  ],
  skinPattern: [
    ["roofing_pattern", "lines"],
    ["roofing_pattern", "zigzag", { skinPattern: 1 }],
  ],
  infillOverlapPercent: [
    ["infill_overlap_mm", INFILL * 0.22],
    ["skin_overlap_mm", SKIN * 0.22],
  ],
  infillAnchorMm: [["pace.infillAnchorMm", 3.5, { infillAnchorMaxMm: 0 }]],
  infillAnchorMaxMm: [
    ["zig_zaggify_infill", true],
    ["zig_zaggify_infill", false, { infillAnchorMaxMm: 1 }],
  ],
  solidInfillBelowSquareMm: [["min_infill_area", 8]],
  // Over infill a round strand as thick as the nozzle, as a share of CuraEngine's flat line.
  bridgeFlowPercent: [
    ["bridge_skin_material_flow", (97 * 0.91 * (Math.PI / 4) * 0.5 ** 2) / (SKIN * 0.24)],
    ["bridge_wall_material_flow", 97 * 0.91],
  ],
  thickBridges: [
    ["bridge_wall_material_flow", (97 * 0.91 * (Math.PI / 4) * 0.5 ** 2) / (OUTER * 0.24), { thickBridges: 1 }],
  ],
  outerWallMmPerSecond: [["pace.speeds.outerWall", 31]],
  innerWallMmPerSecond: [["pace.speeds.innerWall", 47]],
  smallPerimeterMmPerSecond: [["pace.smallPerimeter", 29]],
  infillMmPerSecond: [["pace.speeds.infill", 83]],
  solidInfillMmPerSecond: [["pace.speeds.solidInfill", 59]],
  topSurfaceMmPerSecond: [["pace.speeds.topSurface", 41]],
  bridgeMmPerSecond: [
    ["pace.speeds.bridge", 37],
    ["pace.speeds.bridgeWall", 37],
  ],
  gapFillMmPerSecond: [["pace.gapFill", 33]],
  supportMmPerSecond: [["pace.speeds.support", 61]],
  firstLayerMmPerSecond: [["pace.firstLayer.walls", 20]],
  firstLayerInfillMmPerSecond: [["pace.firstLayer.infill", 30]],
  travelMmPerSecond: [["pace.travel", 173]],
  travelZMmPerSecond: [["pace.travelZ", 13]],
  outerWallAcceleration: [
    ["pace.accelerations.outerWall", 1100],
    ["pace.accelerations.outerOverhang", 1100],
  ],
  innerWallAcceleration: [
    ["pace.accelerations.innerWall", 1300],
    ["pace.accelerations.innerOverhang", 1300],
  ],
  infillAcceleration: [["pace.accelerations.infill", 1700]],
  solidInfillAcceleration: [["pace.accelerations.solidInfill", 1500]],
  topSurfaceAcceleration: [["pace.accelerations.topSurface", 900]],
  bridgeAcceleration: [
    ["pace.accelerations.bridge", 800],
    ["pace.accelerations.bridgeWall", 800],
  ],
  otherAcceleration: [
    ["pace.accelerations.support", 1900],
    ["pace.accelerations.supportInterface", 1900],
  ],
  firstLayerAcceleration: [["pace.firstLayer.acceleration", 700]],
  travelAcceleration: [["pace.travelAcceleration", 2300]],
  maxXMmPerSecond: [["pace.motion.speeds.0", 401]],
  maxYMmPerSecond: [["pace.motion.speeds.1", 403]],
  maxZMmPerSecond: [["pace.motion.speeds.2", 17]],
  maxExtruderMmPerSecond: [["pace.motion.speeds.3", 67]],
  maxXAcceleration: [["pace.motion.accelerations.0", 3100]],
  maxYAcceleration: [["pace.motion.accelerations.1", 3300]],
  maxZAcceleration: [["pace.motion.accelerations.2", 270]],
  maxExtruderAcceleration: [["pace.motion.accelerations.3", 5300]],
  maxPrintAcceleration: [["pace.accelerations.outerWall", 600, { maxPrintAcceleration: 600 }]],
  maxRetractAcceleration: [["pace.retractAcceleration", 2900]],
  maxTravelAcceleration: [["pace.travelAcceleration", 4100, { travelAcceleration: 9000 }]],
  jerkXMmPerSecond: [["pace.motion.jerks.0", 9]],
  jerkYMmPerSecond: [["pace.motion.jerks.1", 11]],
  jerkZMmPerSecond: [["pace.motion.jerks.2", 0.7]],
  jerkExtruderMmPerSecond: [["pace.motion.jerks.3", 4.5]],
  junctionDeviationMm: [["pace.motion.jerks.0", JERK_OF_DEVIATION, { junctionDeviationMm: 0.08 }]],
  retractionMm: [["retraction_amount", 0.83]],
  retractionMmPerSecond: [["pace.retract", 43]],
  deretractionMmPerSecond: [["pace.deretract", 39]],
  zHopMm: [
    ["retraction_hop", 0.35],
    ["retraction_hop_enabled", true],
  ],
  zHopSlopeDegrees: [["pace.liftSlope", Math.tan((7 * Math.PI) / 180)]],
  retractAtLayerChange: [["retract_at_layer_change", true]],
  // 0: no way within the part is too long to go without.
  retractInsidePart: [
    ["retraction_combing_max_distance", 1.9],
    ["retraction_combing_max_distance", 0, { retractInsidePart: 0 }],
    ["pace.wayRetractionSeconds", 0, { retractInsidePart: 0 }],
    ["pace.wayRetractionSeconds", 10 / 20 + 10 / 25, { ...WITHOUT_WIPE, zHopMm: 0 }],
    [
      "pace.wayRetractionSeconds",
      10 / 20 + 10 / 25 + 0.8 / 12,
      { ...WITHOUT_WIPE, zHopMm: 0.4, travelZMmPerSecond: 12 },
    ],
  ],
  avoidCrossingWalls: [
    ["retraction_combing", "noskin"],
    ["retraction_combing", "off", { avoidCrossingWalls: 0 }],
  ],
  // It stands as long as the way back takes: 0.83 mm at 43 mm/s, at four fifths of the travel speed, from a standstill to one.
  wipeOnRetraction: [["pace.retract", 43, { wipeOnRetraction: 1, retractBeforeWipePercent: 100 }]],
  retractBeforeWipePercent: [
    [
      "pace.retract",
      0.83 / ((0.83 / 43) * 0.7 + 2 * Math.sqrt(((0.83 / 43) * 0.3 * 173 * 0.8) / 2300)),
      { wipeOnRetraction: 1 },
    ],
  ],
  minTravelBeforeRetractionMm: [["retraction_min_travel", 1.9]],
  minLayerSeconds: [["pace.minLayerSeconds", 14]],
  minPrintMmPerSecond: [["pace.minPrint", 6]],
  supportAngleDegrees: [["support_angle", 52]],
  supportDensityPercent: [["support_line_distance", (SUPPORT * 100) / 16]],
  supportGapMm: [
    ["support_top_distance", 0.17],
    ["support_bottom_distance", 0.17],
  ],
  supportSideGapPercent: [["support_xy_distance", 0.505 * 0.55]],
  supportWallCount: [
    ["support_wall_count", 1],
    ["support_wall_count", 0, { supportWallCount: 0 }],
  ],
  supportInterfaceLayers: [
    ["support_roof_height", 3 * 0.24],
    ["support_roof_enable", true],
  ],
  supportBottomInterfaceLayers: [
    ["support_bottom_height", 2 * 0.24],
    ["support_bottom_enable", true],
  ],
  supportInterfaceSpacingMm: [
    ["support_roof_line_distance", SUPPORT + 0.21],
    ["support_bottom_line_distance", SUPPORT + 0.21],
  ],
  supportInterfaceMmPerSecond: [["pace.speeds.supportInterface", 53]],
  supportOnBedOnly: [
    ["support_type", "buildplate"],
    ["support_type", "everywhere", { supportOnBedOnly: 0 }],
  ],
  supportBridges: [],
  supportStyle: [
    ["support_structure", "normal"],
    ["support_use_towers", false],
    ["support_use_towers", true, { supportStyle: 0 }],
    ["support_structure", "tree", { supportStyle: 2 }],
    ["support_wall_count", 1, { supportStyle: 2, supportWallCount: 0 }],
    ["support_line_distance", 0, { supportStyle: 2 }],
    // 15 % of a line, and the rest of a tip.
    ["support_tree_branch_distance", 0.58 / 0.15 + (0.8 - 0.58), { supportStyle: 2 }],
  ],
  outlineOffsetMm: [["xy_offset", -0.04]],
  wallGenerator: [
    ["walls.areWhole", true],
    ["walls.areWhole", false, { wallGenerator: 0 }],
  ],
  thinWalls: [
    ["walls.printsThinWalls", false],
    ["walls.printsThinWalls", true, { thinWalls: 1 }],
  ],
  fillGaps: [
    ["walls.fillsGaps", false],
    ["walls.fillsGaps", true, { fillGaps: 1 }],
  ],
  adaptiveInfill: [],
  restartExtraMm: [["retraction_extra_prime_amount", (Math.PI / 4) * 2.85 ** 2 * 0.06]],
  overBridgeMmPerSecond: [],
};

/** Pace and walls of varying width are ours: CuraEngine lays whole lines only. Their numbers are named by their path. */
function settingsOfOurs(profile: FilamentProfile): Record<string, Setting> {
  return {
    ...curaEngineSettings(profile),
    ...named("pace", printPace(profile)),
    ...named("walls", wallLines(profile)),
  };
}

function named(path: string, value: unknown): Record<string, Setting> {
  if (typeof value === "number" || typeof value === "boolean") return { [path]: value };
  if (typeof value !== "object" || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([name, inner]) => named(`${path}.${name}`, inner)));
}

const SLICERS = [
  { title: "PrusaSlicer", settings: prusaSlicerSettings, arrivals: IN_PRUSASLICER, elsewhere: [] },
  {
    title: "CuraEngine",
    settings: settingsOfOurs,
    arrivals: IN_CURAENGINE,
    elsewhere: Object.keys(UNFOLLOWED_BY_CURAENGINE),
  },
] as const;

test("the profile is one that can be sliced, and states every number otherwise than the default", () => {
  expect(checkProfile(STATED)).toMatchObject({ profile: STATED });
  expect(Object.keys(PROCESS_PARAMETERS.filament).sort()).toEqual(Object.keys(IN_PRUSASLICER).sort());
});

describe.each(SLICERS)("in the settings of $title", ({ settings, arrivals, elsewhere }) => {
  const declared = Object.entries<readonly Arrival[]>(arrivals);

  test("arrives every number but those that the slicer cannot be told", () => {
    const silent = declared.filter(([, settingsOfNumber]) => settingsOfNumber.length === 0).map(([name]) => name);
    expect(silent.sort()).toEqual([...elsewhere].sort());
  });

  test.each(declared.filter(([, settingsOfNumber]) => settingsOfNumber.length > 0))("arrives %s", (_, expected) => {
    for (const [name, value, beside = {}] of expected) {
      const written: Readonly<Record<string, Setting>> = settings({ ...STATED, ...beside });
      const said = `${name} with ${JSON.stringify(beside)}`;
      if (typeof value === "number") expect(Number(written[name]), said).toBeCloseTo(value, 9);
      else expect(written[name], said).toBe(value);
    }
  });
});

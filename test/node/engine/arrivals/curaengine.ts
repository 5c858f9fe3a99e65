// The numbers of the stated profile in CuraEngine's settings, and in our own pace and walls beside them.

import type { FilamentProfile } from "../../../../slicer-service/src/contract/profile.ts";
import { type Arrivals, JERK_OF_DEVIATION, touching } from "./stated-profile.ts";

const [OUTER, INNER, INFILL, SKIN, TOP, SUPPORT] = [0.505, 0.52, 0.535, 0.55, 0.565, 0.58].map((mm) =>
  touching(mm),
) as [number, number, number, number, number, number];

const WITHOUT_WIPE: Partial<FilamentProfile> = {
  wipeOnRetraction: 0,
  retractionMm: 10,
  retractionMmPerSecond: 20,
  deretractionMmPerSecond: 25,
};

export const IN_CURAENGINE: Arrivals = {
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

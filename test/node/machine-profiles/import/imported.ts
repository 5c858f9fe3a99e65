// Files of slicer settings for tests, and the result of reading them.

import { strToU8, type Zippable, zipSync } from "fflate";
import { readSlicerSettings } from "../../../../src/machine-profiles/import/read-slicer-settings.ts";
import type {
  ImportChoice,
  ImportedFile,
  SlicerSettingsRead,
} from "../../../../src/machine-profiles/import/slicer-settings.ts";

export type Imported = Extract<SlicerSettingsRead, { outcome: "read" }>;

export function textFile(name: string, text: string): ImportedFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

export function jsonFile(name: string, content: unknown): ImportedFile {
  return textFile(name, JSON.stringify(content));
}

export function zipFile(name: string, entries: Readonly<Record<string, string>>): ImportedFile {
  const zippable: Zippable = {};
  for (const [entry, text] of Object.entries(entries)) zippable[entry] = strToU8(text);
  return { name, bytes: zipSync(zippable) };
}

/** Lines "name = value" of an ini file. */
export function ini(options: Readonly<Record<string, string | number>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("");
}

/** Lines "; name = value", as G-code and projects carry them. */
export function comments(options: Readonly<Record<string, string | number>>): string {
  return Object.entries(options)
    .map(([name, value]) => `; ${name} = ${value}\n`)
    .join("");
}

/** @throws Error with the other answer */
export function reading(files: readonly ImportedFile[], choice?: ImportChoice): Imported {
  const found = readSlicerSettings(files, choice);
  if (found.outcome !== "read") throw new Error(`not read: ${JSON.stringify(found)}`);
  return found;
}

/** The English sentence that refuses the files. */
export function refusal(files: readonly ImportedFile[], choice?: ImportChoice): string {
  const found = readSlicerSettings(files, choice);
  if (found.outcome !== "unreadable") throw new Error(`not refused: ${JSON.stringify(found).slice(0, 500)}`);
  return found.fault.en;
}

/** Options by name, with the report's sentence in English. */
export function leftOf({ report }: Imported): Record<string, string> {
  return Object.fromEntries(report.left.map(({ option, effect }) => [option, effect.en]));
}

export function changesOf({ report }: Imported): Record<string, string> {
  return Object.fromEntries(
    report.changed.map(({ becomes, option, as, why }) => [becomes, `${option}: ${as}, ${why.en}`]),
  );
}

/** A PrusaSlicer configuration with a number of its own for everything that is imported. */
export const PRUSA_CONFIGURATION = {
  printer_settings_id: "Workshop printer",
  print_settings_id: "0.20mm everyday",
  filament_settings_id: '"Everyday PLA"',
  printer_technology: "FFF",
  gcode_flavor: "marlin2",
  bed_shape: "0x0,250x0,250x210,0x210",
  nozzle_diameter: "0.4",
  filament_diameter: "1.75",
  filament_density: "1.24",
  extrusion_multiplier: "0.98",
  filament_max_volumetric_speed: "15",
  slowdown_below_layer_time: "8",
  min_print_speed: "15",
  cooling: "1",
  temperature: "215",
  layer_height: "0.2",
  first_layer_height: "0.25",
  perimeters: "3",
  top_solid_layers: "5",
  bottom_solid_layers: "4",
  top_solid_min_thickness: "0",
  bottom_solid_min_thickness: "0",
  fill_density: "15%",
  fill_pattern: "gyroid",
  support_material: "0",
  extrusion_width: "0.45",
  perimeter_extrusion_width: "0.46",
  external_perimeter_extrusion_width: "0.42",
  infill_extrusion_width: "0.5",
  solid_infill_extrusion_width: "0.48",
  top_infill_extrusion_width: "0.4",
  support_material_extrusion_width: "0.36",
  first_layer_extrusion_width: "0.5",
  perimeter_speed: "170",
  external_perimeter_speed: "160",
  small_perimeter_speed: "150",
  infill_speed: "200",
  solid_infill_speed: "190",
  top_solid_infill_speed: "100",
  bridge_speed: "50",
  gap_fill_speed: "120",
  support_material_speed: "110",
  first_layer_speed: "45",
  travel_speed: "300",
  travel_speed_z: "12",
  max_print_speed: "200",
  default_acceleration: "3000",
  external_perimeter_acceleration: "2000",
  perimeter_acceleration: "2500",
  infill_acceleration: "4000",
  solid_infill_acceleration: "3500",
  top_solid_infill_acceleration: "1200",
  bridge_acceleration: "1000",
  first_layer_acceleration: "600",
  travel_acceleration: "4500",
  machine_limits_usage: "emit_to_gcode",
  machine_max_feedrate_x: "300,200",
  machine_max_feedrate_y: "310,200",
  machine_max_feedrate_z: "40,30",
  machine_max_feedrate_e: "100,80",
  machine_max_acceleration_x: "7000,2500",
  machine_max_acceleration_y: "7100,2500",
  machine_max_acceleration_z: "210,200",
  machine_max_acceleration_e: "2500,2000",
  machine_max_acceleration_extruding: "5000,1250",
  machine_max_acceleration_retracting: "1250,1250",
  machine_max_acceleration_travel: "6000,1250",
  machine_max_jerk_x: "8,8",
  machine_max_jerk_y: "9,8",
  machine_max_jerk_z: "2,2",
  machine_max_jerk_e: "10,10",
  retract_length: "0.7",
  retract_speed: "35",
  deretract_speed: "25",
  retract_lift: "0.2",
  retract_before_travel: "1.5",
  duplicate_distance: "5",
  travel_ramping_lift: "0",
  retract_layer_change: "1",
  wipe: "1",
  retract_before_wipe: "70%",
  avoid_crossing_perimeters: "0",
  only_retract_when_crossing_perimeters: "0",
  elefant_foot_compensation: "0.2",
  xy_size_compensation: "-0.05",
  retract_restart_extra: "0.03",
  support_material_style: "snug",
  perimeter_generator: "classic",
  thin_walls: "0",
  gap_fill_enabled: "0",
  seam_position: "nearest",
  over_bridge_speed: "50%",
  external_perimeters_first: "0",
  top_one_perimeter_type: "top",
  extra_perimeters: "0",
  overhangs: "1",
  enable_dynamic_overhang_speeds: "1",
  overhang_speed_0: "15",
  overhang_speed_1: "25",
  overhang_speed_2: "50%",
  overhang_speed_3: "0",
  ensure_vertical_shell_thickness: "enabled",
  top_fill_pattern: "monotoniclines",
  infill_overlap: "15%",
  infill_anchor: "2.5",
  infill_anchor_max: "20",
  solid_infill_below_area: "10",
  bridge_flow_ratio: "0.95",
  thick_bridges: "0",
  support_material_threshold: "40",
  support_material_spacing: "1.5",
  support_material_contact_distance: "0.15",
  support_material_xy_spacing: "80%",
  support_material_with_sheath: "0",
  support_material_interface_layers: "4",
  support_material_bottom_interface_layers: "-1",
  support_material_interface_spacing: "0.3",
  support_material_interface_speed: "50%",
  support_material_buildplate_only: "1",
  dont_support_bridges: "0",
} as const satisfies Record<string, string>;

/** An OrcaSlicer machine, process and filament. */
export const ORCA_MACHINE = {
  type: "machine",
  name: "Workshop cube 0.4 nozzle",
  from: "system",
  instantiation: "true",
  gcode_flavor: "klipper",
  printable_area: ["0x0", "300x0", "300x310", "0x310"],
  nozzle_diameter: ["0.4"],
  machine_max_speed_x: ["500", "200"],
  machine_max_speed_y: ["510", "200"],
  machine_max_speed_z: ["20", "20"],
  machine_max_speed_e: ["60", "60"],
  machine_max_acceleration_x: ["20000", "20000"],
  machine_max_acceleration_y: ["21000", "20000"],
  machine_max_acceleration_z: ["500", "200"],
  machine_max_acceleration_e: ["5000", "5000"],
  machine_max_acceleration_extruding: ["18000", "20000"],
  machine_max_acceleration_retracting: ["4000", "5000"],
  machine_max_acceleration_travel: ["9000", "9000"],
  machine_max_jerk_x: ["12", "12"],
  machine_max_jerk_y: ["12", "12"],
  machine_max_jerk_z: ["0.2", "0.4"],
  machine_max_jerk_e: ["2.5", "2.5"],
  retraction_length: ["0.5"],
  retraction_speed: ["30"],
  deretraction_speed: ["0"],
  z_hop: ["0.2"],
  retraction_minimum_travel: ["1"],
  default_print_profile: "0.20mm Standard @Workshop",
  default_filament_profile: ["Workshop PLA"],
} as const;

export const ORCA_PROCESS = {
  type: "process",
  name: "0.20mm Standard @Workshop",
  from: "system",
  instantiation: "true",
  layer_height: "0.2",
  initial_layer_print_height: "0.25",
  wall_loops: "2",
  top_shell_layers: "3",
  top_shell_thickness: "1",
  bottom_shell_layers: "3",
  bottom_shell_thickness: "0",
  sparse_infill_density: "15%",
  sparse_infill_pattern: "crosshatch",
  enable_support: "0",
  line_width: "110%",
  outer_wall_line_width: "0.42",
  inner_wall_line_width: "0.45",
  sparse_infill_line_width: "0",
  internal_solid_infill_line_width: "0.46",
  top_surface_line_width: "100%",
  support_line_width: "0.4",
  initial_layer_line_width: "0.5",
  outer_wall_speed: "120",
  inner_wall_speed: "200",
  sparse_infill_speed: "210",
  internal_solid_infill_speed: "190",
  top_surface_speed: "100",
  bridge_speed: "50",
  gap_infill_speed: "90",
  support_speed: "150",
  initial_layer_speed: "50",
  initial_layer_infill_speed: "105",
  travel_speed: "350",
  default_acceleration: "5000",
  outer_wall_acceleration: "3000",
  inner_wall_acceleration: "0",
  sparse_infill_acceleration: "100%",
  top_surface_acceleration: "2000",
  initial_layer_acceleration: "500",
  travel_acceleration: "7000",
  default_jerk: "9",
  print_flow_ratio: "0.98",
} as const;

export const ORCA_FILAMENT = {
  type: "filament",
  name: "Workshop PLA",
  from: "system",
  instantiation: "true",
  filament_diameter: ["1.75"],
  filament_density: ["1.24"],
  filament_flow_ratio: ["0.95"],
  filament_max_volumetric_speed: ["21"],
  slow_down_layer_time: ["4"],
  slow_down_min_speed: ["20"],
  slow_down_for_layer_cooling: ["1"],
  filament_retraction_length: ["nil"],
  filament_z_hop: ["0.4"],
} as const;

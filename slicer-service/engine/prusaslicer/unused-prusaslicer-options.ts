// PrusaSlicer's options left unset, and why none of them changes a print's time or filament.
//
// An option of a newer version, neither here nor in prusaslicer.settings.ts, fails a test until it is set there or
// explained here.

import type { UnusedSettings } from "../filament/unused-settings.ts";

export const UNUSED_PRUSASLICER_OPTIONS: readonly UnusedSettings[] = [
  {
    why: "There is only one extruder and one filament.",
    because: { wipe_tower: 0, single_extruder_multi_material: 0, ooze_prevention: 0 },
    names: `
      perimeter_extruder infill_extruder solid_infill_extruder support_material_extruder
      support_material_interface_extruder wipe_tower_extruder bed_temperature_extruder
      retract_length_toolchange retract_restart_extra_toolchange standby_temperature_delta idle_temperature
      single_extruder_multi_material_priming high_current_on_filament_swap multimaterial_purging
      cooling_tube_length cooling_tube_retraction parking_pos_retraction extra_loading_move
      filament_cooling_initial_speed filament_cooling_final_speed filament_cooling_moves filament_loading_speed
      filament_loading_speed_start filament_unloading_speed filament_unloading_speed_start filament_toolchange_delay
      filament_minimal_purge_on_wipe_tower filament_ramming_parameters filament_multitool_ramming
      filament_multitool_ramming_flow filament_multitool_ramming_volume filament_purge_multiplier
      filament_stamping_distance filament_stamping_loading_speed filament_soluble
      mmu_segmented_region_max_width mmu_segmented_region_interlocking_depth wipe_into_infill wipe_into_objects
      wipe_tower_acceleration wipe_tower_bridging wipe_tower_brim_width wipe_tower_cone_angle wipe_tower_extra_flow
      wipe_tower_extra_spacing wipe_tower_no_sparse_layers wipe_tower_rotation_angle wipe_tower_width wipe_tower_x
      wipe_tower_y wiping_volumes_extruders wiping_volumes_matrix wiping_volumes_use_custom_matrix`,
  },
  {
    why: "Fans and heat change a print's quality, not its toolpath, and heating up does not count as printing time.",
    names: `
      fan_always_on fan_below_layer_time min_fan_speed max_fan_speed bridge_fan_speed disable_fan_first_layers
      full_fan_speed_layer enable_dynamic_fan_speeds overhang_fan_speed_0 overhang_fan_speed_1 overhang_fan_speed_2
      overhang_fan_speed_3 autoemit_temperature_commands chamber_temperature chamber_minimal_temperature`,
  },
  {
    why: "There is no skirt and no brim.",
    because: { skirts: 0, brim_width: 0, brim_type: "no_brim" },
    names: "skirt_distance skirt_height min_skirt_length brim_separation",
  },
  {
    why: "There is no raft.",
    because: { raft_layers: 0 },
    names: "raft_contact_distance raft_expansion first_layer_acceleration_over_raft first_layer_speed_over_raft",
  },
  {
    why: "Nothing is ironed.",
    because: { ironing: 0 },
    names: "ironing_type ironing_flowrate ironing_spacing ironing_speed",
  },
  {
    why: "Fuzzy skin is off.",
    because: { fuzzy_skin: "none" },
    names: "fuzzy_skin_thickness fuzzy_skin_point_dist",
  },
  {
    why: "There are no scarf seams.",
    because: { scarf_seam_placement: "nowhere" },
    names: `
      scarf_seam_entire_loop scarf_seam_length scarf_seam_max_segment_length scarf_seam_on_inner_perimeters
      scarf_seam_only_on_smooth scarf_seam_start_height`,
  },
  {
    why: "There is one material, so nothing interlocks.",
    because: { interlocking_beam: 0 },
    names: `
      interlocking_beam_layer_count interlocking_beam_width interlocking_boundary_avoidance interlocking_depth
      interlocking_orientation`,
  },
  {
    why: "Every layer has infill.",
    because: { automatic_infill_combination: 0, infill_every_layers: 1 },
    names: "automatic_infill_combination_max_layer_height",
  },
  {
    why: "There is one object, printed once and in place.",
    because: { complete_objects: 0 },
    names: "clip_multipart_objects duplicate_distance extruder_clearance_height extruder_clearance_radius",
  },
  {
    why: "These add no moves to the G-code: comments, thumbnails, names, and code for events that never happen.",
    names: `
      gcode_comments gcode_label_objects remaining_times thumbnails thumbnails_format notes filament_notes printer_notes
      printer_model output_filename_format extrusion_axis extruder_colour filament_colour filament_type filament_abrasive
      filament_spool_weight nozzle_high_flow color_change_gcode colorprint_heights pause_print_gcode
      template_custom_gcode`,
  },
  {
    why: "The number of threads does not change the result.",
    names: "threads",
  },
];

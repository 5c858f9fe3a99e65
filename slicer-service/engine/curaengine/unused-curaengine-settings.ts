// Cura's settings left unset, with the reason. Numbers without a setting in CuraEngine: contract/unfollowed-numbers.ts.
//
// A setting of a newer version, neither here nor in curaengine.settings.ts, fails a test until it is set there or
// explained here.

import type { UnusedSettings } from "../filament/unused-settings.ts";

export const UNUSED_CURAENGINE_SETTINGS: readonly UnusedSettings[] = [
  {
    why: "Only Cura's user interface reads these. CuraEngine reads the settings that follow from them, which we set.",
    names: `
      machine_name machine_show_variants machine_shape machine_buildplate_type machine_nozzle_id machine_nozzle_head_distance
      machine_nozzle_expansion_angle machine_disallowed_areas nozzle_disallowed_areas machine_head_with_fans_polygon
      gantry_height machine_steps_per_mm_x machine_steps_per_mm_y machine_steps_per_mm_z machine_steps_per_mm_e
      machine_endstop_positive_direction_x machine_endstop_positive_direction_y machine_endstop_positive_direction_z
      machine_feeder_wheel_diameter top_bottom_thickness infill_overlap skin_overlap
      material_guid material_adhesion_tendency material_surface_energy material_crystallinity
      material_anti_ooze_retracted_position material_anti_ooze_retraction_speed material_no_load_move_factor
      material_break_preparation_retracted_position material_break_preparation_speed
      material_break_preparation_temperature material_break_retracted_position material_break_speed
      material_break_temperature material_flush_purge_speed material_flush_purge_length
      material_end_of_filament_purge_speed material_end_of_filament_purge_length material_maximum_park_duration
      support_meshes_present mesh_rotation_matrix`,
  },
  {
    why: "Heat and fans change a print's quality, not its toolpath, and heating up does not count as printing time.",
    names: `
      machine_heated_bed machine_heated_build_volume machine_nozzle_temp_enabled machine_nozzle_heat_up_speed
      machine_nozzle_cool_down_speed machine_min_cool_heat_time_window machine_heat_zone_length
      machine_nozzle_tip_outer_diameter machine_extruder_cooling_fan_number
      material_bed_temp_wait material_print_temp_wait material_print_temp_prepend material_bed_temp_prepend
      default_material_print_temperature build_volume_temperature material_print_temperature
      material_print_temperature_layer_0 material_initial_print_temperature material_final_print_temperature
      material_extrusion_cool_down_speed default_material_bed_temperature material_bed_temperature
      material_bed_temperature_layer_0 material_standby_temperature material_flow_dependent_temperature
      material_flow_temp_graph
      cool_fan_enabled cool_fan_speed cool_fan_speed_min cool_fan_speed_max cool_min_layer_time_fan_speed_max
      cool_fan_speed_0 cool_fan_full_at_height cool_fan_full_layer support_fan_enable support_supported_skin_fan_speed`,
  },
  {
    why: "There is only one extruder.",
    because: {
      machine_extruder_count: 1,
      prime_tower_enable: false,
      ooze_shield_enabled: false,
      prime_blob_enable: false,
    },
    names: `
      extruder_nr extruders_enabled_count machine_extruders_share_heater machine_always_write_active_tool
      machine_use_extruder_offset_to_offset_coords machine_nozzle_offset_x machine_nozzle_offset_y
      machine_extruder_start_code machine_extruder_start_pos_abs machine_extruder_start_pos_x
      machine_extruder_start_pos_y machine_extruder_end_code machine_extruder_end_pos_abs machine_extruder_end_pos_x
      machine_extruder_end_pos_y extruder_prime_pos_x extruder_prime_pos_y extruder_prime_pos_z extruder_prime_pos_abs
      wall_extruder_nr wall_0_extruder_nr wall_x_extruder_nr roofing_extruder_nr top_bottom_extruder_nr
      infill_extruder_nr support_extruder_nr support_infill_extruder_nr support_extruder_nr_layer_0
      support_interface_extruder_nr support_roof_extruder_nr support_bottom_extruder_nr adhesion_extruder_nr
      prime_tower_line_width prime_tower_flow prime_tower_size prime_tower_min_volume prime_tower_position_x
      prime_tower_position_y prime_tower_wipe_enabled prime_tower_brim_enable speed_prime_tower acceleration_prime_tower
      jerk_prime_tower ooze_shield_angle ooze_shield_dist switch_extruder_retraction_amount
      switch_extruder_retraction_speeds switch_extruder_retraction_speed switch_extruder_prime_speed
      switch_extruder_extra_prime_amount retraction_hop_after_extruder_switch
      retraction_hop_after_extruder_switch_height`,
  },
  {
    why: "There is no skirt, no brim and no raft.",
    because: { adhesion_type: "none", support_brim_enable: false },
    names: `
      skirt_brim_line_width skirt_brim_material_flow skirt_brim_speed acceleration_skirt_brim jerk_skirt_brim
      skirt_line_count skirt_gap skirt_brim_minimal_length brim_width brim_line_count brim_gap brim_replaces_support
      brim_outside_only support_brim_width support_brim_line_count
      raft_margin raft_smoothing raft_airgap layer_0_z_overlap raft_surface_layers raft_surface_thickness
      raft_surface_line_width raft_surface_line_spacing raft_interface_thickness raft_interface_line_width
      raft_interface_line_spacing raft_base_thickness raft_base_line_width raft_base_line_spacing raft_speed
      raft_surface_speed raft_interface_speed raft_base_speed raft_acceleration raft_surface_acceleration
      raft_interface_acceleration raft_base_acceleration raft_jerk raft_surface_jerk raft_interface_jerk raft_base_jerk
      raft_fan_speed raft_surface_fan_speed raft_interface_fan_speed raft_base_fan_speed`,
  },
  {
    why: "There is no draft shield.",
    because: { draft_shield_enabled: false },
    names: "draft_shield_dist draft_shield_height_limitation draft_shield_height",
  },
  {
    why: "CuraEngine only lays the lines. How fast they are printed, by which acceleration and jerk, print-pace.ts decides.",
    because: { acceleration_enabled: false, jerk_enabled: false, cool_min_layer_time: 0 },
    names: `
      machine_acceleration machine_max_acceleration_x machine_max_acceleration_y machine_max_acceleration_z
      machine_max_acceleration_e machine_max_jerk_xy machine_max_jerk_z machine_max_jerk_e
      machine_max_feedrate_x machine_max_feedrate_y machine_max_feedrate_z machine_max_feedrate_e
      acceleration_print acceleration_infill acceleration_wall acceleration_wall_0 acceleration_wall_x
      acceleration_roofing acceleration_topbottom acceleration_support acceleration_support_infill
      acceleration_support_roof acceleration_support_bottom acceleration_travel acceleration_layer_0
      acceleration_print_layer_0 acceleration_travel_layer_0
      jerk_print jerk_infill jerk_wall jerk_wall_0 jerk_wall_x jerk_roofing jerk_topbottom jerk_support
      jerk_support_infill jerk_support_interface jerk_support_roof jerk_support_bottom jerk_travel jerk_layer_0
      jerk_print_layer_0 jerk_travel_layer_0 jerk_ironing`,
  },
  {
    why: "A line's speed does not depend on its flow.",
    because: { speed_equalize_flow_enabled: false },
    names: "speed_equalize_flow_max",
  },
  {
    why: "Nothing is ironed.",
    because: { ironing_enabled: false },
    names: `
      acceleration_ironing
      ironing_only_highest_layer ironing_pattern ironing_line_spacing ironing_flow ironing_inset speed_ironing`,
  },
  {
    why: "Walls that overlap are printed in full.",
    because: { travel_compensate_overlapping_walls_0_enabled: false },
    names: "wall_min_flow_retract",
  },
  {
    why: "The seam goes to the sharpest or the nearest corner, not to a chosen position.",
    names: "z_seam_position z_seam_x z_seam_y z_seam_relative",
  },
  {
    why: "Infill has one density, and no pattern is used that has settings of its own.",
    because: { gradual_infill_steps: 0, infill_support_enabled: false, support_pattern: "zigzag" },
    names: `
      sub_div_rad_add gradual_infill_step_height infill_support_angle cross_infill_pocket_size
      cross_infill_density_image cross_support_density_image`,
  },
  {
    why: "Retraction does not wipe the nozzle, and there is no coasting.",
    because: { clean_between_layers: false, coasting_enable: false },
    names: `
      max_extrusion_before_wipe wipe_retraction_enable
      wipe_retraction_amount wipe_retraction_extra_prime_amount wipe_retraction_speed wipe_retraction_retract_speed
      wipe_retraction_prime_speed wipe_pause wipe_hop_enable wipe_hop_amount wipe_hop_speed wipe_brush_pos_x
      wipe_repeat_count wipe_move_distance coasting_volume coasting_min_volume coasting_speed`,
  },
  {
    why: "Only Cura's user interface reads these. CuraEngine reads those of roof and bottom, which we set.",
    names: `
      support_interface_line_width support_interface_material_flow speed_support_interface
      acceleration_support_interface support_interface_height support_interface_density support_interface_pattern
      minimum_interface_area support_interface_offset support_interface_angles`,
  },
  {
    why: "Columns are upright and of one density: no cones, no skipped lines.",
    because: {
      support_conical_enabled: false,
      support_skip_some_zags: false,
      gradual_support_infill_steps: 0,
    },
    names: `
      support_conical_angle support_conical_min_width support_skip_zag_per_mm
      support_zag_skip_count gradual_support_infill_step_height`,
  },
  {
    why: "There is one mesh, and it is the part itself.",
    because: { infill_mesh: false, cutting_mesh: false, support_mesh: false, mold_enabled: false },
    names: `
      multiple_mesh_overlap carve_multiple_volumes alternate_carve_order infill_mesh_order support_mesh_drop_down
      mold_width mold_roof_height mold_angle`,
  },
  {
    why: "Layers have one height, and no special mode (spiral, fuzzy skin, wireframe, conical overhangs) is on.",
    because: {
      conical_overhang_enabled: false,
      magic_spiralize: false,
      magic_fuzzy_skin_enabled: false,
      adaptive_layer_height_enabled: false,
      wireframe_enabled: false,
    },
    names: `
      conical_overhang_angle smooth_spiralized_contours magic_fuzzy_skin_outside_only magic_fuzzy_skin_thickness
      magic_fuzzy_skin_point_density magic_fuzzy_skin_point_dist adaptive_layer_height_variation
      adaptive_layer_height_variation_step adaptive_layer_height_threshold
      wireframe_height wireframe_roof_inset wireframe_printspeed wireframe_printspeed_bottom wireframe_printspeed_up
      wireframe_printspeed_down wireframe_printspeed_flat wireframe_flow wireframe_flow_connection wireframe_flow_flat
      wireframe_top_delay wireframe_bottom_delay wireframe_flat_delay wireframe_up_half_speed wireframe_top_jump
      wireframe_fall_down wireframe_drag_along wireframe_strategy wireframe_straight_before_down
      wireframe_roof_fall_down wireframe_roof_drag_along wireframe_roof_outer_delay wireframe_nozzle_clearance`,
  },
  {
    why: "Only the first layer above a gap is a bridge's, and fans change no toolpath.",
    because: { bridge_enable_more_layers: false },
    names: `
      bridge_fan_speed bridge_skin_speed_2 bridge_skin_material_flow_2 bridge_skin_density_2 bridge_fan_speed_2
      bridge_skin_speed_3 bridge_skin_material_flow_3 bridge_skin_density_3 bridge_fan_speed_3`,
  },
];

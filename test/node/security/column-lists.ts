// Columns without personal data, by table: numbers, times, choices, catalog, and secrets that are no person's.

/** Columns of rows that are personal elsewhere, and all columns of the other tables. A new column is written here or into docs/personal-data.md. */
export const COLUMNS_WITHOUT_PERSON: Readonly<Record<string, string>> = {
  "Dispatcher.engines": "engine_index capacity refusals unreachable_since closed_until",
  "Dispatcher.postponed": "slice_key studio_id queued_at",
  "Dispatcher.slices": "slice_key studio_id queued_at engine_index leased_until is_told tellings avoided_engine",
  "Dispatcher.studios": "studio_id last_turn",
  "RequestLog.asked_": "row at key_id operation status code milliseconds is_replayed times",
  "StudioGate.admissions": "slot number at",
  "StudioGate.known_keys": "hash id kind permission expires_at is_revoked",
  "StudioGate.last_uses": "key_id at",
  "StudioGate.plan": "only plan read_at",
  "VisitorDay.places": "kind name at",
  api_keys: "id studio_id name hash first_characters kind permission created_at expires_at revoked_at",
  attachments: "id studio_id sha256 size_bytes object_key created_at kept_until request_id position",
  carrier_accounts: "studio_id carrier sealed_key method_ids completes_received connected_at fault fault_at",
  customer_messages: "studio_id event is_on sentence sentence_in_second_language",
  customers: "id studio_id created_at order_count spent_minor erased_at",
  delivery_methods: "id studio_id name slug is_active is_pickup price_minor free_from_minor position",
  discarded_objects: "object_key discarded_at",
  ended_prints:
    "id studio_id order_item_id printer_id printer copies outcome minutes hundredths_of_gram stock_taken_hundredths_of_gram person_id ended_at",
  finishings:
    "id studio_id technology_id name description name_in_second_language description_in_second_language price_minor percentage_basis_points material_names only_with_supports is_archived position",
  idempotency_keys: "studio_id fingerprint request_key claimed_at held_until",
  issued_documents: "id studio_id order_id kind number person_id issued_at",
  item_figures:
    "studio_id order_item_id machine_profile_id ordered_at sliced_seconds sliced_hundredths_of_gram real_minutes real_hundredths_of_gram recorded_at",
  kept_quotes: "token_hash studio_id created_at expires_at",
  machine_profiles:
    "id studio_id name parameters source hourly_rate_minor power_watts time_correction_basis_points material_correction_basis_points corrected_at parameters_changed_at is_archived position",
  materials:
    "id studio_id technology_id name color name_in_second_language color_in_second_language color_hex cost_per_kg_minor density_milligrams_per_cubic_cm status stock_hundredths_of_gram low_stock_hundredths_of_gram is_on_order_page process_parameters position",
  messages:
    "id studio_id key event channel person_id order_id request_id material_id state round attempts queued_at next_at ended_at fault",
  models: "id studio_id sha256 format size_bytes object_key created_at last_used_at is_ordered visitor_until",
  one_time_links: "id studio_id role created_at expires_at used_at",
  order_changes: "id studio_id order_id version status person_id is_by_customer changed_at",
  order_items:
    "id studio_id order_id position printer_id model_id quantity price_minor material_id material_color printing_quality_id finishing_ids print_minutes weight_hundredths_of_gram product_id product_title printed_at stock_taken_hundredths_of_gram fits_build_volume warnings product_color_id shelf_copies product_pieces",
  order_pages:
    "studio_id is_open allowed_sites welcome terms welcome_in_second_language terms_in_second_language minimum_order_minor maximum_order_minor takes_price_requests advance_percent print_hours_per_day handling_days turnstile_site_key turnstile_secret updated_at",
  orders:
    "id studio_id number request_key customer_id status total_price_minor currency_id source due_on priority top_up_minor delivery_price_minor advance_minor paid_minor refunded_minor version created_at updated_at",
  parcels: "id studio_id order_id cost_minor state next_look_at looked_at created_at removed_at",
  payments: "id studio_id order_id request_key kind method amount_minor paid_on person_id created_at removed_at",
  people: "id created_at",
  price_request_items:
    "id studio_id request_id position model_id quantity material_id printing_quality_id finishing_ids reason",
  price_requests:
    "id studio_id request_key source status price_minor named_price order_id person_id version created_at updated_at",
  printers:
    "id studio_id request_key technology_id name model build_volume status next_maintenance_at created_at updated_at",
  printing_qualities:
    "id studio_id technology_id name description name_in_second_language description_in_second_language layer_height_micrometres nozzle_diameter_micrometres infill_percent wall_count top_layers bottom_layers supports speed_mode is_default is_active is_on_order_page process_parameters machine_profile_id infill_pattern position",
  product_colors: "id studio_id product_id name name_in_second_language hex material_id stock is_archived position",
  product_prints: "id studio_id product_id model_id copies material_id printing_quality_id finishing_ids position",
  products:
    "id studio_id title description photos price_minor lead_time_days is_active created_at updated_at position title_in_second_language description_in_second_language is_on_order_page is_price_computed stock",
  queued_prints: "id studio_id order_item_id printer_id copies place queued_at",
  sessions: "id person_id created_at last_used_at expires_at",
  shelf_moves: "id studio_id product_id product_color_id pieces order_id person_id moved_at",
  sign_in_attempts: "attempts since",
  slicing_jobs: "id studio_id created_at last_used_at",
  staff_messages: "studio_id person_id event channel",
  studio_members: "studio_id person_id role created_at",
  studios:
    "id slug title plan locale currency_id hourly_rate_minor setup_cost_minor minimum_price_minor markup_basis_points minimum_price_per electricity_price_minor quantity_tiers priorities process_parameters created_at region",
  sweeps: "name after",
  telegram_bots: "studio_id bot_id username sealed_token origin webhook_hash secret_hash paused_until refused_at",
  telegram_chats: "studio_id person_id code_expires_at",
  test_orders: "id studio_id request_key api_key_id created_at",
  trial_locks: "studio_id fingerprint taken_at",
  unmet_conditions: "studio_id",
};

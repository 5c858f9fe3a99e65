-- Fixed lists and JSON columns get a CHECK, and columns that hold money or percentages a unit in their names. SQLite adds a
-- CHECK only to a new table, so every table is built anew beside the old one, filled, and takes its name. Children are
-- dropped before their parents and name the new ones from the start: no foreign key is broken at any step, and none is
-- switched off. A row that a CHECK refuses stops the migration, with nothing changed.
CREATE TABLE `__new_studios` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`plan` text NOT NULL,
	`locale` text NOT NULL,
	`currency_id` integer NOT NULL,
	`hourly_rate_minor` integer NOT NULL,
	`setup_cost_minor` integer NOT NULL,
	`minimum_price_minor` integer NOT NULL,
	`markup_basis_points` integer NOT NULL,
	`process_parameters` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "studios_plan" CHECK("plan" IN ('free', 'basic', 'pro', 'enterprise')),
	CONSTRAINT "studios_currency" CHECK("currency_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "studios_process_parameters" CHECK("process_parameters" IS NULL OR (json_valid("process_parameters") AND json_type("process_parameters") = 'object')),
	CONSTRAINT "studios_are_priceable" CHECK("hourly_rate_minor" >= 0 AND "setup_cost_minor" >= 0 AND "minimum_price_minor" >= 0 AND "markup_basis_points" >= 0)
);
--> statement-breakpoint
CREATE TABLE `__new_api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `__new_materials` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`technology_id` integer NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`color_hex` text,
	`cost_per_kg_minor` integer NOT NULL,
	`density_milligrams_per_cubic_cm` integer NOT NULL,
	`status` text NOT NULL,
	`stock_hundredths_of_gram` integer,
	`low_stock_hundredths_of_gram` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "materials_technology" CHECK("technology_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "materials_status" CHECK("status" IN ('active', 'inactive')),
	CONSTRAINT "materials_are_priceable" CHECK("cost_per_kg_minor" >= 0 AND "density_milligrams_per_cubic_cm" > 0)
);
--> statement-breakpoint
CREATE TABLE `__new_printing_qualities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`technology_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`layer_height_micrometres` integer NOT NULL,
	`nozzle_diameter_micrometres` integer,
	`infill_percent` integer,
	`wall_count` integer,
	`top_layers` integer,
	`bottom_layers` integer,
	`supports` integer NOT NULL,
	`speed_mode` text NOT NULL,
	`is_default` integer NOT NULL,
	`is_active` integer NOT NULL,
	`process_parameters` text,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "printing_qualities_technology" CHECK("technology_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "printing_qualities_speed_mode" CHECK("speed_mode" IN ('draft', 'standard', 'fine')),
	CONSTRAINT "printing_qualities_process_parameters" CHECK("process_parameters" IS NULL OR (json_valid("process_parameters") AND json_type("process_parameters") = 'object'))
);
--> statement-breakpoint
CREATE TABLE `__new_finishings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`technology_id` integer,
	`name` text NOT NULL,
	`description` text,
	`price_minor` integer,
	`percentage_basis_points` integer,
	`is_archived` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "finishings_technology" CHECK("technology_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "finishings_have_one_charge" CHECK("price_minor" IS NULL OR "percentage_basis_points" IS NULL),
	CONSTRAINT "finishings_are_priceable" CHECK("price_minor" >= 0 AND "percentage_basis_points" >= 0)
);
--> statement-breakpoint
CREATE TABLE `__new_products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`photos` text NOT NULL,
	`price_minor` integer NOT NULL,
	`lead_time_days` integer,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_photos" CHECK("photos" IS NULL OR (json_valid("photos") AND json_type("photos") = 'array'))
);
--> statement-breakpoint
CREATE TABLE `__new_delivery_methods` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `__new_printers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`request_key` text NOT NULL,
	`technology_id` integer NOT NULL,
	`name` text NOT NULL,
	`model` text,
	`build_volume` text,
	`status` text NOT NULL,
	`maintenance_note` text,
	`next_maintenance_at` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "printers_technology" CHECK("technology_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "printers_status" CHECK("status" IN ('active', 'maintenance', 'offline'))
);
--> statement-breakpoint
CREATE TABLE `__new_models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`format` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`is_ordered` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "models_format" CHECK("format" IN ('stl', 'obj', '3mf', 'ply'))
);
--> statement-breakpoint
CREATE TABLE `__new_slicing_jobs` (
	`id` text NOT NULL,
	`studio_id` integer NOT NULL,
	`items` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `id`),
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "slicing_jobs_items" CHECK("items" IS NULL OR (json_valid("items") AND json_type("items") = 'array'))
);
--> statement-breakpoint
CREATE TABLE `__new_customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone_number` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `__new_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`request_key` text NOT NULL,
	`customer_id` integer NOT NULL,
	`contact` text NOT NULL,
	`status` text NOT NULL,
	`total_price_minor` integer NOT NULL,
	`currency_id` integer NOT NULL,
	`source` text NOT NULL,
	`delivery` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`customer_id`) REFERENCES `__new_customers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status" CHECK("status" IN ('pending', 'confirmed', 'printing', 'post_processing', 'ready', 'shipped', 'completed', 'cancelled')),
	CONSTRAINT "orders_currency" CHECK("currency_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "orders_contact" CHECK("contact" IS NULL OR (json_valid("contact") AND json_type("contact") = 'object')),
	CONSTRAINT "orders_delivery" CHECK("delivery" IS NULL OR (json_valid("delivery") AND json_type("delivery") = 'object'))
);
--> statement-breakpoint
CREATE TABLE `__new_order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`position` integer NOT NULL,
	`printer_id` integer,
	`model_id` integer,
	`original_file_name` text,
	`quantity` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`material_id` integer,
	`material_color` text,
	`printing_quality_id` integer,
	`finishing_ids` text NOT NULL,
	`print_minutes` integer NOT NULL,
	`weight_hundredths_of_gram` integer NOT NULL,
	`product_id` integer,
	`product_title` text,
	`cost_breakdown` text,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `__new_orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printer_id`) REFERENCES `__new_printers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`model_id`) REFERENCES `__new_models`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`material_id`) REFERENCES `__new_materials`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printing_quality_id`) REFERENCES `__new_printing_qualities`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_id`) REFERENCES `__new_products`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_quantity" CHECK("quantity" >= 1),
	CONSTRAINT "order_items_finishing_ids" CHECK("finishing_ids" IS NULL OR (json_valid("finishing_ids") AND json_type("finishing_ids") = 'array')),
	CONSTRAINT "order_items_cost_breakdown" CHECK("cost_breakdown" IS NULL OR (json_valid("cost_breakdown") AND json_type("cost_breakdown") = 'object'))
);
--> statement-breakpoint
CREATE TABLE `__new_order_status_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`status` text NOT NULL,
	`comment` text,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `__new_orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_status_changes_status" CHECK("status" IN ('pending', 'confirmed', 'printing', 'post_processing', 'ready', 'shipped', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE `__new_idempotency_keys` (
	`studio_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`request_key` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`response` text,
	PRIMARY KEY(`studio_id`, `key`),
	FOREIGN KEY (`studio_id`) REFERENCES `__new_studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "idempotency_keys_response" CHECK("response" IS NULL OR (json_valid("response") AND json_type("response") = 'object'))
);
--> statement-breakpoint
-- Foreign keys over (studio_id, id) need these before the first row; they get their own names at the end.
CREATE UNIQUE INDEX `__new_customers_studioId_id_unique` ON `__new_customers` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_delivery_methods_studioId_id_unique` ON `__new_delivery_methods` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_finishings_studioId_id_unique` ON `__new_finishings` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_materials_studioId_id_unique` ON `__new_materials` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_models_studioId_id_unique` ON `__new_models` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_order_items_studioId_id_unique` ON `__new_order_items` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_orders_studioId_id_unique` ON `__new_orders` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_printers_studioId_id_unique` ON `__new_printers` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_printing_qualities_studioId_id_unique` ON `__new_printing_qualities` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `__new_products_studioId_id_unique` ON `__new_products` (`studio_id`,`id`);
--> statement-breakpoint
INSERT INTO `__new_studios` (`id`, `slug`, `title`, `plan`, `locale`, `currency_id`, `hourly_rate_minor`, `setup_cost_minor`, `minimum_price_minor`, `markup_basis_points`, `process_parameters`, `created_at`)
	SELECT `id`, `slug`, `title`, `plan`, `locale`, `currency_id`, `hourly_rate`, `setup_cost`, `minimum_price`, `markup_hundredths`, replace(json(`process_parameters`), '"supportMm":', '"supportCubicMmPerSquareMm":'), `created_at` FROM `studios`;
--> statement-breakpoint
INSERT INTO `__new_api_keys` (`id`, `studio_id`, `name`, `hash`, `created_at`, `revoked_at`)
	SELECT `id`, `studio_id`, `name`, `hash`, `created_at`, `revoked_at` FROM `api_keys`;
--> statement-breakpoint
INSERT INTO `__new_materials` (`id`, `studio_id`, `technology_id`, `name`, `color`, `color_hex`, `cost_per_kg_minor`, `density_milligrams_per_cubic_cm`, `status`, `stock_hundredths_of_gram`, `low_stock_hundredths_of_gram`)
	SELECT `id`, `studio_id`, `technology_id`, `name`, `color`, `color_hex`, `cost_per_kg`, `density_milligrams_per_cubic_cm`, `status`, `stock_hundredths_of_gram`, `low_stock_hundredths_of_gram` FROM `materials`;
--> statement-breakpoint
INSERT INTO `__new_printing_qualities` (`id`, `studio_id`, `technology_id`, `name`, `description`, `layer_height_micrometres`, `nozzle_diameter_micrometres`, `infill_percent`, `wall_count`, `top_layers`, `bottom_layers`, `supports`, `speed_mode`, `is_default`, `is_active`, `process_parameters`)
	SELECT `id`, `studio_id`, `technology_id`, `name`, `description`, `layer_height_micrometres`, `nozzle_diameter_micrometres`, `infill_percent`, `wall_count`, `top_layers`, `bottom_layers`, `supports`, `speed_mode`, `is_default`, `is_active`, replace(json(`process_parameters`), '"supportMm":', '"supportCubicMmPerSquareMm":') FROM `printing_qualities`;
--> statement-breakpoint
INSERT INTO `__new_finishings` (`id`, `studio_id`, `technology_id`, `name`, `description`, `price_minor`, `percentage_basis_points`, `is_archived`)
	SELECT `id`, `studio_id`, `technology_id`, `name`, `description`, `price`, `percentage_hundredths`, `is_archived` FROM `finishings`;
--> statement-breakpoint
INSERT INTO `__new_products` (`id`, `studio_id`, `title`, `description`, `photos`, `price_minor`, `lead_time_days`, `is_active`, `created_at`, `updated_at`)
	SELECT `id`, `studio_id`, `title`, `description`, `photos`, `price`, `lead_time_days`, `is_active`, `created_at`, `updated_at` FROM `products`;
--> statement-breakpoint
INSERT INTO `__new_delivery_methods` (`id`, `studio_id`, `name`)
	SELECT `id`, `studio_id`, `name` FROM `delivery_methods`;
--> statement-breakpoint
INSERT INTO `__new_printers` (`id`, `studio_id`, `request_key`, `technology_id`, `name`, `model`, `build_volume`, `status`, `maintenance_note`, `next_maintenance_at`, `created_at`, `updated_at`)
	SELECT `id`, `studio_id`, `request_key`, `technology_id`, `name`, `model`, `build_volume`, `status`, `maintenance_note`, `next_maintenance_at`, `created_at`, `updated_at` FROM `printers`;
--> statement-breakpoint
INSERT INTO `__new_models` (`id`, `studio_id`, `sha256`, `format`, `size_bytes`, `object_key`, `created_at`, `last_used_at`, `is_ordered`)
	SELECT `id`, `studio_id`, `sha256`, `format`, `size_bytes`, `object_key`, `created_at`, `last_used_at`, `is_ordered` FROM `models`;
--> statement-breakpoint
INSERT INTO `__new_slicing_jobs` (`id`, `studio_id`, `items`, `created_at`, `last_used_at`)
	SELECT `id`, `studio_id`, `items`, `created_at`, `last_used_at` FROM `slicing_jobs`;
--> statement-breakpoint
INSERT INTO `__new_customers` (`id`, `studio_id`, `first_name`, `last_name`, `phone_number`, `email`, `locale`, `created_at`)
	SELECT `id`, `studio_id`, `first_name`, `last_name`, `phone_number`, `email`, `locale`, `created_at` FROM `customers`;
--> statement-breakpoint
INSERT INTO `__new_orders` (`id`, `studio_id`, `request_key`, `customer_id`, `contact`, `status`, `total_price_minor`, `currency_id`, `source`, `delivery`, `created_at`, `updated_at`)
	SELECT `id`, `studio_id`, `request_key`, `customer_id`, `contact`, `status`, `total_price`, `currency_id`, `source`, `delivery`, `created_at`, `updated_at` FROM `orders`;
--> statement-breakpoint
INSERT INTO `__new_order_items` (`id`, `studio_id`, `order_id`, `position`, `printer_id`, `model_id`, `original_file_name`, `quantity`, `price_minor`, `material_id`, `material_color`, `printing_quality_id`, `finishing_ids`, `print_minutes`, `weight_hundredths_of_gram`, `product_id`, `product_title`, `cost_breakdown`)
	SELECT `id`, `studio_id`, `order_id`, `position`, `printer_id`, `model_id`, `original_file_name`, `quantity`, `price`, `material_id`, `material_color`, `printing_quality_id`, `finishing_ids`, `print_minutes`, `weight_hundredths_of_gram`, `product_id`, `product_title`, replace(json(`cost_breakdown`), '"markupHundredths":', '"markupBasisPoints":') FROM `order_items`;
--> statement-breakpoint
INSERT INTO `__new_order_status_changes` (`id`, `studio_id`, `order_id`, `status`, `comment`, `changed_at`)
	SELECT `id`, `studio_id`, `order_id`, `status`, `comment`, `changed_at` FROM `order_status_changes`;
--> statement-breakpoint
INSERT INTO `__new_idempotency_keys` (`studio_id`, `key`, `fingerprint`, `request_key`, `claimed_at`, `response`)
	SELECT `studio_id`, `key`, `fingerprint`, `request_key`, `claimed_at`, `answer` FROM `idempotency_keys`;
--> statement-breakpoint
-- The last id of every table, so that one that was deleted never comes back.
DELETE FROM sqlite_sequence WHERE name GLOB '__new_*';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_' || name, seq FROM sqlite_sequence WHERE name IN ('studios', 'api_keys', 'materials', 'printing_qualities', 'finishings', 'products', 'delivery_methods', 'printers', 'models', 'slicing_jobs', 'customers', 'orders', 'order_items', 'order_status_changes', 'idempotency_keys');
--> statement-breakpoint
DROP TABLE `idempotency_keys`;
--> statement-breakpoint
DROP TABLE `order_status_changes`;
--> statement-breakpoint
DROP TABLE `order_items`;
--> statement-breakpoint
DROP TABLE `orders`;
--> statement-breakpoint
DROP TABLE `customers`;
--> statement-breakpoint
DROP TABLE `slicing_jobs`;
--> statement-breakpoint
DROP TABLE `models`;
--> statement-breakpoint
DROP TABLE `printers`;
--> statement-breakpoint
DROP TABLE `delivery_methods`;
--> statement-breakpoint
DROP TABLE `products`;
--> statement-breakpoint
DROP TABLE `finishings`;
--> statement-breakpoint
DROP TABLE `printing_qualities`;
--> statement-breakpoint
DROP TABLE `materials`;
--> statement-breakpoint
DROP TABLE `api_keys`;
--> statement-breakpoint
DROP TABLE `studios`;
--> statement-breakpoint
ALTER TABLE `__new_studios` RENAME TO `studios`;
--> statement-breakpoint
ALTER TABLE `__new_api_keys` RENAME TO `api_keys`;
--> statement-breakpoint
ALTER TABLE `__new_materials` RENAME TO `materials`;
--> statement-breakpoint
ALTER TABLE `__new_printing_qualities` RENAME TO `printing_qualities`;
--> statement-breakpoint
ALTER TABLE `__new_finishings` RENAME TO `finishings`;
--> statement-breakpoint
ALTER TABLE `__new_products` RENAME TO `products`;
--> statement-breakpoint
ALTER TABLE `__new_delivery_methods` RENAME TO `delivery_methods`;
--> statement-breakpoint
ALTER TABLE `__new_printers` RENAME TO `printers`;
--> statement-breakpoint
ALTER TABLE `__new_models` RENAME TO `models`;
--> statement-breakpoint
ALTER TABLE `__new_slicing_jobs` RENAME TO `slicing_jobs`;
--> statement-breakpoint
ALTER TABLE `__new_customers` RENAME TO `customers`;
--> statement-breakpoint
ALTER TABLE `__new_orders` RENAME TO `orders`;
--> statement-breakpoint
ALTER TABLE `__new_order_items` RENAME TO `order_items`;
--> statement-breakpoint
ALTER TABLE `__new_order_status_changes` RENAME TO `order_status_changes`;
--> statement-breakpoint
ALTER TABLE `__new_idempotency_keys` RENAME TO `idempotency_keys`;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);
--> statement-breakpoint
CREATE INDEX `api_keys_of_studio` ON `api_keys` (`studio_id`);
--> statement-breakpoint
CREATE INDEX `customers_by_email` ON `customers` (`studio_id`,lower("email"));
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_studioId_id_unique` ON `customers` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_studioId_phoneNumber_unique` ON `customers` (`studio_id`,`phone_number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_methods_studioId_id_unique` ON `delivery_methods` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `finishings_studioId_id_unique` ON `finishings` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `materials_studioId_id_unique` ON `materials` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_objectKey_unique` ON `models` (`object_key`);
--> statement-breakpoint
CREATE INDEX `models_not_ordered` ON `models` (`last_used_at`) WHERE is_ordered = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `models_studioId_id_unique` ON `models` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_studioId_sha256_unique` ON `models` (`studio_id`,`sha256`);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_in_order` ON `order_items` (`studio_id`,`order_id`,`position`);
--> statement-breakpoint
CREATE INDEX `order_items_of_model` ON `order_items` (`studio_id`,`model_id`);
--> statement-breakpoint
CREATE INDEX `order_items_of_printer` ON `order_items` (`studio_id`,`printer_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_studioId_id_unique` ON `order_items` (`studio_id`,`id`);
--> statement-breakpoint
CREATE INDEX `order_status_changes_of_order` ON `order_status_changes` (`studio_id`,`order_id`);
--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`studio_id`,`customer_id`);
--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`studio_id`,`status`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_id_unique` ON `orders` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_requestKey_unique` ON `orders` (`studio_id`,`request_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `printers_studioId_id_unique` ON `printers` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `printers_studioId_requestKey_unique` ON `printers` (`studio_id`,`request_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `printing_qualities_studioId_id_unique` ON `printing_qualities` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_studioId_id_unique` ON `products` (`studio_id`,`id`);
--> statement-breakpoint
CREATE INDEX `slicing_jobs_by_last_use` ON `slicing_jobs` (`last_used_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `studios_slug_unique` ON `studios` (`slug`);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`claimed_at`);
--> statement-breakpoint
DROP INDEX `__new_customers_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_delivery_methods_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_finishings_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_materials_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_models_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_order_items_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_orders_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_printers_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_printing_qualities_studioId_id_unique`;
--> statement-breakpoint
DROP INDEX `__new_products_studioId_id_unique`;

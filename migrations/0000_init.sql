CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_of_studio` ON `api_keys` (`studio_id`);--> statement-breakpoint
CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone_number` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customers_by_email` ON `customers` (`studio_id`,lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX `customers_studioId_id_unique` ON `customers` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `customers_studioId_phoneNumber_unique` ON `customers` (`studio_id`,`phone_number`);--> statement-breakpoint
CREATE TABLE `delivery_methods` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_methods_studioId_id_unique` ON `delivery_methods` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `discarded_objects` (
	`object_key` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `finishings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`technology_id` integer,
	`name` text NOT NULL,
	`description` text,
	`price` integer,
	`percentage_hundredths` integer,
	`is_archived` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "finishings_have_one_charge" CHECK("finishings"."price" IS NULL OR "finishings"."percentage_hundredths" IS NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `finishings_studioId_id_unique` ON `finishings` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`studio_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`request_key` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`answer` text,
	PRIMARY KEY(`studio_id`, `key`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`claimed_at`);--> statement-breakpoint
CREATE TABLE `materials` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`technology_id` integer NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`color_hex` text,
	`cost_per_kg` integer NOT NULL,
	`density_milligrams_per_cubic_cm` integer NOT NULL,
	`status` text NOT NULL,
	`stock_hundredths_of_gram` integer,
	`low_stock_hundredths_of_gram` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "materials_are_priceable" CHECK("materials"."cost_per_kg" >= 0 AND "materials"."density_milligrams_per_cubic_cm" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `materials_studioId_id_unique` ON `materials` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`format` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`is_ordered` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_objectKey_unique` ON `models` (`object_key`);--> statement-breakpoint
CREATE INDEX `models_not_ordered` ON `models` (`last_used_at`) WHERE is_ordered = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `models_studioId_id_unique` ON `models` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `models_studioId_sha256_unique` ON `models` (`studio_id`,`sha256`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`position` integer NOT NULL,
	`printer_id` integer,
	`model_id` integer,
	`original_file_name` text,
	`quantity` integer NOT NULL,
	`price` integer NOT NULL,
	`material_id` integer,
	`material_color` text,
	`printing_quality_id` integer,
	`finishing_ids` text NOT NULL,
	`print_minutes` integer NOT NULL,
	`weight_hundredths_of_gram` integer NOT NULL,
	`product_id` integer,
	`product_title` text,
	`cost_breakdown` text,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printer_id`) REFERENCES `printers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`model_id`) REFERENCES `models`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`material_id`) REFERENCES `materials`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printing_quality_id`) REFERENCES `printing_qualities`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_id`) REFERENCES `products`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_in_order` ON `order_items` (`studio_id`,`order_id`,`position`);--> statement-breakpoint
CREATE INDEX `order_items_of_model` ON `order_items` (`studio_id`,`model_id`);--> statement-breakpoint
CREATE INDEX `order_items_of_printer` ON `order_items` (`studio_id`,`printer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_studioId_id_unique` ON `order_items` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `order_status_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`status` text NOT NULL,
	`comment` text,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_status_changes_of_order` ON `order_status_changes` (`studio_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`request_key` text NOT NULL,
	`customer_id` integer NOT NULL,
	`contact` text NOT NULL,
	`status` text NOT NULL,
	`total_price` integer NOT NULL,
	`currency_id` integer NOT NULL,
	`source` text NOT NULL,
	`delivery` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`customer_id`) REFERENCES `customers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`studio_id`,`customer_id`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`studio_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_id_unique` ON `orders` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_requestKey_unique` ON `orders` (`studio_id`,`request_key`);--> statement-breakpoint
CREATE TABLE `printers` (
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
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `printers_studioId_id_unique` ON `printers` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `printers_studioId_requestKey_unique` ON `printers` (`studio_id`,`request_key`);--> statement-breakpoint
CREATE TABLE `printing_qualities` (
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
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `printing_qualities_studioId_id_unique` ON `printing_qualities` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`photos` text NOT NULL,
	`price` integer NOT NULL,
	`lead_time_days` integer,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_studioId_id_unique` ON `products` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `slicing_jobs` (
	`id` text NOT NULL,
	`studio_id` integer NOT NULL,
	`items` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `id`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `slicing_jobs_by_last_use` ON `slicing_jobs` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `studios` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`plan` text NOT NULL,
	`locale` text NOT NULL,
	`currency_id` integer NOT NULL,
	`hourly_rate` integer NOT NULL,
	`setup_cost` integer NOT NULL,
	`minimum_price` integer NOT NULL,
	`markup_hundredths` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `studios_slug_unique` ON `studios` (`slug`);
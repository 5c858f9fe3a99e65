-- Models may be PLY. SQLite changes a CHECK only by building its table anew: beside the old one, with the items of orders,
-- which refer to it, so that no foreign key is broken at any step (see 0002_checked_columns.sql).
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
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "models_format" CHECK("format" IN ('stl', 'obj', '3mf', 'ply'))
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
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printer_id`) REFERENCES `printers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`model_id`) REFERENCES `__new_models`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`material_id`) REFERENCES `materials`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printing_quality_id`) REFERENCES `printing_qualities`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_id`) REFERENCES `products`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_quantity" CHECK("quantity" >= 1),
	CONSTRAINT "order_items_finishing_ids" CHECK(json_valid("finishing_ids") AND json_type("finishing_ids") = 'array'),
	CONSTRAINT "order_items_cost_breakdown" CHECK(json_valid("cost_breakdown") AND json_type("cost_breakdown") = 'object')
);
--> statement-breakpoint
-- The items' foreign key needs this before the first row; it gets its own name at the end.
CREATE UNIQUE INDEX `__new_models_studioId_id_unique` ON `__new_models` (`studio_id`,`id`);
--> statement-breakpoint
INSERT INTO `__new_models` (`id`, `studio_id`, `sha256`, `format`, `size_bytes`, `object_key`, `created_at`, `last_used_at`, `is_ordered`)
	SELECT `id`, `studio_id`, `sha256`, `format`, `size_bytes`, `object_key`, `created_at`, `last_used_at`, `is_ordered` FROM `models`;
--> statement-breakpoint
INSERT INTO `__new_order_items` (`id`, `studio_id`, `order_id`, `position`, `printer_id`, `model_id`, `original_file_name`, `quantity`, `price_minor`, `material_id`, `material_color`, `printing_quality_id`, `finishing_ids`, `print_minutes`, `weight_hundredths_of_gram`, `product_id`, `product_title`, `cost_breakdown`)
	SELECT `id`, `studio_id`, `order_id`, `position`, `printer_id`, `model_id`, `original_file_name`, `quantity`, `price_minor`, `material_id`, `material_color`, `printing_quality_id`, `finishing_ids`, `print_minutes`, `weight_hundredths_of_gram`, `product_id`, `product_title`, `cost_breakdown` FROM `order_items`;
--> statement-breakpoint
-- The last id of both tables, so that one that was deleted never comes back.
DELETE FROM sqlite_sequence WHERE name GLOB '__new_*';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_' || name, seq FROM sqlite_sequence WHERE name IN ('models', 'order_items');
--> statement-breakpoint
DROP TABLE `order_items`;
--> statement-breakpoint
DROP TABLE `models`;
--> statement-breakpoint
ALTER TABLE `__new_models` RENAME TO `models`;
--> statement-breakpoint
ALTER TABLE `__new_order_items` RENAME TO `order_items`;
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
DROP INDEX `__new_models_studioId_id_unique`;

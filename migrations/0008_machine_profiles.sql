-- SQLite adds a column with a CHECK of its own to a table that has rows, but no foreign key over two columns: building the tables
-- of orders and qualities anew for it would read every row of a studio's history.
CREATE TABLE `machine_profiles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`name` text NOT NULL,
	`parameters` text NOT NULL,
	`source` text,
	`time_correction_basis_points` integer DEFAULT 10000 NOT NULL,
	`material_correction_basis_points` integer DEFAULT 10000 NOT NULL,
	`corrected_at` integer,
	`parameters_changed_at` integer,
	`is_archived` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "machine_profiles_parameters" CHECK("machine_profiles"."parameters" IS NULL OR (json_valid("machine_profiles"."parameters") AND json_type("machine_profiles"."parameters") = 'object')),
	CONSTRAINT "machine_profiles_corrections" CHECK("machine_profiles"."time_correction_basis_points" BETWEEN 2500 AND 40000 AND "machine_profiles"."material_correction_basis_points" BETWEEN 2500 AND 40000)
);
--> statement-breakpoint
CREATE TABLE `item_figures` (
	`studio_id` integer NOT NULL,
	`order_item_id` integer NOT NULL,
	`machine_profile_id` integer,
	`ordered_at` integer NOT NULL,
	`sliced_seconds` integer NOT NULL,
	`sliced_hundredths_of_gram` integer NOT NULL,
	`real_minutes` integer,
	`real_hundredths_of_gram` integer,
	`recorded_at` integer,
	PRIMARY KEY(`studio_id`, `order_item_id`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_item_id`) REFERENCES `order_items`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`machine_profile_id`) REFERENCES `machine_profiles`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "item_figures_sliced" CHECK("item_figures"."sliced_seconds" > 0 AND "item_figures"."sliced_hundredths_of_gram" > 0),
	CONSTRAINT "item_figures_real" CHECK("item_figures"."real_minutes" > 0 AND "item_figures"."real_hundredths_of_gram" > 0)
);
--> statement-breakpoint
CREATE INDEX `item_figures_of_profile` ON `item_figures` (`studio_id`,`machine_profile_id`) WHERE recorded_at IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `machine_profiles_studioId_id_unique` ON `machine_profiles` (`studio_id`,`id`);
--> statement-breakpoint
ALTER TABLE `materials` ADD `process_parameters` text CONSTRAINT "materials_process_parameters" CHECK("process_parameters" IS NULL OR (json_valid("process_parameters") AND json_type("process_parameters") = 'object'));
--> statement-breakpoint
ALTER TABLE `printing_qualities` ADD `machine_profile_id` integer REFERENCES machine_profiles(id);
--> statement-breakpoint
ALTER TABLE `printing_qualities` ADD `infill_pattern` text DEFAULT 'grid' NOT NULL CONSTRAINT "printing_qualities_infill_pattern" CHECK("infill_pattern" IN ('grid', 'lines', 'cubic', 'gyroid'));
--> statement-breakpoint
ALTER TABLE `order_items` ADD `warnings` text CONSTRAINT "order_items_warnings" CHECK("warnings" IS NULL OR (json_valid("warnings") AND json_type("warnings") = 'array'));

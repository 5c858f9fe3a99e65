CREATE TABLE `kept_quotes` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`studio_id` integer NOT NULL,
	`quote` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kept_quotes_quote" CHECK("kept_quotes"."quote" IS NULL OR (json_valid("kept_quotes"."quote") AND json_type("kept_quotes"."quote") = 'object'))
);
--> statement-breakpoint
CREATE INDEX `kept_quotes_by_expiry` ON `kept_quotes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `order_pages` (
	`studio_id` integer PRIMARY KEY NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`allowed_sites` text DEFAULT '[]' NOT NULL,
	`welcome` text,
	`terms` text,
	`requisites` text,
	`minimum_order_minor` integer,
	`maximum_order_minor` integer,
	`takes_price_requests` integer DEFAULT true NOT NULL,
	`print_hours_per_day` integer DEFAULT 12 NOT NULL,
	`handling_days` integer DEFAULT 1 NOT NULL,
	`turnstile_site_key` text,
	`turnstile_secret` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_pages_allowed_sites" CHECK("order_pages"."allowed_sites" IS NULL OR (json_valid("order_pages"."allowed_sites") AND json_type("order_pages"."allowed_sites") = 'array')),
	CONSTRAINT "order_pages_amounts" CHECK("order_pages"."minimum_order_minor" >= 0 AND "order_pages"."maximum_order_minor" >= 0),
	CONSTRAINT "order_pages_print_hours" CHECK("order_pages"."print_hours_per_day" BETWEEN 1 AND 24),
	CONSTRAINT "order_pages_handling_days" CHECK("order_pages"."handling_days" BETWEEN 0 AND 90),
	CONSTRAINT "order_pages_turnstile" CHECK(("order_pages"."turnstile_site_key" IS NULL) = ("order_pages"."turnstile_secret" IS NULL))
);
--> statement-breakpoint
CREATE TABLE `price_request_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`request_id` integer NOT NULL,
	`position` integer NOT NULL,
	`model_id` integer NOT NULL,
	`original_file_name` text NOT NULL,
	`quantity` integer NOT NULL,
	`material_id` integer,
	`printing_quality_id` integer,
	`finishing_ids` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`request_id`) REFERENCES `price_requests`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`model_id`) REFERENCES `models`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`material_id`) REFERENCES `materials`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printing_quality_id`) REFERENCES `printing_qualities`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_request_items_quantity" CHECK("price_request_items"."quantity" >= 1),
	CONSTRAINT "price_request_items_reason" CHECK("price_request_items"."reason" IN ('not_sliced', 'fits_no_printer', 'above_maximum', 'asked')),
	CONSTRAINT "price_request_items_finishing_ids" CHECK("price_request_items"."finishing_ids" IS NULL OR (json_valid("price_request_items"."finishing_ids") AND json_type("price_request_items"."finishing_ids") = 'array'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_request_items_in_request` ON `price_request_items` (`studio_id`,`request_id`,`position`);--> statement-breakpoint
CREATE INDEX `price_request_items_of_model` ON `price_request_items` (`studio_id`,`model_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_request_items_studioId_id_unique` ON `price_request_items` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `price_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`request_key` text NOT NULL,
	`customer_token` text NOT NULL,
	`contact` text NOT NULL,
	`comment` text,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`answer` text,
	`person_id` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`consented_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_requests_status" CHECK("price_requests"."status" IN ('new', 'answered', 'closed')),
	CONSTRAINT "price_requests_contact" CHECK("price_requests"."contact" IS NULL OR (json_valid("price_requests"."contact") AND json_type("price_requests"."contact") = 'object'))
);
--> statement-breakpoint
CREATE INDEX `price_requests_by_status` ON `price_requests` (`studio_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_requests_studioId_id_unique` ON `price_requests` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_requests_studioId_requestKey_unique` ON `price_requests` (`studio_id`,`request_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_requests_studioId_customerToken_unique` ON `price_requests` (`studio_id`,`customer_token`);--> statement-breakpoint
ALTER TABLE `materials` ADD `is_on_order_page` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `models` ADD `visitor_until` integer;--> statement-breakpoint
CREATE INDEX `models_of_visitors` ON `models` (`visitor_until`) WHERE is_ordered = 0 AND visitor_until IS NOT NULL;--> statement-breakpoint
ALTER TABLE `order_changes` ADD `is_by_customer` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `customer_token` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `consented_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_customerToken_unique` ON `orders` (`studio_id`,`customer_token`);--> statement-breakpoint
ALTER TABLE `printing_qualities` ADD `is_on_order_page` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `discarded_objects_by_time` ON `discarded_objects` (`discarded_at`);
-- A locale and a source are held to what the API takes. SQLite adds a CHECK only to a new table: each is built anew under its own
-- name from a copy of its rows, with foreign keys counted at the end. The unique indexes that children name are there before them.
-- Wrong values of old rows are mended first: an empty or too long text, and a studio's locale that is none.
ALTER TABLE `price_requests` ADD `sender_hash` text;
--> statement-breakpoint
CREATE INDEX `price_requests_with_sender` ON `price_requests` (`created_at`) WHERE sender_hash IS NOT NULL;
--> statement-breakpoint
PRAGMA defer_foreign_keys=ON;
--> statement-breakpoint
CREATE TABLE `kept_sequence` AS SELECT name, seq FROM sqlite_sequence WHERE name IN ('studios', 'customers', 'orders');
--> statement-breakpoint
CREATE TABLE `kept_studios` AS SELECT * FROM `studios`;
--> statement-breakpoint
CREATE TABLE `kept_customers` AS SELECT * FROM `customers`;
--> statement-breakpoint
CREATE TABLE `kept_orders` AS SELECT * FROM `orders`;
--> statement-breakpoint
DROP TABLE `orders`;
--> statement-breakpoint
DROP TABLE `customers`;
--> statement-breakpoint
DROP TABLE `studios`;
--> statement-breakpoint
CREATE TABLE `studios` (
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
	`region` text DEFAULT 'eeur' NOT NULL,
	CONSTRAINT "studios_region" CHECK("region" IN ('wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me')),
	CONSTRAINT "studios_plan" CHECK("plan" IN ('free', 'basic', 'pro', 'enterprise')),
	CONSTRAINT "studios_locale" CHECK("locale" GLOB '[a-z][a-z]*' AND "locale" NOT GLOB '*[^A-Za-z0-9-]*' AND length("locale") BETWEEN 1 AND 35),
	CONSTRAINT "studios_currency" CHECK("currency_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "studios_process_parameters" CHECK("process_parameters" IS NULL OR (json_valid("process_parameters") AND json_type("process_parameters") = 'object')),
	CONSTRAINT "studios_are_priceable" CHECK("hourly_rate_minor" >= 0 AND "setup_cost_minor" >= 0 AND "minimum_price_minor" >= 0 AND "markup_basis_points" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `studios_slug_unique` ON `studios` (`slug`);
--> statement-breakpoint
INSERT INTO `studios`("id", "slug", "title", "plan", "locale", "currency_id", "hourly_rate_minor", "setup_cost_minor", "minimum_price_minor", "markup_basis_points", "process_parameters", "created_at", "region") SELECT "id", "slug", "title", "plan", CASE WHEN replace("locale", '_', '-') GLOB '[a-z][a-z]*' AND replace("locale", '_', '-') NOT GLOB '*[^A-Za-z0-9-]*' AND length("locale") <= 35 THEN replace("locale", '_', '-') ELSE 'uk' END, "currency_id", "hourly_rate_minor", "setup_cost_minor", "minimum_price_minor", "markup_basis_points", "process_parameters", "created_at", "region" FROM `kept_studios`;
--> statement-breakpoint
DROP TABLE `kept_studios`;
--> statement-breakpoint
CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone_number` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "customers_locale" CHECK(length("locale") BETWEEN 1 AND 35)
);
--> statement-breakpoint
CREATE INDEX `customers_by_email` ON `customers` (`studio_id`,lower("email"));
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_studioId_id_unique` ON `customers` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_studioId_phoneNumber_unique` ON `customers` (`studio_id`,`phone_number`);
--> statement-breakpoint
INSERT INTO `customers`("id", "studio_id", "first_name", "last_name", "phone_number", "email", "locale", "created_at") SELECT "id", "studio_id", "first_name", "last_name", "phone_number", "email", CASE WHEN trim("locale") = '' THEN (SELECT "studios"."locale" FROM `studios` WHERE "studios"."id" = "studio_id") ELSE substr("locale", 1, 35) END, "created_at" FROM `kept_customers`;
--> statement-breakpoint
DROP TABLE `kept_customers`;
--> statement-breakpoint
CREATE TABLE `orders` (
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
	`version` integer DEFAULT 1 NOT NULL,
	`customer_token` text,
	`consented_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`customer_id`) REFERENCES `customers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status" CHECK("status" IN ('pending', 'confirmed', 'printing', 'post_processing', 'ready', 'shipped', 'completed', 'cancelled')),
	CONSTRAINT "orders_source" CHECK(length("source") BETWEEN 1 AND 255),
	CONSTRAINT "orders_currency" CHECK("currency_id" IN (1, 2, 3, 4, 5)),
	CONSTRAINT "orders_contact" CHECK("contact" IS NULL OR (json_valid("contact") AND json_type("contact") = 'object')),
	CONSTRAINT "orders_delivery" CHECK("delivery" IS NULL OR (json_valid("delivery") AND json_type("delivery") = 'object'))
);
--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`studio_id`,`customer_id`);
--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`studio_id`,`status`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_id_unique` ON `orders` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_requestKey_unique` ON `orders` (`studio_id`,`request_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_studioId_customerToken_unique` ON `orders` (`studio_id`,`customer_token`);
--> statement-breakpoint
INSERT INTO `orders`("id", "studio_id", "request_key", "customer_id", "contact", "status", "total_price_minor", "currency_id", "source", "delivery", "version", "customer_token", "consented_at", "created_at", "updated_at") SELECT "id", "studio_id", "request_key", "customer_id", "contact", "status", "total_price_minor", "currency_id", CASE WHEN trim("source") = '' THEN 'api' ELSE substr("source", 1, 255) END, "delivery", "version", "customer_token", "consented_at", "created_at", "updated_at" FROM `kept_orders`;
--> statement-breakpoint
DROP TABLE `kept_orders`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name IN ('studios', 'customers', 'orders');
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM `kept_sequence`;
--> statement-breakpoint
DROP TABLE `kept_sequence`;

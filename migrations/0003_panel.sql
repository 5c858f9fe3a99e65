CREATE TABLE `one_time_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`email` text,
	`studio_id` integer,
	`role` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_links_role" CHECK("one_time_links"."role" IN ('owner', 'staff')),
	CONSTRAINT "one_time_links_purpose" CHECK(("one_time_links"."studio_id" IS NULL) = ("one_time_links"."role" IS NULL) AND ("one_time_links"."studio_id" IS NOT NULL OR "one_time_links"."email" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_links_tokenHash_unique` ON `one_time_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_links_by_expiry` ON `one_time_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `one_time_links_of_studio` ON `one_time_links` (`studio_id`);--> statement-breakpoint
CREATE TABLE `order_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`comment` text,
	`changes` text,
	`person_id` integer,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_changes_status" CHECK("order_changes"."status" IN ('pending', 'confirmed', 'printing', 'post_processing', 'ready', 'shipped', 'completed', 'cancelled')),
	CONSTRAINT "order_changes_changes" CHECK("order_changes"."changes" IS NULL OR (json_valid("order_changes"."changes") AND json_type("order_changes"."changes") = 'object'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_changes_of_order` ON `order_changes` (`studio_id`,`order_id`,`version`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`language` text NOT NULL,
	`theme` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "people_language" CHECK("people"."language" IN ('uk', 'en')),
	CONSTRAINT "people_theme" CHECK("people"."theme" IN ('system', 'light', 'dark')),
	CONSTRAINT "people_email" CHECK("people"."email" = lower("people"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_email_unique` ON `people` (`email`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`person_id` integer NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_tokenHash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_of_person` ON `sessions` (`person_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_by_age` ON `sign_in_attempts` (`since`);--> statement-breakpoint
CREATE TABLE `studio_members` (
	`studio_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "studio_members_role" CHECK("studio_members"."role" IN ('owner', 'staff'))
);
--> statement-breakpoint
CREATE INDEX `studio_members_by_person` ON `studio_members` (`person_id`);--> statement-breakpoint
INSERT INTO `order_changes` (`id`, `studio_id`, `order_id`, `version`, `status`, `comment`, `changed_at`)
SELECT `id`, `studio_id`, `order_id`, row_number() OVER (PARTITION BY `studio_id`, `order_id` ORDER BY `id`), `status`, `comment`, `changed_at`
FROM `order_status_changes`;--> statement-breakpoint
DROP TABLE `order_status_changes`;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `first_characters` text;--> statement-breakpoint
ALTER TABLE `delivery_methods` ADD `is_active` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_methods` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `finishings` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `materials` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_items` ADD `printed_at` integer;--> statement-breakpoint
ALTER TABLE `order_items` ADD `stock_taken_hundredths_of_gram` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `orders` SET `version` = coalesce((SELECT max(`version`) FROM `order_changes` WHERE `order_changes`.`studio_id` = `orders`.`studio_id` AND `order_changes`.`order_id` = `orders`.`id`), 1);--> statement-breakpoint
ALTER TABLE `printing_qualities` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `position` integer DEFAULT 0 NOT NULL;
-- Two events join the messages: an order that is completed, and a parcel that comes back. SQLite adds a value to a CHECK only in a new
-- table. No other table refers to these three, so that each is filled under another name, put in the place of the old one, and renamed.
CREATE TABLE `new_customer_messages` (
	`studio_id` integer NOT NULL,
	`event` text NOT NULL,
	`is_on` integer NOT NULL,
	`sentence` text,
	`sentence_in_second_language` text,
	PRIMARY KEY(`studio_id`, `event`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "customer_messages_event" CHECK("event" IN ('received', 'confirmed', 'priced', 'ready', 'shipped', 'completed', 'cancelled'))
);
--> statement-breakpoint
INSERT INTO `new_customer_messages`("studio_id", "event", "is_on", "sentence", "sentence_in_second_language") SELECT "studio_id", "event", "is_on", "sentence", "sentence_in_second_language" FROM `customer_messages`;--> statement-breakpoint
DROP TABLE `customer_messages`;--> statement-breakpoint
ALTER TABLE `new_customer_messages` RENAME TO `customer_messages`;--> statement-breakpoint
CREATE TABLE `new_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`key` text NOT NULL,
	`event` text NOT NULL,
	`channel` text NOT NULL,
	`person_id` integer,
	`order_id` integer,
	`request_id` integer,
	`material_id` integer,
	`state` text NOT NULL,
	`round` integer NOT NULL,
	`attempts` integer NOT NULL,
	`queued_at` integer NOT NULL,
	`next_at` integer,
	`ended_at` integer,
	`provider_id` text,
	`fault` text,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`request_id`) REFERENCES `price_requests`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_event" CHECK("event" IN ('received', 'confirmed', 'priced', 'ready', 'shipped', 'completed', 'cancelled', 'new_order', 'new_request', 'cancelled_by_customer', 'low_stock', 'late', 'parcel_returns')),
	CONSTRAINT "messages_channel" CHECK("channel" IN ('email', 'telegram')),
	CONSTRAINT "messages_state" CHECK("state" IN ('waiting', 'sending', 'sent', 'failed', 'unknown', 'bounced', 'withdrawn')),
	CONSTRAINT "messages_fault" CHECK("fault" IN ('not_set_up', 'no_address', 'sender', 'recipient', 'content', 'unreachable', 'daily_limit')),
	CONSTRAINT "messages_ended" CHECK(("next_at" IS NULL) = ("ended_at" IS NOT NULL) AND ("next_at" IS NOT NULL) = ("state" IN ('waiting', 'sending')))
);
--> statement-breakpoint
INSERT INTO `new_messages`("id", "studio_id", "key", "event", "channel", "person_id", "order_id", "request_id", "material_id", "state", "round", "attempts", "queued_at", "next_at", "ended_at", "provider_id", "fault") SELECT "id", "studio_id", "key", "event", "channel", "person_id", "order_id", "request_id", "material_id", "state", "round", "attempts", "queued_at", "next_at", "ended_at", "provider_id", "fault" FROM `messages`;
--> statement-breakpoint
-- No id comes back: the new table goes on where the old one has come to.
DELETE FROM sqlite_sequence WHERE name = 'new_messages';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_messages', seq FROM sqlite_sequence WHERE name = 'messages';
--> statement-breakpoint
DROP TABLE `messages`;--> statement-breakpoint
ALTER TABLE `new_messages` RENAME TO `messages`;--> statement-breakpoint
CREATE INDEX `messages_to_send` ON `messages` (`studio_id`,`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_by_provider_id` ON `messages` (`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_of_order` ON `messages` (`studio_id`,`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_of_request` ON `messages` (`studio_id`,`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_studioId_key_unique` ON `messages` (`studio_id`,`key`);--> statement-breakpoint
CREATE TABLE `new_staff_messages` (
	`studio_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`event` text NOT NULL,
	`channel` text NOT NULL,
	PRIMARY KEY(`studio_id`, `event`, `person_id`, `channel`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_messages_event" CHECK("event" IN ('new_order', 'new_request', 'cancelled_by_customer', 'low_stock', 'late', 'parcel_returns')),
	CONSTRAINT "staff_messages_channel" CHECK("channel" IN ('email', 'telegram'))
);
--> statement-breakpoint
INSERT INTO `new_staff_messages`("studio_id", "person_id", "event", "channel") SELECT "studio_id", "person_id", "event", "channel" FROM `staff_messages`;--> statement-breakpoint
DROP TABLE `staff_messages`;--> statement-breakpoint
ALTER TABLE `new_staff_messages` RENAME TO `staff_messages`;--> statement-breakpoint
DROP INDEX `parcels_to_look_at`;--> statement-breakpoint
ALTER TABLE `parcels` ADD `looked_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `parcels_studioId_id_unique` ON `parcels` (`studio_id`,`id`);--> statement-breakpoint
CREATE INDEX `parcels_by_order` ON `parcels` (`studio_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `parcels_to_look_at` ON `parcels` (`studio_id`,`next_look_at`) WHERE next_look_at IS NOT NULL;
--> statement-breakpoint
-- Tracking numbers are followed whichever version of the Worker writes them, typed by a person or made with a note. The order's note is a parcel already. Each trigger stands on one line: D1 may split a file at the ends of lines with a semicolon.
CREATE TRIGGER `orders_followed` AFTER UPDATE OF `delivery` ON `orders` WHEN replace(old.`delivery` ->> 'trackingNumber', ' ', '') IS NOT replace(new.`delivery` ->> 'trackingNumber', ' ', '') BEGIN DELETE FROM `parcels` WHERE `studio_id` = new.`studio_id` AND `order_id` = new.`id` AND `note` IS NULL AND `removed_at` IS NULL; INSERT OR IGNORE INTO `parcels` (`studio_id`, `order_id`, `reference`, `tracking_number`, `next_look_at`, `created_at`) SELECT new.`studio_id`, new.`id`, lower(hex(randomblob(16))), new.`delivery` ->> 'trackingNumber', new.`updated_at`, new.`updated_at` WHERE new.`delivery` ->> 'trackingNumber' <> '' AND EXISTS (SELECT 1 FROM `carrier_accounts` WHERE `studio_id` = new.`studio_id`); END;
--> statement-breakpoint
-- A studio that connects its carrier has the parcels followed that are on their way: of the last 60 days, after which none is.
CREATE TRIGGER `carrier_accounts_followed` AFTER INSERT ON `carrier_accounts` BEGIN INSERT OR IGNORE INTO `parcels` (`studio_id`, `order_id`, `reference`, `tracking_number`, `next_look_at`, `created_at`) SELECT `studio_id`, `id`, lower(hex(randomblob(16))), `delivery` ->> 'trackingNumber', new.`connected_at`, `updated_at` FROM `orders` WHERE `studio_id` = new.`studio_id` AND `status` = 'shipped' AND `delivery` ->> 'trackingNumber' <> '' AND `updated_at` > new.`connected_at` - 5184000000; END;

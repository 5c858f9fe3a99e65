CREATE TABLE `carrier_accounts` (
	`studio_id` integer PRIMARY KEY NOT NULL,
	`carrier` text NOT NULL,
	`sealed_key` text NOT NULL,
	`sender` text,
	`method_ids` text NOT NULL,
	`completes_received` integer DEFAULT true NOT NULL,
	`connected_at` integer NOT NULL,
	`fault` text,
	`fault_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "carrier_accounts_carrier" CHECK("carrier_accounts"."carrier" IN ('nova_poshta')),
	CONSTRAINT "carrier_accounts_sender" CHECK("carrier_accounts"."sender" IS NULL OR (json_valid("carrier_accounts"."sender") AND json_type("carrier_accounts"."sender") = 'object')),
	CONSTRAINT "carrier_accounts_method_ids" CHECK("carrier_accounts"."method_ids" IS NULL OR (json_valid("carrier_accounts"."method_ids") AND json_type("carrier_accounts"."method_ids") = 'array')),
	CONSTRAINT "carrier_accounts_fault" CHECK("carrier_accounts"."fault" IN ('key', 'busy', 'unreachable', 'refused')),
	CONSTRAINT "carrier_accounts_fault_at" CHECK(("carrier_accounts"."fault" IS NULL) = ("carrier_accounts"."fault_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE `parcels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`reference` text NOT NULL,
	`note_ref` text,
	`tracking_number` text,
	`note` text,
	`cost_minor` integer,
	`state` text,
	`next_look_at` integer,
	`looked_at` integer,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "parcels_note" CHECK("parcels"."note" IS NULL OR (json_valid("parcels"."note") AND json_type("parcels"."note") = 'object')),
	CONSTRAINT "parcels_state" CHECK("parcels"."state" IN ('announced', 'under_way', 'arrived', 'received', 'refused', 'lost', 'deleted', 'not_found'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `parcels_of_order` ON `parcels` (`studio_id`,`order_id`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX `parcels_by_order` ON `parcels` (`studio_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `parcels_to_look_at` ON `parcels` (`studio_id`,`next_look_at`) WHERE next_look_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `parcels_studioId_id_unique` ON `parcels` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `parcels_studioId_reference_unique` ON `parcels` (`studio_id`,`reference`);
--> statement-breakpoint
-- Tracking numbers are followed whichever version of the Worker writes them, typed by a person or made with a note. The order's note is a parcel already. Each trigger stands on one line: D1 may split a file at the ends of lines with a semicolon.
CREATE TRIGGER `orders_followed` AFTER UPDATE OF `delivery` ON `orders` WHEN replace(old.`delivery` ->> 'trackingNumber', ' ', '') IS NOT replace(new.`delivery` ->> 'trackingNumber', ' ', '') BEGIN DELETE FROM `parcels` WHERE `studio_id` = new.`studio_id` AND `order_id` = new.`id` AND `note` IS NULL AND `removed_at` IS NULL; INSERT OR IGNORE INTO `parcels` (`studio_id`, `order_id`, `reference`, `tracking_number`, `next_look_at`, `created_at`) SELECT new.`studio_id`, new.`id`, lower(hex(randomblob(16))), new.`delivery` ->> 'trackingNumber', new.`updated_at`, new.`updated_at` WHERE new.`delivery` ->> 'trackingNumber' <> '' AND EXISTS (SELECT 1 FROM `carrier_accounts` WHERE `studio_id` = new.`studio_id`); END;
--> statement-breakpoint
-- A studio that connects its carrier has the parcels followed that are on their way: of the last 60 days, after which none is.
CREATE TRIGGER `carrier_accounts_followed` AFTER INSERT ON `carrier_accounts` BEGIN INSERT OR IGNORE INTO `parcels` (`studio_id`, `order_id`, `reference`, `tracking_number`, `next_look_at`, `created_at`) SELECT `studio_id`, `id`, lower(hex(randomblob(16))), `delivery` ->> 'trackingNumber', new.`connected_at`, `updated_at` FROM `orders` WHERE `studio_id` = new.`studio_id` AND `status` = 'shipped' AND `delivery` ->> 'trackingNumber' <> '' AND `updated_at` > new.`connected_at` - 5184000000; END;

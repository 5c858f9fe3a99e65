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
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "parcels_note" CHECK("parcels"."note" IS NULL OR (json_valid("parcels"."note") AND json_type("parcels"."note") = 'object')),
	CONSTRAINT "parcels_state" CHECK("parcels"."state" IN ('announced', 'under_way', 'arrived', 'received', 'refused', 'lost', 'deleted', 'not_found'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `parcels_of_order` ON `parcels` (`studio_id`,`order_id`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX `parcels_to_look_at` ON `parcels` (`next_look_at`,`studio_id`) WHERE next_look_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `parcels_studioId_reference_unique` ON `parcels` (`studio_id`,`reference`);
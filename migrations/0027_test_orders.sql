CREATE TABLE `test_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`request_key` text NOT NULL,
	`api_key_id` integer NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`api_key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "test_orders_id" CHECK("test_orders"."id" >= 1000000000),
	CONSTRAINT "test_orders_content" CHECK("test_orders"."content" IS NULL OR (json_valid("test_orders"."content") AND json_type("test_orders"."content") = 'object'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `test_orders_studioId_id_unique` ON `test_orders` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `test_orders_studioId_requestKey_unique` ON `test_orders` (`studio_id`,`request_key`);--> statement-breakpoint
-- Ids begin above those of all orders, and never come back (src/domain/order.ts).
INSERT INTO sqlite_sequence (name, seq) VALUES ('test_orders', 999999999);

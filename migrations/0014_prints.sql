CREATE TABLE `ended_prints` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_item_id` integer NOT NULL,
	`printer_id` integer,
	`printer` text,
	`copies` integer NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`minutes` integer,
	`hundredths_of_gram` integer,
	`stock_taken_hundredths_of_gram` integer,
	`person_id` integer,
	`ended_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_item_id`) REFERENCES `order_items`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ended_prints_copies" CHECK("ended_prints"."copies" >= 1),
	CONSTRAINT "ended_prints_outcome" CHECK("ended_prints"."outcome" IN ('printed', 'failed')),
	CONSTRAINT "ended_prints_reason" CHECK(("ended_prints"."outcome" = 'failed') = ("ended_prints"."reason" IS NOT NULL)),
	CONSTRAINT "ended_prints_figures" CHECK("ended_prints"."minutes" > 0 AND "ended_prints"."hundredths_of_gram" > 0)
);
--> statement-breakpoint
CREATE INDEX `ended_prints_of_item` ON `ended_prints` (`studio_id`,`order_item_id`);--> statement-breakpoint
CREATE INDEX `ended_prints_by_time` ON `ended_prints` (`studio_id`,`ended_at`);--> statement-breakpoint
CREATE TABLE `queued_prints` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_item_id` integer NOT NULL,
	`printer_id` integer NOT NULL,
	`copies` integer NOT NULL,
	`place` integer NOT NULL,
	`queued_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_item_id`) REFERENCES `order_items`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printer_id`) REFERENCES `printers`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "queued_prints_copies" CHECK("queued_prints"."copies" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queued_prints_of_item` ON `queued_prints` (`studio_id`,`order_item_id`,`printer_id`);--> statement-breakpoint
CREATE INDEX `queued_prints_on_printer` ON `queued_prints` (`studio_id`,`printer_id`,`place`);--> statement-breakpoint
ALTER TABLE `orders` ADD `due_on` text;--> statement-breakpoint
-- Items on printers keep their printers and their order there.
INSERT INTO `queued_prints` (`studio_id`, `order_item_id`, `printer_id`, `copies`, `place`, `queued_at`) SELECT `order_items`.`studio_id`, `order_items`.`id`, `order_items`.`printer_id`, `order_items`.`quantity`, coalesce((SELECT max(`order_changes`.`id`) FROM `order_changes`, json_each(`order_changes`.`changes`, '$.items') WHERE `order_changes`.`studio_id` = `order_items`.`studio_id` AND `order_changes`.`order_id` = `order_items`.`order_id` AND `json_each`.`value` ->> 'itemId' = `order_items`.`id` AND `json_each`.`value` ->> 'event' = 'assigned'), 0), `orders`.`updated_at` FROM `order_items` JOIN `orders` ON `orders`.`studio_id` = `order_items`.`studio_id` AND `orders`.`id` = `order_items`.`order_id` WHERE `order_items`.`printer_id` IS NOT NULL AND `order_items`.`printed_at` IS NULL;
--> statement-breakpoint
-- Printed items of open orders are printed well; those of ended orders keep their day in `printed_at` alone.
INSERT INTO `ended_prints` (`studio_id`, `order_item_id`, `copies`, `outcome`, `stock_taken_hundredths_of_gram`, `ended_at`) SELECT `order_items`.`studio_id`, `order_items`.`id`, `order_items`.`quantity`, 'printed', `order_items`.`stock_taken_hundredths_of_gram`, `order_items`.`printed_at` FROM `orders` JOIN `order_items` ON `order_items`.`studio_id` = `orders`.`studio_id` AND `order_items`.`order_id` = `orders`.`id` WHERE `orders`.`status` NOT IN ('completed', 'cancelled') AND `order_items`.`printed_at` IS NOT NULL;

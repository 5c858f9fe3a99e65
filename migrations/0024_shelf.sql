CREATE TABLE `product_colors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_in_second_language` text,
	`hex` text,
	`material_id` integer,
	`stock` integer DEFAULT 0 NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_id`) REFERENCES `products`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`material_id`) REFERENCES `materials`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "product_colors_name" CHECK(length("product_colors"."name") >= 1)
);
--> statement-breakpoint
CREATE INDEX `product_colors_of_product` ON `product_colors` (`studio_id`,`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `product_colors_studioId_id_unique` ON `product_colors` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `product_prints` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`original_file_name` text NOT NULL,
	`copies` integer NOT NULL,
	`material_id` integer NOT NULL,
	`printing_quality_id` integer NOT NULL,
	`finishing_ids` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_id`) REFERENCES `products`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`model_id`) REFERENCES `models`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`material_id`) REFERENCES `materials`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`printing_quality_id`) REFERENCES `printing_qualities`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "product_prints_copies" CHECK("product_prints"."copies" >= 1),
	CONSTRAINT "product_prints_finishing_ids" CHECK("product_prints"."finishing_ids" IS NULL OR (json_valid("product_prints"."finishing_ids") AND json_type("product_prints"."finishing_ids") = 'array'))
);
--> statement-breakpoint
CREATE INDEX `product_prints_of_product` ON `product_prints` (`studio_id`,`product_id`);--> statement-breakpoint
CREATE TABLE `shelf_moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`product_color_id` integer,
	`pieces` integer NOT NULL,
	`order_id` integer,
	`person_id` integer,
	`note` text,
	`moved_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_id`) REFERENCES `products`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`product_color_id`) REFERENCES `product_colors`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shelf_moves_pieces" CHECK("shelf_moves"."pieces" <> 0)
);
--> statement-breakpoint
CREATE INDEX `shelf_moves_of_product` ON `shelf_moves` (`studio_id`,`product_id`);--> statement-breakpoint
CREATE INDEX `shelf_moves_of_order` ON `shelf_moves` (`studio_id`,`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `order_items` ADD `product_color_id` integer REFERENCES product_colors(id);--> statement-breakpoint
ALTER TABLE `order_items` ADD `shelf_copies` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_items` ADD `product_pieces` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `title_in_second_language` text;--> statement-breakpoint
ALTER TABLE `products` ADD `description_in_second_language` text;--> statement-breakpoint
ALTER TABLE `products` ADD `is_on_order_page` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `is_price_computed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `stock` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- A move counts in the stock of its colour, or of its product without colours. One beyond the stock is refused, and its whole batch with it: two orders at once cannot take the same piece. Each trigger stands on one line: D1 may split a file at the ends of lines with a semicolon.
CREATE TRIGGER `shelf_moved_of_product` AFTER INSERT ON `shelf_moves` WHEN new.`product_color_id` IS NULL BEGIN UPDATE `products` SET `stock` = `stock` + new.`pieces` WHERE `studio_id` = new.`studio_id` AND `id` = new.`product_id`; SELECT RAISE(ABORT, 'shelf_has_too_few') FROM `products` WHERE `studio_id` = new.`studio_id` AND `id` = new.`product_id` AND `stock` < 0; END;
--> statement-breakpoint
CREATE TRIGGER `shelf_moved_of_color` AFTER INSERT ON `shelf_moves` WHEN new.`product_color_id` IS NOT NULL BEGIN UPDATE `product_colors` SET `stock` = `stock` + new.`pieces` WHERE `studio_id` = new.`studio_id` AND `id` = new.`product_color_id`; SELECT RAISE(ABORT, 'shelf_has_too_few') FROM `product_colors` WHERE `studio_id` = new.`studio_id` AND `id` = new.`product_color_id` AND `stock` < 0; END;
--> statement-breakpoint
-- A cancelled order was never shipped (a shipped one cannot be cancelled): its pieces are on the shelf again, whichever version of the Worker cancels it.
CREATE TRIGGER `shelf_given_back` AFTER UPDATE OF `status` ON `orders` WHEN new.`status` = 'cancelled' AND old.`status` <> 'cancelled' BEGIN INSERT INTO `shelf_moves` (`studio_id`, `product_id`, `product_color_id`, `pieces`, `order_id`, `moved_at`) SELECT `studio_id`, `product_id`, `product_color_id`, -sum(`pieces`), new.`id`, new.`updated_at` FROM `shelf_moves` WHERE `studio_id` = new.`studio_id` AND `order_id` = new.`id` GROUP BY `product_id`, `product_color_id` HAVING sum(`pieces`) <> 0; END;

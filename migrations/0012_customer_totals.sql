-- Totals of each customer, kept by triggers: an older Worker, which still answers or is rolled back to, counts its orders too.
-- Each trigger stands on one line: D1 may split a file at the ends of lines with a semicolon.
CREATE TRIGGER `orders_counted` AFTER INSERT ON `orders` WHEN new.`status` <> 'cancelled' BEGIN UPDATE `customers` SET `order_count` = `order_count` + 1, `spent_minor` = `spent_minor` + new.`total_price_minor` WHERE `studio_id` = new.`studio_id` AND `id` = new.`customer_id`; END;
--> statement-breakpoint
-- An order keeps its customer and its price. Only its status decides whether it counts.
CREATE TRIGGER `orders_recounted` AFTER UPDATE OF `status` ON `orders` WHEN (old.`status` = 'cancelled') <> (new.`status` = 'cancelled') BEGIN UPDATE `customers` SET `order_count` = `order_count` + iif(new.`status` = 'cancelled', -1, 1), `spent_minor` = `spent_minor` + iif(new.`status` = 'cancelled', -new.`total_price_minor`, new.`total_price_minor`) WHERE `studio_id` = new.`studio_id` AND `id` = new.`customer_id`; END;
--> statement-breakpoint
UPDATE `customers` SET (`order_count`, `spent_minor`) = (
	SELECT count(*), coalesce(sum(`total_price_minor`), 0) FROM `orders`
	WHERE `orders`.`studio_id` = `customers`.`studio_id` AND `orders`.`customer_id` = `customers`.`id` AND `status` <> 'cancelled'
);
--> statement-breakpoint
-- A printed item has left its printer. Older rows still name one.
UPDATE `order_items` SET `printer_id` = NULL WHERE `printer_id` IS NOT NULL AND `printed_at` IS NOT NULL;

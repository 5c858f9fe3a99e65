DROP INDEX `item_figures_of_profile`;--> statement-breakpoint
CREATE INDEX `item_figures_recorded` ON `item_figures` (`studio_id`,`machine_profile_id`,`recorded_at`) WHERE recorded_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `order_items_of_printer`;--> statement-breakpoint
CREATE INDEX `order_items_on_printer` ON `order_items` (`studio_id`,`printer_id`,`printed_at`) WHERE printer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `order_items_printed` ON `order_items` (`studio_id`,`printed_at`) WHERE printed_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `orders_studioId_customerToken_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_by_customer_token` ON `orders` (`studio_id`,`customer_token`) WHERE customer_token IS NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `order_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `spent_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `price_requests_closed` ON `price_requests` (`studio_id`,`updated_at`) WHERE status = 'closed';
ALTER TABLE `delivery_methods` ADD `is_pickup` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `top_up_minor` integer;
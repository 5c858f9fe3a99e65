ALTER TABLE `finishings` ADD `name_in_second_language` text;--> statement-breakpoint
ALTER TABLE `finishings` ADD `description_in_second_language` text;--> statement-breakpoint
ALTER TABLE `materials` ADD `name_in_second_language` text;--> statement-breakpoint
ALTER TABLE `materials` ADD `color_in_second_language` text;--> statement-breakpoint
ALTER TABLE `printing_qualities` ADD `name_in_second_language` text;--> statement-breakpoint
ALTER TABLE `printing_qualities` ADD `description_in_second_language` text;--> statement-breakpoint
ALTER TABLE `order_pages` ADD `welcome_in_second_language` text;--> statement-breakpoint
ALTER TABLE `order_pages` ADD `terms_in_second_language` text;
ALTER TABLE `studio_members` ADD `board_view` text;--> statement-breakpoint
ALTER TABLE `studio_members` ADD `order_list_view` text;
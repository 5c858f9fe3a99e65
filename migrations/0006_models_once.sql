ALTER TABLE `models` ADD `original_file_name` text;--> statement-breakpoint
ALTER TABLE `order_items` ADD `fits_build_volume` integer;
ALTER TABLE `printing_qualities` ADD `process_parameters` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `process_parameters` text;
ALTER TABLE `finishings` ADD `material_names` text;--> statement-breakpoint
ALTER TABLE `finishings` ADD `only_with_supports` integer DEFAULT false NOT NULL;
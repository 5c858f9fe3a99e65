ALTER TABLE `machine_profiles` ADD `hourly_rate_minor` integer;--> statement-breakpoint
ALTER TABLE `machine_profiles` ADD `power_watts` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `priority` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `minimum_price_per` text DEFAULT 'item' NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `electricity_price_minor` integer;--> statement-breakpoint
ALTER TABLE `studios` ADD `quantity_tiers` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `priorities` text;
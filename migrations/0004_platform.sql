-- By hand where drizzle would build `studios` anew: SQLite adds a column together with its CHECK.
CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`after` text
);
--> statement-breakpoint
ALTER TABLE `discarded_objects` ADD `discarded_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `region` text DEFAULT 'eeur' NOT NULL CONSTRAINT "studios_region" CHECK("region" IN ('wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'));--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `held_until` integer DEFAULT 0 NOT NULL;

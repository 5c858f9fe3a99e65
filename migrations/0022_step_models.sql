-- STEP joins the formats of models. SQLite adds a format to a CHECK only in a new table: it is built anew under its own name from a
-- copy of its rows, with foreign keys counted at the end. The unique index that children name is there before them.
PRAGMA defer_foreign_keys=ON;
--> statement-breakpoint
CREATE TABLE `kept_sequence` AS SELECT name, seq FROM sqlite_sequence WHERE name = 'models';
--> statement-breakpoint
CREATE TABLE `kept_models` AS SELECT * FROM `models`;
--> statement-breakpoint
DROP TABLE `models`;
--> statement-breakpoint
CREATE TABLE `models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`format` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`is_ordered` integer DEFAULT false NOT NULL,
	`original_file_name` text,
	`visitor_until` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "models_format" CHECK("format" IN ('stl', 'obj', '3mf', 'ply', 'step'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_objectKey_unique` ON `models` (`object_key`);
--> statement-breakpoint
CREATE INDEX `models_not_ordered` ON `models` (`last_used_at`) WHERE is_ordered = 0;
--> statement-breakpoint
CREATE INDEX `models_of_visitors` ON `models` (`visitor_until`) WHERE is_ordered = 0 AND visitor_until IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `models_studioId_id_unique` ON `models` (`studio_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_studioId_sha256_unique` ON `models` (`studio_id`,`sha256`);
--> statement-breakpoint
INSERT INTO `models`("id", "studio_id", "sha256", "format", "size_bytes", "object_key", "created_at", "last_used_at", "is_ordered", "original_file_name", "visitor_until") SELECT "id", "studio_id", "sha256", "format", "size_bytes", "object_key", "created_at", "last_used_at", "is_ordered", "original_file_name", "visitor_until" FROM `kept_models`;
--> statement-breakpoint
DROP TABLE `kept_models`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = 'models';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM `kept_sequence`;
--> statement-breakpoint
DROP TABLE `kept_sequence`;

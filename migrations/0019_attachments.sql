CREATE TABLE `attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`token` text NOT NULL,
	`file_name` text NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`kept_until` integer,
	`request_id` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`said` text,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`request_id`) REFERENCES `price_requests`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attachments_kept" CHECK(("attachments"."request_id" IS NULL) = ("attachments"."kept_until" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_objectKey_unique` ON `attachments` (`object_key`);--> statement-breakpoint
CREATE INDEX `attachments_of_request` ON `attachments` (`studio_id`,`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `attachments_not_sent` ON `attachments` (`kept_until`) WHERE kept_until IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_studioId_id_unique` ON `attachments` (`studio_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_studioId_token_unique` ON `attachments` (`studio_id`,`token`);--> statement-breakpoint
ALTER TABLE `price_request_items` ADD `said` text;
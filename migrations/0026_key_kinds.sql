ALTER TABLE `api_keys` ADD `kind` text DEFAULT 'live' NOT NULL CONSTRAINT "api_keys_kind" CHECK("kind" IN ('live', 'test'));--> statement-breakpoint
ALTER TABLE `api_keys` ADD `permission` text DEFAULT 'all' NOT NULL CONSTRAINT "api_keys_permission" CHECK("permission" IN ('all', 'quotes', 'read'));--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;

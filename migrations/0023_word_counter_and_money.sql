CREATE TABLE `customer_messages` (
	`studio_id` integer NOT NULL,
	`event` text NOT NULL,
	`is_on` integer NOT NULL,
	`sentence` text,
	`sentence_in_second_language` text,
	PRIMARY KEY(`studio_id`, `event`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "customer_messages_event" CHECK("customer_messages"."event" IN ('received', 'confirmed', 'priced', 'ready', 'shipped', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE `issued_documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`person_id` integer NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "issued_documents_kind" CHECK("issued_documents"."kind" IN ('invoice', 'receipt')),
	CONSTRAINT "issued_documents_content" CHECK("issued_documents"."content" IS NULL OR (json_valid("issued_documents"."content") AND json_type("issued_documents"."content") = 'object'))
);
--> statement-breakpoint
CREATE INDEX `issued_documents_of_order` ON `issued_documents` (`studio_id`,`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `issued_documents_studioId_kind_number_unique` ON `issued_documents` (`studio_id`,`kind`,`number`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`key` text NOT NULL,
	`event` text NOT NULL,
	`channel` text NOT NULL,
	`person_id` integer,
	`order_id` integer,
	`request_id` integer,
	`material_id` integer,
	`state` text NOT NULL,
	`round` integer NOT NULL,
	`attempts` integer NOT NULL,
	`queued_at` integer NOT NULL,
	`next_at` integer,
	`ended_at` integer,
	`provider_id` text,
	`fault` text,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`request_id`) REFERENCES `price_requests`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_event" CHECK("messages"."event" IN ('received', 'confirmed', 'priced', 'ready', 'shipped', 'completed', 'cancelled', 'new_order', 'new_request', 'cancelled_by_customer', 'low_stock', 'late', 'parcel_returns')),
	CONSTRAINT "messages_channel" CHECK("messages"."channel" IN ('email', 'telegram')),
	CONSTRAINT "messages_state" CHECK("messages"."state" IN ('waiting', 'sending', 'sent', 'failed', 'unknown', 'bounced', 'withdrawn')),
	CONSTRAINT "messages_fault" CHECK("messages"."fault" IN ('not_set_up', 'no_address', 'sender', 'recipient', 'content', 'unreachable', 'daily_limit')),
	CONSTRAINT "messages_ended" CHECK(("messages"."next_at" IS NULL) = ("messages"."ended_at" IS NOT NULL) AND ("messages"."next_at" IS NOT NULL) = ("messages"."state" IN ('waiting', 'sending')))
);
--> statement-breakpoint
CREATE INDEX `messages_to_send` ON `messages` (`studio_id`,`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_by_provider_id` ON `messages` (`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_of_order` ON `messages` (`studio_id`,`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_of_request` ON `messages` (`studio_id`,`request_id`) WHERE request_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_studioId_key_unique` ON `messages` (`studio_id`,`key`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`request_key` text NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`paid_on` text NOT NULL,
	`note` text,
	`person_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`studio_id`,`order_id`) REFERENCES `orders`(`studio_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_kind" CHECK("payments"."kind" IN ('payment', 'refund')),
	CONSTRAINT "payments_method" CHECK("payments"."method" IN ('cash', 'transfer', 'other')),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE INDEX `payments_of_order` ON `payments` (`studio_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`studio_id`,`paid_on`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_studioId_requestKey_unique` ON `payments` (`studio_id`,`request_key`);--> statement-breakpoint
CREATE TABLE `staff_messages` (
	`studio_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`event` text NOT NULL,
	`channel` text NOT NULL,
	PRIMARY KEY(`studio_id`, `event`, `person_id`, `channel`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_messages_event" CHECK("staff_messages"."event" IN ('new_order', 'new_request', 'cancelled_by_customer', 'low_stock', 'late', 'parcel_returns')),
	CONSTRAINT "staff_messages_channel" CHECK("staff_messages"."channel" IN ('email', 'telegram'))
);
--> statement-breakpoint
CREATE TABLE `telegram_bots` (
	`studio_id` integer PRIMARY KEY NOT NULL,
	`bot_id` integer NOT NULL,
	`username` text NOT NULL,
	`sealed_token` text NOT NULL,
	`origin` text NOT NULL,
	`webhook_hash` text NOT NULL,
	`secret_hash` text NOT NULL,
	`paused_until` integer,
	`refused_at` integer,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_bots_botId_unique` ON `telegram_bots` (`bot_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_bots_webhookHash_unique` ON `telegram_bots` (`webhook_hash`);--> statement-breakpoint
CREATE TABLE `telegram_chats` (
	`studio_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`chat_id` integer,
	`code_hash` text,
	`code_expires_at` integer,
	PRIMARY KEY(`studio_id`, `person_id`),
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "telegram_chats_code" CHECK(("telegram_chats"."code_hash" IS NULL) = ("telegram_chats"."code_expires_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_chats_studioId_chatId_unique` ON `telegram_chats` (`studio_id`,`chat_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_chats_studioId_codeHash_unique` ON `telegram_chats` (`studio_id`,`code_hash`);--> statement-breakpoint
ALTER TABLE `customers` ADD `note` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `erased_at` integer;--> statement-breakpoint
ALTER TABLE `delivery_methods` ADD `price_minor` integer;--> statement-breakpoint
ALTER TABLE `delivery_methods` ADD `free_from_minor` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivery_price_minor` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `advance_minor` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `paid_minor` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `refunded_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_ended_unpaid` ON `orders` (`studio_id`,`id`) WHERE +status = 'completed' AND paid_minor + refunded_minor < total_price_minor + coalesce(delivery_price_minor, 0);--> statement-breakpoint
ALTER TABLE `price_requests` ADD `price_minor` integer;--> statement-breakpoint
ALTER TABLE `price_requests` ADD `named_price` text;--> statement-breakpoint
ALTER TABLE `price_requests` ADD `order_id` integer;--> statement-breakpoint
CREATE INDEX `price_requests_of_order` ON `price_requests` (`studio_id`,`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `price_requests_by_phone` ON `price_requests` (`studio_id`,"contact" ->> 'phoneNumber');--> statement-breakpoint
CREATE INDEX `price_requests_by_email` ON `price_requests` (`studio_id`,lower("contact" ->> 'email'));--> statement-breakpoint
ALTER TABLE `order_pages` ADD `advance_percent` integer;--> statement-breakpoint
ALTER TABLE `order_pages` ADD `payee_name` text;--> statement-breakpoint
ALTER TABLE `order_pages` ADD `payee_iban` text;--> statement-breakpoint
ALTER TABLE `order_pages` ADD `payee_code` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `reply_to` text;--> statement-breakpoint
-- An older Worker, which still answers or is rolled back to, writes orders without a number. The trigger stands before the numbering, so that none is left out between the two. Each trigger stands on one line: D1 may split a file at the ends of lines with a semicolon.
CREATE TRIGGER `orders_numbered` AFTER INSERT ON `orders` WHEN new.`number` = 0 BEGIN UPDATE `orders` SET `number` = 1 + coalesce((SELECT `number` FROM `orders` WHERE `studio_id` = new.`studio_id` AND `id` < new.`id` ORDER BY `id` DESC LIMIT 1), 0) WHERE `studio_id` = new.`studio_id` AND `id` = new.`id`; END;
--> statement-breakpoint
-- Orders of each studio get their numbers in the order in which they were placed.
UPDATE `orders` SET `number` = `counted`.`place` FROM (SELECT `id`, row_number() OVER (PARTITION BY `studio_id` ORDER BY `id`) AS `place` FROM `orders`) AS `counted` WHERE `orders`.`id` = `counted`.`id`;
--> statement-breakpoint
-- The paid sum of each order is kept with it, and the refunds among it, so that lists need no sum over payments.
CREATE TRIGGER `payments_summed` AFTER INSERT ON `payments` WHEN new.`removed_at` IS NULL BEGIN UPDATE `orders` SET `paid_minor` = coalesce(`paid_minor`, 0) + iif(new.`kind` = 'payment', new.`amount_minor`, -new.`amount_minor`), `refunded_minor` = `refunded_minor` + iif(new.`kind` = 'refund', new.`amount_minor`, 0) WHERE `studio_id` = new.`studio_id` AND `id` = new.`order_id`; END;
--> statement-breakpoint
CREATE TRIGGER `payments_summed_anew` AFTER UPDATE OF `removed_at` ON `payments` WHEN (old.`removed_at` IS NULL) <> (new.`removed_at` IS NULL) BEGIN UPDATE `orders` SET `paid_minor` = coalesce(`paid_minor`, 0) + iif((new.`kind` = 'payment') = (new.`removed_at` IS NULL), new.`amount_minor`, -new.`amount_minor`), `refunded_minor` = `refunded_minor` + iif(new.`kind` = 'refund', iif(new.`removed_at` IS NULL, new.`amount_minor`, -new.`amount_minor`), 0) WHERE `studio_id` = new.`studio_id` AND `id` = new.`order_id`; END;
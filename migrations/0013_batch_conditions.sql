CREATE TABLE `unmet_conditions` (
	`studio_id` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "batch_condition_holds" CHECK(false)
);

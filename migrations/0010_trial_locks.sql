CREATE TABLE `trial_locks` (
	`studio_id` integer PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`taken_at` integer NOT NULL,
	FOREIGN KEY (`studio_id`) REFERENCES `studios`(`id`) ON UPDATE no action ON DELETE no action
);

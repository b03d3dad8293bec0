CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"folder" text NOT NULL,
	"database" text,
	"bytes" bigint,
	"message" text DEFAULT '' NOT NULL,
	CONSTRAINT "backup_runs_kind_known" CHECK ("backup_runs"."kind" in ('backup', 'proof')),
	CONSTRAINT "backup_runs_outcome_known" CHECK ("backup_runs"."outcome" in ('done', 'failed', 'skipped', 'cut')),
	CONSTRAINT "backup_runs_ended" CHECK (("backup_runs"."ended_at" is null) = ("backup_runs"."outcome" is null)),
	CONSTRAINT "backup_runs_folder_form" CHECK ("backup_runs"."folder" ~ '[^[:space:]]' and char_length("backup_runs"."folder") <= 4096),
	CONSTRAINT "backup_runs_database_form" CHECK ("backup_runs"."database" ~ '^shop_proof_[0-9a-f]{16}$'),
	CONSTRAINT "backup_runs_message_length" CHECK (char_length("backup_runs"."message") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "health_troubles" (
	"check_id" text PRIMARY KEY NOT NULL,
	"says" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "health_troubles_check_id_form" CHECK ("health_troubles"."check_id" ~ '[^[:space:]]' and char_length("health_troubles"."check_id") <= 50),
	CONSTRAINT "health_troubles_says_form" CHECK ("health_troubles"."says" ~ '[^[:space:]]' and char_length("health_troubles"."says") <= 1000)
);
--> statement-breakpoint
CREATE INDEX "backup_runs_newest" ON "backup_runs" USING btree ("started_at" DESC NULLS FIRST);
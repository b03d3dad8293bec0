CREATE TABLE "skipped_numbers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"series" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"backup_of" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "skipped_numbers_once" UNIQUE("series","first"),
	CONSTRAINT "skipped_numbers_range" CHECK ("skipped_numbers"."first" > 0 and "skipped_numbers"."last" >= "skipped_numbers"."first")
);
--> statement-breakpoint
ALTER TABLE "skipped_numbers" ADD CONSTRAINT "skipped_numbers_series_document_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."document_series"("series") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
comment on table skipped_numbers is 'Numbers of documents issued after the backup that the shop was restored from.';
--> statement-breakpoint
comment on table orders_off_runs is 'Orders that were moved or cancelled while their run was out.';

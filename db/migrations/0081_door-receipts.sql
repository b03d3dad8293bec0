CREATE TABLE "door_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"stop_id" uuid NOT NULL,
	"method" text NOT NULL,
	"cents" bigint NOT NULL,
	"due_cents" bigint NOT NULL,
	"rounding_cents" bigint DEFAULT 0 NOT NULL,
	"over_cents" bigint DEFAULT 0 NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"photo_id" uuid,
	"taken_by" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"link_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"known_since" timestamp (3) with time zone,
	CONSTRAINT "door_receipts_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "door_receipts_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "door_receipts_method_known" CHECK ("door_receipts"."method" in ('cash', 'cheque', 'terminal')),
	CONSTRAINT "door_receipts_cents_range" CHECK ("door_receipts"."cents" between 1 and 10000000),
	CONSTRAINT "door_receipts_rounding_range" CHECK ("door_receipts"."rounding_cents" between -2 and 2),
	CONSTRAINT "door_receipts_over_range" CHECK ("door_receipts"."over_cents" between 0 and cents),
	CONSTRAINT "door_receipts_reference_length" CHECK (char_length("door_receipts"."reference") <= 100),
	CONSTRAINT "door_receipts_reason_length" CHECK (char_length("door_receipts"."reason") <= 500),
	CONSTRAINT "door_receipts_taken_by_form" CHECK ("door_receipts"."taken_by" ~ '[^[:space:]]' and char_length("door_receipts"."taken_by") <= 100)
);
--> statement-breakpoint
CREATE TABLE "run_cash_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"taken_cash_cents" bigint NOT NULL,
	"taken_cheque_cents" bigint NOT NULL,
	"taken_terminal_cents" bigint NOT NULL,
	"counted_cash_cents" bigint NOT NULL,
	"counted_cheque_cents" bigint NOT NULL,
	"counted_terminal_cents" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"confirmed_by" uuid NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_back_by" uuid,
	"taken_back_at" timestamp (3) with time zone,
	"taken_back_why" text DEFAULT '' NOT NULL,
	CONSTRAINT "run_cash_ups_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "run_cash_ups_taken_cash_cents_range" CHECK ("run_cash_ups"."taken_cash_cents" between 0 and 1000000000),
	CONSTRAINT "run_cash_ups_taken_cheque_cents_range" CHECK ("run_cash_ups"."taken_cheque_cents" between 0 and 1000000000),
	CONSTRAINT "run_cash_ups_taken_terminal_cents_range" CHECK ("run_cash_ups"."taken_terminal_cents" between 0 and 1000000000),
	CONSTRAINT "run_cash_ups_counted_cash_cents_range" CHECK ("run_cash_ups"."counted_cash_cents" between 0 and 1000000000),
	CONSTRAINT "run_cash_ups_counted_cheque_cents_range" CHECK ("run_cash_ups"."counted_cheque_cents" between 0 and 1000000000),
	CONSTRAINT "run_cash_ups_counted_terminal_cents_range" CHECK ("run_cash_ups"."counted_terminal_cents" between 0 and 1000000000),
	CONSTRAINT "run_cash_ups_explained" CHECK ("run_cash_ups"."reason" ~ '[^[:space:]]' or ("run_cash_ups"."taken_cash_cents" = "run_cash_ups"."counted_cash_cents"
        and "run_cash_ups"."taken_cheque_cents" = "run_cash_ups"."counted_cheque_cents"
        and "run_cash_ups"."taken_terminal_cents" = "run_cash_ups"."counted_terminal_cents")),
	CONSTRAINT "run_cash_ups_reason_length" CHECK (char_length("run_cash_ups"."reason") <= 500),
	CONSTRAINT "run_cash_ups_taken_back" CHECK (("run_cash_ups"."taken_back_at" is null) = ("run_cash_ups"."taken_back_by" is null)
        and ("run_cash_ups"."taken_back_at" is null or "run_cash_ups"."taken_back_why" ~ '[^[:space:]]')),
	CONSTRAINT "run_cash_ups_why_length" CHECK (char_length("run_cash_ups"."taken_back_why") <= 500)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_method_known";--> statement-breakpoint
ALTER TABLE "door_receipts" ADD CONSTRAINT "door_receipts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_receipts" ADD CONSTRAINT "door_receipts_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_receipts" ADD CONSTRAINT "door_receipts_photo_id_attachments_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_receipts" ADD CONSTRAINT "door_receipts_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_receipts" ADD CONSTRAINT "door_receipts_entry_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_cash_ups" ADD CONSTRAINT "run_cash_ups_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_cash_ups" ADD CONSTRAINT "run_cash_ups_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_cash_ups" ADD CONSTRAINT "run_cash_ups_taken_back_by_users_id_fk" FOREIGN KEY ("taken_back_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_receipts_of_run" ON "door_receipts" USING btree ("run_id","recorded_at");--> statement-breakpoint
CREATE INDEX "door_receipts_of_stop" ON "door_receipts" USING btree ("stop_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_cash_ups_standing" ON "run_cash_ups" USING btree ("run_id") WHERE taken_back_at is null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_method_known" CHECK ("ledger_entries"."method" in ('card', 'etransfer', 'cheque', 'cash', 'eft', 'terminal'));--> statement-breakpoint
comment on table door_receipts is 'What drivers took for their stops. Append-only';
--> statement-breakpoint
comment on table run_cash_ups is 'What drivers handed in, as counted beside what they took; one stands for a run';

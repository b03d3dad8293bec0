CREATE TABLE "recall_closings" (
	"recall_id" uuid PRIMARY KEY NOT NULL,
	"file" jsonb NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recall_contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"recall_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_contacts_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "recall_contacts_outcome_known" CHECK ("recall_contacts"."outcome" in ('no answer', 'told', 'has none')),
	CONSTRAINT "recall_contacts_note_length" CHECK (char_length("recall_contacts"."note") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "recall_notices" ADD COLUMN "mail_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "recall_closings" ADD CONSTRAINT "recall_closings_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_contacts" ADD CONSTRAINT "recall_contacts_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_contacts" ADD CONSTRAINT "recall_contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_contacts" ADD CONSTRAINT "recall_contacts_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_contacts_of_recall" ON "recall_contacts" USING btree ("recall_id","customer_id","recorded_at");--> statement-breakpoint
comment on table recall_contacts is 'Calls to clients of a recall that brought no answer about pounds: nobody answered, or somebody who may have meat of it was told, or has none. Append-only.';--> statement-breakpoint
comment on table recall_closings is 'What a recall had found and done when it was closed, as evidence. Append-only.';

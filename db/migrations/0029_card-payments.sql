CREATE TABLE "order_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "order_links_token_hash_form" CHECK ("order_links"."token_hash" ~ '^[A-Za-z0-9_-]{43}$')
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_ref" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_id_form" CHECK ("payment_events"."id" ~ '[^[:space:]]' and char_length("payment_events"."id") <= 255),
	CONSTRAINT "payment_events_type_form" CHECK ("payment_events"."type" ~ '[^[:space:]]' and char_length("payment_events"."type") <= 255),
	CONSTRAINT "payment_events_object_ref_length" CHECK (char_length("payment_events"."object_ref") <= 255)
);
--> statement-breakpoint
CREATE TABLE "payment_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"action" text NOT NULL,
	"cents" bigint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"request_id" uuid,
	"document_id" uuid,
	"entry_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_jobs_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "payment_jobs_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "payment_jobs_action_known" CHECK ("payment_jobs"."action" in ('hold', 'capture', 'release', 'refund')),
	CONSTRAINT "payment_jobs_state_known" CHECK ("payment_jobs"."state" in ('waiting', 'done', 'refused', 'stuck')),
	CONSTRAINT "payment_jobs_cents" CHECK (("payment_jobs"."action" = 'release') = ("payment_jobs"."cents" is null)),
	CONSTRAINT "payment_jobs_cents_range" CHECK ("payment_jobs"."cents" between 1 and 99999999),
	CONSTRAINT "payment_jobs_attempts_not_negative" CHECK ("payment_jobs"."attempts" >= 0),
	CONSTRAINT "payment_jobs_ended" CHECK (("payment_jobs"."state" in ('done', 'refused')) = ("payment_jobs"."ended_at" is not null)),
	CONSTRAINT "payment_jobs_answer_length" CHECK (char_length("payment_jobs"."answer") <= 500)
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"takes_door" boolean DEFAULT false NOT NULL,
	"takes_etransfer" boolean DEFAULT false NOT NULL,
	"takes_card" boolean DEFAULT false NOT NULL,
	"etransfer_email" text DEFAULT '' NOT NULL,
	"etransfer_note" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_settings_one_row" CHECK ("payment_settings"."id"),
	CONSTRAINT "payment_settings_etransfer_email" CHECK ("payment_settings"."etransfer_email" ~ '^([^@[:space:]]+@[^@[:space:]]+)?$' and char_length("payment_settings"."etransfer_email") <= 320
        and (not "payment_settings"."takes_etransfer" or "payment_settings"."etransfer_email" <> '')),
	CONSTRAINT "payment_settings_etransfer_note_length" CHECK (char_length("payment_settings"."etransfer_note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid,
	"document_id" uuid,
	"request_id" uuid NOT NULL,
	"state" text DEFAULT 'confirming' NOT NULL,
	"cents" bigint NOT NULL,
	"held_cents" bigint DEFAULT 0 NOT NULL,
	"captured_cents" bigint DEFAULT 0 NOT NULL,
	"refunding_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"hold_on" date,
	"capture_before" timestamp (3) with time zone,
	"is_current" boolean DEFAULT true NOT NULL,
	"replaces_id" uuid,
	"setup_ref" text,
	"intent_ref" text,
	"payer_ref" text,
	"card_ref" text,
	"card_print" text,
	"card_brand" text DEFAULT '' NOT NULL,
	"card_last4" text DEFAULT '' NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"entry_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "payments_setup_ref_unique" UNIQUE("setup_ref"),
	CONSTRAINT "payments_intent_ref_unique" UNIQUE("intent_ref"),
	CONSTRAINT "payments_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "payments_one_subject" CHECK (num_nonnulls("payments"."order_id", "payments"."document_id") <= 1),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('confirming', 'to_hold', 'holding', 'held', 'capturing', 'captured', 'released', 'needs_customer', 'failed')),
	CONSTRAINT "payments_cents_range" CHECK ("payments"."cents" between 1 and 99999999),
	CONSTRAINT "payments_held_range" CHECK ("payments"."held_cents" between 0 and 99999999),
	CONSTRAINT "payments_captured_within" CHECK ("payments"."captured_cents" between 0 and "payments"."held_cents"),
	CONSTRAINT "payments_refunded_within" CHECK ("payments"."refunded_cents" >= 0 and "payments"."refunding_cents" >= 0
        and "payments"."refunded_cents" + "payments"."refunding_cents" <= "payments"."captured_cents"),
	CONSTRAINT "payments_held_amount" CHECK ("payments"."state" not in ('held', 'capturing') or ("payments"."held_cents" > 0 and "payments"."captured_cents" = 0)),
	CONSTRAINT "payments_captured_amount" CHECK (("payments"."state" = 'captured') = ("payments"."captured_cents" > 0) and ("payments"."captured_cents" > 0) = ("payments"."entry_id" is not null)),
	CONSTRAINT "payments_hold_on_of_order" CHECK ("payments"."hold_on" is null or "payments"."order_id" is not null),
	CONSTRAINT "payments_replaces_of_order" CHECK ("payments"."replaces_id" is null or "payments"."order_id" is not null),
	CONSTRAINT "payments_refusal_length" CHECK (char_length("payments"."refusal") <= 100),
	CONSTRAINT "payments_card_brand_length" CHECK (char_length("payments"."card_brand") <= 50),
	CONSTRAINT "payments_card_last4_form" CHECK ("payments"."card_last4" ~ '^([0-9]{4})?$')
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_status_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_hold_reason_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_held_unsettled";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_new_client_unsettled";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "guest_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel" text DEFAULT 'wholesale' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_way" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "awaits_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_document_fk" FOREIGN KEY ("customer_id","document_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_replaces_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_links_of_order" ON "order_links" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_events_received_at" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_jobs_settle_once" ON "payment_jobs" USING btree ("payment_id") WHERE action in ('capture', 'release') and state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_jobs_hold_once" ON "payment_jobs" USING btree ("payment_id") WHERE action = 'hold' and state <> 'refused';--> statement-breakpoint
CREATE INDEX "payment_jobs_of_payment" ON "payment_jobs" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_jobs_waiting" ON "payment_jobs" USING btree ("not_before") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_current_of_order" ON "payments" USING btree ("order_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "payments_of_customer" ON "payments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("state","capture_before") WHERE state not in ('captured', 'released', 'failed');--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_guest_email" ON "customers" USING btree ("guest_email") WHERE guest_email <> '';--> statement-breakpoint
CREATE INDEX "orders_awaiting" ON "orders" USING btree ("awaits_until") WHERE status = 'awaiting_payment';--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_guest_email_form" CHECK ("customers"."guest_email" = '' or ("customers"."guest_email" = lower("customers"."guest_email") and "customers"."guest_email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("customers"."guest_email") <= 320 and "customers"."kind" = 'person'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel_known" CHECK ("orders"."channel" in ('wholesale', 'retail'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_way_known" CHECK ("orders"."payment_way" in ('card', 'door', 'etransfer'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_way_of_retail" CHECK (("orders"."channel" = 'retail') = ("orders"."payment_way" is not null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_awaits_until" CHECK (("orders"."status" = 'awaiting_payment') = ("orders"."awaits_until" is not null)
        and ("orders"."status" <> 'awaiting_payment' or "orders"."payment_way" is not distinct from 'card'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('awaiting_payment', 'pending', 'fulfilled', 'delivered', 'cancelled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold_reason_known" CHECK ("orders"."hold_reason" in ('credit', 'overdue', 'manual', 'payment'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_held_unsettled" CHECK ("orders"."hold_reason" is null or "orders"."released_at" is not null
        or "orders"."status" in ('awaiting_payment', 'pending', 'cancelled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_new_client_unsettled" CHECK (not "orders"."is_new_client" or "orders"."status" in ('awaiting_payment', 'pending', 'cancelled'));--> statement-breakpoint
insert into payment_settings default values;
--> statement-breakpoint
comment on table payments is 'Payments by card: holds of orders, charges of invoices. Captured never exceeds held, refunded never captured.';
--> statement-breakpoint
comment on table payment_jobs is 'What the card provider is asked for, each a row before it is sent; the id is the idempotency key.';
--> statement-breakpoint
comment on table payment_events is 'Events the provider''s webhook told of, each once.';
--> statement-breakpoint
comment on table payment_settings is 'Which ways of paying retail customers are offered: one row.';
--> statement-breakpoint
comment on table order_links is 'Links that open a guest''s order; digests of their tokens.';

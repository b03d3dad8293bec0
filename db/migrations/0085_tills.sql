CREATE TABLE "till_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"moved_by" uuid NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_moves_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "till_moves_kind_known" CHECK ("till_moves"."kind" in ('in', 'out', 'drop')),
	CONSTRAINT "till_moves_cents_range" CHECK ("till_moves"."cents" between 1 and 10000000),
	CONSTRAINT "till_moves_reason_form" CHECK ("till_moves"."reason" ~ '[^[:space:]]' and char_length("till_moves"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "till_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"session_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"document_id" uuid,
	"method" text NOT NULL,
	"cents" bigint NOT NULL,
	"tendered_cents" bigint,
	"rounding_cents" bigint DEFAULT 0 NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"taken_by" uuid NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entry_id" uuid NOT NULL,
	"rounding_entry_id" uuid,
	CONSTRAINT "till_receipts_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "till_receipts_rounding_entry_id_unique" UNIQUE("rounding_entry_id"),
	CONSTRAINT "till_receipts_once" UNIQUE("request_id","position"),
	CONSTRAINT "till_receipts_method_known" CHECK ("till_receipts"."method" in ('cash', 'terminal', 'etransfer', 'cheque')),
	CONSTRAINT "till_receipts_cents_range" CHECK ("till_receipts"."cents" <> 0 and abs("till_receipts"."cents") <= 10000000),
	CONSTRAINT "till_receipts_tendered" CHECK ("till_receipts"."tendered_cents" is null or ("till_receipts"."method" = 'cash' and "till_receipts"."tendered_cents" >= "till_receipts"."cents")),
	CONSTRAINT "till_receipts_cash_rounded" CHECK ("till_receipts"."method" <> 'cash' or "till_receipts"."cents" % 5 = 0),
	CONSTRAINT "till_receipts_rounding_range" CHECK ("till_receipts"."rounding_cents" between -2 and 2),
	CONSTRAINT "till_receipts_reference_length" CHECK (char_length("till_receipts"."reference") <= 100)
);
--> statement-breakpoint
CREATE TABLE "till_sales" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"slip" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"is_on_account" boolean DEFAULT false NOT NULL,
	"is_offline" boolean DEFAULT false NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"sold_by" uuid NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_sales_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "till_sales_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "till_sales_document_id_unique" UNIQUE("document_id"),
	CONSTRAINT "till_sales_slip_range" CHECK ("till_sales"."slip" between 1 and 9999999),
	CONSTRAINT "till_sales_remarks_length" CHECK (char_length("till_sales"."remarks") <= 4000)
);
--> statement-breakpoint
CREATE TABLE "till_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"float_cents" bigint NOT NULL,
	"opened_by" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expected_cents" bigint,
	"counted_cents" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "till_sessions_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "till_sessions_float_range" CHECK ("till_sessions"."float_cents" between 0 and 10000000),
	CONSTRAINT "till_sessions_counted_range" CHECK ("till_sessions"."counted_cents" between 0 and 10000000),
	CONSTRAINT "till_sessions_closed_wholly" CHECK (num_nulls("till_sessions"."expected_cents", "till_sessions"."counted_cents", "till_sessions"."closed_by", "till_sessions"."closed_at") in (0, 4)),
	CONSTRAINT "till_sessions_explained" CHECK ("till_sessions"."closed_at" is null or "till_sessions"."expected_cents" = "till_sessions"."counted_cents"
        or "till_sessions"."reason" ~ '[^[:space:]]'),
	CONSTRAINT "till_sessions_reason_length" CHECK (char_length("till_sessions"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "tills" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tills_number_unique" UNIQUE("number"),
	CONSTRAINT "tills_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "tills_number_range" CHECK ("tills"."number" between 1 and 99),
	CONSTRAINT "tills_name_form" CHECK ("tills"."name" ~ '[^[:space:]]' and char_length("tills"."name") <= 60)
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_kind_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_channel_known";--> statement-breakpoint
ALTER TABLE "till_moves" ADD CONSTRAINT "till_moves_session_id_till_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."till_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_moves" ADD CONSTRAINT "till_moves_moved_by_users_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_session_id_till_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."till_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_entry_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_receipts" ADD CONSTRAINT "till_receipts_rounding_entry_fk" FOREIGN KEY ("rounding_entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sales" ADD CONSTRAINT "till_sales_session_id_till_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."till_sessions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sales" ADD CONSTRAINT "till_sales_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sales" ADD CONSTRAINT "till_sales_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sales" ADD CONSTRAINT "till_sales_sold_by_users_id_fk" FOREIGN KEY ("sold_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sessions" ADD CONSTRAINT "till_sessions_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sessions" ADD CONSTRAINT "till_sessions_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sessions" ADD CONSTRAINT "till_sessions_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "till_moves_of_session" ON "till_moves" USING btree ("session_id","moved_at");--> statement-breakpoint
CREATE INDEX "till_receipts_of_session" ON "till_receipts" USING btree ("session_id","recorded_at");--> statement-breakpoint
CREATE INDEX "till_receipts_of_order" ON "till_receipts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "till_sales_of_session" ON "till_sales" USING btree ("session_id","recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "till_sessions_open" ON "till_sessions" USING btree ("till_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "till_sessions_of_till" ON "till_sessions" USING btree ("till_id","opened_at");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export', 'account', 'staff', 'person', 'supplier', 'receipt', 'recall', 'cutting', 'till'));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_counter_rests" CHECK ("customers"."kind" <> 'counter' or ("customers"."inactive_at" is not null and "customers"."merged_into" is null));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_kind_known" CHECK ("customers"."kind" in ('business', 'person', 'counter'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel_known" CHECK ("orders"."channel" in ('wholesale', 'retail', 'counter'));--> statement-breakpoint
insert into document_series (series, kind, last_number) values ('R', 'invoice', 0) on conflict do nothing;--> statement-breakpoint
comment on table tills is 'Drawers at the counter, each with the customer that pays there without an account';--> statement-breakpoint
comment on table till_sessions is 'Drawers from their opening with a float until they are counted; one is open for a till';--> statement-breakpoint
comment on table till_sales is 'What was sold over the counter, with the slip number of its till. Append-only';--> statement-breakpoint
comment on table till_receipts is 'Money taken at tills, or given back there, each a payment or refund of the ledger. Append-only';--> statement-breakpoint
comment on table till_moves is 'Cash in and out of drawers without a sale, and drops to the safe. Append-only';

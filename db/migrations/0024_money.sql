create extension if not exists btree_gist;
--> statement-breakpoint
CREATE TABLE "bank_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"signature" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_imports_file_name_form" CHECK ("bank_imports"."file_name" ~ '[^[:space:]]' and char_length("bank_imports"."file_name") <= 255),
	CONSTRAINT "bank_imports_signature_form" CHECK ("bank_imports"."signature" ~ '[^[:space:]]' and char_length("bank_imports"."signature") <= 100)
);--> statement-breakpoint
CREATE TABLE "bank_mappings" (
	"signature" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_mappings_signature_form" CHECK ("bank_mappings"."signature" ~ '[^[:space:]]' and char_length("bank_mappings"."signature") <= 100)
);--> statement-breakpoint
CREATE TABLE "bank_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"row_hash" text NOT NULL,
	"ordinal" integer NOT NULL,
	"occurred_on" date NOT NULL,
	"cents" bigint NOT NULL,
	"sender" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"raw" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"entry_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_rows_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "bank_rows_once" UNIQUE("row_hash","ordinal"),
	CONSTRAINT "bank_rows_ordinal_not_negative" CHECK ("bank_rows"."ordinal" >= 0),
	CONSTRAINT "bank_rows_cents_positive" CHECK ("bank_rows"."cents" > 0),
	CONSTRAINT "bank_rows_state_known" CHECK ("bank_rows"."state" in ('open', 'booked', 'ignored')),
	CONSTRAINT "bank_rows_booked" CHECK (("bank_rows"."state" = 'booked') = ("bank_rows"."entry_id" is not null)),
	CONSTRAINT "bank_rows_sender_length" CHECK (char_length("bank_rows"."sender") <= 320),
	CONSTRAINT "bank_rows_message_length" CHECK (char_length("bank_rows"."message") <= 2000)
);--> statement-breakpoint
CREATE TABLE "export_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"program" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "export_batches_number" UNIQUE("program","kind","number"),
	CONSTRAINT "export_batches_program_known" CHECK ("export_batches"."program" in ('quickbooks', 'xero', 'generic')),
	CONSTRAINT "export_batches_kind_form" CHECK ("export_batches"."kind" ~ '[^[:space:]]' and char_length("export_batches"."kind") <= 50),
	CONSTRAINT "export_batches_number_positive" CHECK ("export_batches"."number" > 0)
);--> statement-breakpoint
CREATE TABLE "export_files" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "export_files_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "export_files_name" UNIQUE("batch_id","name"),
	CONSTRAINT "export_files_name_form" CHECK ("export_files"."name" ~ '[^[:space:]]' and char_length("export_files"."name") <= 200),
	CONSTRAINT "export_files_position_not_negative" CHECK ("export_files"."position" >= 0)
);--> statement-breakpoint
CREATE TABLE "exported_documents" (
	"program" text NOT NULL,
	"document_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "exported_documents_program_document_id_pk" PRIMARY KEY("program","document_id"),
	CONSTRAINT "exported_documents_program_known" CHECK ("exported_documents"."program" in ('quickbooks', 'xero', 'generic'))
);--> statement-breakpoint
CREATE TABLE "sender_aliases" (
	"sender" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sender_aliases_sender_customer_id_pk" PRIMARY KEY("sender","customer_id"),
	CONSTRAINT "sender_aliases_sender_form" CHECK ("sender_aliases"."sender" ~ '[^[:space:]]' and char_length("sender_aliases"."sender") <= 320)
);--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(content)) STORED NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_content_type_known" CHECK ("attachments"."content_type" in ('image/webp', 'image/jpeg', 'image/png')),
	CONSTRAINT "attachments_size" CHECK (octet_length("attachments"."content") between 1 and 4194304),
	CONSTRAINT "attachments_width_range" CHECK ("attachments"."width" between 1 and 1600),
	CONSTRAINT "attachments_height_range" CHECK ("attachments"."height" between 1 and 1600)
);--> statement-breakpoint
CREATE TABLE "credit_request_lines" (
	"credit_request_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_item_id" uuid,
	"document_id" uuid,
	"line_position" integer,
	"lb" numeric(10, 2),
	"amount" numeric(12, 2),
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"attachment_id" uuid,
	CONSTRAINT "credit_request_lines_credit_request_id_position_pk" PRIMARY KEY("credit_request_id","position"),
	CONSTRAINT "credit_request_lines_attachment" UNIQUE("attachment_id"),
	CONSTRAINT "credit_request_lines_of_something" CHECK ("credit_request_lines"."order_item_id" is not null or "credit_request_lines"."line_position" is not null),
	CONSTRAINT "credit_request_lines_document_line" CHECK (("credit_request_lines"."document_id" is null) = ("credit_request_lines"."line_position" is null)),
	CONSTRAINT "credit_request_lines_lb_or_amount" CHECK (("credit_request_lines"."lb" is null) <> ("credit_request_lines"."amount" is null)),
	CONSTRAINT "credit_request_lines_lb_range" CHECK ("credit_request_lines"."lb" between 0.01 and 10000),
	CONSTRAINT "credit_request_lines_amount_range" CHECK ("credit_request_lines"."amount" between 0.01 and 9999999999.99),
	CONSTRAINT "credit_request_lines_reason_known" CHECK ("credit_request_lines"."reason" in ('short', 'quality', 'wrong_item', 'price', 'late')),
	CONSTRAINT "credit_request_lines_note_length" CHECK (char_length("credit_request_lines"."note") <= 500)
);--> statement-breakpoint
CREATE TABLE "credit_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid,
	"source" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_by" uuid,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"credit_note_id" uuid,
	CONSTRAINT "credit_requests_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "credit_requests_credit_note_id_unique" UNIQUE("credit_note_id"),
	CONSTRAINT "credit_requests_source_known" CHECK ("credit_requests"."source" in ('client', 'door', 'staff')),
	CONSTRAINT "credit_requests_status_known" CHECK ("credit_requests"."status" in ('open', 'approved', 'declined')),
	CONSTRAINT "credit_requests_note_length" CHECK (char_length("credit_requests"."note") <= 2000),
	CONSTRAINT "credit_requests_decision_note_length" CHECK (char_length("credit_requests"."decision_note") <= 2000),
	CONSTRAINT "credit_requests_decided" CHECK (("credit_requests"."status" = 'open') = ("credit_requests"."decided_at" is null)),
	CONSTRAINT "credit_requests_approved" CHECK ("credit_requests"."credit_note_id" is null or "credit_requests"."status" = 'approved')
);--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"credit_id" uuid NOT NULL,
	"debit_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_cents_range" CHECK ("allocations"."cents" between -999999999999 and 999999999999),
	CONSTRAINT "allocations_cents_not_zero" CHECK ("allocations"."cents" <> 0)
);--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint NOT NULL,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"occurred_on" date NOT NULL,
	"due_on" date,
	"document_id" uuid,
	"reverses_id" uuid,
	"method" text,
	"reference" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"request_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_document_id_unique" UNIQUE("document_id"),
	CONSTRAINT "ledger_entries_reverses_id_unique" UNIQUE("reverses_id"),
	CONSTRAINT "ledger_entries_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "ledger_entries_of_customer" UNIQUE("customer_id","id"),
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('invoice', 'payment', 'credit', 'refund', 'write_off', 'adjustment')),
	CONSTRAINT "ledger_entries_method_known" CHECK ("ledger_entries"."method" in ('card', 'etransfer', 'cheque', 'cash', 'eft')),
	CONSTRAINT "ledger_entries_cents_range" CHECK ("ledger_entries"."cents" between -999999999999 and 999999999999),
	CONSTRAINT "ledger_entries_sign" CHECK (case "ledger_entries"."kind"
        when 'invoice' then "ledger_entries"."cents" >= 0
        when 'credit' then "ledger_entries"."cents" <= 0
        when 'payment' then case when "ledger_entries"."reverses_id" is null then "ledger_entries"."cents" < 0 else "ledger_entries"."cents" > 0 end
        when 'refund' then "ledger_entries"."cents" > 0
        when 'write_off' then "ledger_entries"."cents" < 0
        else "ledger_entries"."cents" <> 0 end),
	CONSTRAINT "ledger_entries_allocated_range" CHECK ("ledger_entries"."allocated_cents" between 0 and abs(cents)),
	CONSTRAINT "ledger_entries_due" CHECK ("ledger_entries"."cents" <= 0 or "ledger_entries"."due_on" is not null),
	CONSTRAINT "ledger_entries_document" CHECK (("ledger_entries"."kind" in ('invoice', 'credit')) = ("ledger_entries"."document_id" is not null)),
	CONSTRAINT "ledger_entries_method" CHECK (("ledger_entries"."kind" in ('payment', 'refund')) = ("ledger_entries"."method" is not null)),
	CONSTRAINT "ledger_entries_reverses_payment" CHECK ("ledger_entries"."reverses_id" is null or "ledger_entries"."kind" = 'payment'),
	CONSTRAINT "ledger_entries_explained" CHECK ("ledger_entries"."kind" not in ('write_off', 'adjustment') or "ledger_entries"."note" ~ '[^[:space:]]'),
	CONSTRAINT "ledger_entries_not_ahead" CHECK ("ledger_entries"."document_id" is not null or "ledger_entries"."occurred_on" <= ("ledger_entries"."created_at" at time zone 'Etc/GMT+7')::date),
	CONSTRAINT "ledger_entries_reference_length" CHECK (char_length("ledger_entries"."reference") <= 100),
	CONSTRAINT "ledger_entries_note_length" CHECK (char_length("ledger_entries"."note") <= 1000)
);--> statement-breakpoint
CREATE TABLE "reminders_sent" (
	"document_id" uuid NOT NULL,
	"step" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_sent_document_id_step_pk" PRIMARY KEY("document_id","step"),
	CONSTRAINT "reminders_sent_step_form" CHECK ("reminders_sent"."step" ~ '[^[:space:]]' and char_length("reminders_sent"."step") <= 50)
);--> statement-breakpoint
CREATE TABLE "statements_sent" (
	"customer_id" uuid NOT NULL,
	"month" date NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_sent_customer_id_month_pk" PRIMARY KEY("customer_id","month"),
	CONSTRAINT "statements_sent_month_first_day" CHECK (extract(day from "statements_sent"."month") = 1)
);--> statement-breakpoint
CREATE TABLE "customer_price_lists" (
	"customer_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "customer_price_lists_customer_id_list_id_pk" PRIMARY KEY("customer_id","list_id"),
	CONSTRAINT "customer_price_lists_rank" UNIQUE("customer_id","rank"),
	CONSTRAINT "customer_price_lists_rank_range" CHECK ("customer_price_lists"."rank" between 1 and 100)
);--> statement-breakpoint
CREATE TABLE "customer_prices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"note" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_prices_price_positive" CHECK ("customer_prices"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "customer_prices_note_length" CHECK (char_length("customer_prices"."note") <= 500),
	CONSTRAINT "customer_prices_days_in_order" CHECK ("customer_prices"."ends_on" >= "customer_prices"."starts_on")
);--> statement-breakpoint
CREATE TABLE "price_list_items" (
	"list_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"price_per_lb" numeric(10, 2),
	"min_lb" numeric(10, 2),
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_list_items_list_id_product_id_pk" PRIMARY KEY("list_id","product_id"),
	CONSTRAINT "price_list_items_priced_or_not" CHECK ("price_list_items"."is_offered" = ("price_list_items"."price_per_lb" is not null)),
	CONSTRAINT "price_list_items_price_positive" CHECK ("price_list_items"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "price_list_items_min_lb_range" CHECK ("price_list_items"."min_lb" between 0.01 and 10000)
);--> statement-breakpoint
CREATE TABLE "price_lists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_name_unique" UNIQUE("name"),
	CONSTRAINT "price_lists_name_form" CHECK ("price_lists"."name" ~ '[^[:space:]]' and char_length("price_lists"."name") <= 100),
	CONSTRAINT "price_lists_note_length" CHECK (char_length("price_lists"."note") <= 2000),
	CONSTRAINT "price_lists_days_in_order" CHECK ("price_lists"."ends_on" >= "price_lists"."starts_on")
);--> statement-breakpoint
CREATE TABLE "scheduled_prices" (
	"product_id" uuid NOT NULL,
	"applies_on" date NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scheduled_prices_product_id_applies_on_pk" PRIMARY KEY("product_id","applies_on"),
	CONSTRAINT "scheduled_prices_price_positive" CHECK ("scheduled_prices"."price_per_lb" between 0.01 and 10000)
);--> statement-breakpoint
ALTER TABLE "document_series" DROP CONSTRAINT "document_series_kind_known";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_kind_known";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "terms_kind" text DEFAULT 'net' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "terms_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "credit_limit" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "grace_days" integer;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "hold_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "po_mode" text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "po_blanket" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "po_blanket_ends_on" date;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "invoice_per" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "min_order" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "accounting_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "wants_statements" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "corrects_id" uuid;--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "corrects_position" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "corrects_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_source" text DEFAULT 'base' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_source_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "base_price_per_lb" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "po_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "released_by" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "release_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "reminders" jsonb;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "accounting" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_of_customer" UNIQUE("customer_id","id");--> statement-breakpoint
ALTER TABLE "bank_imports" ADD CONSTRAINT "bank_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_import_id_bank_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bank_imports"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_batches" ADD CONSTRAINT "export_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_files" ADD CONSTRAINT "export_files_batch_id_export_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."export_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exported_documents" ADD CONSTRAINT "exported_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exported_documents" ADD CONSTRAINT "exported_documents_batch_id_export_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."export_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_aliases" ADD CONSTRAINT "sender_aliases_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_credit_request_id_credit_requests_id_fk" FOREIGN KEY ("credit_request_id") REFERENCES "public"."credit_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_document_line_fk" FOREIGN KEY ("document_id","line_position") REFERENCES "public"."document_lines"("document_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_invoice_id_documents_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_credit_note_id_documents_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_credit_fk" FOREIGN KEY ("customer_id","credit_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_debit_fk" FOREIGN KEY ("customer_id","debit_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_document_fk" FOREIGN KEY ("customer_id","document_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_fk" FOREIGN KEY ("customer_id","reverses_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders_sent" ADD CONSTRAINT "reminders_sent_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements_sent" ADD CONSTRAINT "statements_sent_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_price_lists" ADD CONSTRAINT "customer_price_lists_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_price_lists" ADD CONSTRAINT "customer_price_lists_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_items" ADD CONSTRAINT "price_list_items_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_items" ADD CONSTRAINT "price_list_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_prices" ADD CONSTRAINT "scheduled_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_prices" ADD CONSTRAINT "scheduled_prices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_imports_newest" ON "bank_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bank_rows_open" ON "bank_rows" USING btree ("occurred_on") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "bank_rows_of_import" ON "bank_rows" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "export_batches_newest" ON "export_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "exported_documents_of_batch" ON "exported_documents" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "sender_aliases_of_customer" ON "sender_aliases" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "attachments_of_customer" ON "attachments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "credit_request_lines_of_item" ON "credit_request_lines" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "credit_requests_open" ON "credit_requests" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "credit_requests_of_order" ON "credit_requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "credit_requests_of_customer" ON "credit_requests" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "allocations_of_credit" ON "allocations" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "allocations_of_debit" ON "allocations" USING btree ("debit_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_history" ON "ledger_entries" USING btree ("customer_id","occurred_on","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_open" ON "ledger_entries" USING btree ("customer_id","due_on","cents","allocated_cents") WHERE allocated_cents <> abs(cents);--> statement-breakpoint
CREATE INDEX "ledger_entries_newest" ON "ledger_entries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_price_lists_of_list" ON "customer_price_lists" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX "customer_prices_of_product" ON "customer_prices" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "price_list_items_of_product" ON "price_list_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "scheduled_prices_due" ON "scheduled_prices" USING btree ("applies_on") WHERE applied_at is null;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_corrects_fk" FOREIGN KEY ("corrects_id","corrects_position") REFERENCES "public"."document_lines"("document_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_corrects_fk" FOREIGN KEY ("customer_id","corrects_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_lines_corrects" ON "document_lines" USING btree ("corrects_id","corrects_position") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "documents_corrects" ON "documents" USING btree ("corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("customer_id") WHERE hold_reason is not null and released_at is null;--> statement-breakpoint
CREATE INDEX "orders_po_number" ON "orders" USING btree ("customer_id","po_number") WHERE po_number <> '';--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_terms_kind_known" CHECK ("customers"."terms_kind" in ('prepay', 'on_delivery', 'net', 'end_of_month', 'day_of_next_month'));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_terms_days_range" CHECK (case "customers"."terms_kind" when 'day_of_next_month' then "customers"."terms_days" between 1 and 31
        else "customers"."terms_days" between 0 and 365 end);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_credit_limit_range" CHECK ("customers"."credit_limit" between 0 and 9999999999.99);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_grace_days_range" CHECK ("customers"."grace_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_hold_note_length" CHECK (char_length("customers"."hold_note") <= 1000);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_po_mode_known" CHECK ("customers"."po_mode" in ('none', 'optional', 'required', 'blanket'));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_po_blanket_length" CHECK (char_length("customers"."po_blanket") <= 100);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_po_blanket_form" CHECK ("customers"."po_mode" <> 'blanket' or "customers"."po_blanket" ~ '[^[:space:]]');--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_invoice_per_known" CHECK ("customers"."invoice_per" in ('order', 'month'));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_min_order_range" CHECK ("customers"."min_order" between 0 and 9999999999.99);--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_accounting_name_length" CHECK (char_length("customers"."accounting_name") <= 200);--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_corrects_wholly" CHECK (("document_lines"."corrects_id" is null) = ("document_lines"."corrects_position" is null));--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_kind_known" CHECK ("document_series"."kind" in ('invoice', 'credit_note', 'delivery_note'));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_corrects_something" CHECK ("documents"."kind" <> 'credit_note' or "documents"."corrects_id" is not null);--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_reason_length" CHECK (char_length("documents"."reason") <= 500);--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_kind_known" CHECK ("documents"."kind" in ('invoice', 'credit_note', 'delivery_note'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_price_source_known" CHECK ("order_items"."price_source" in ('base', 'list', 'customer'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_price_source_name_length" CHECK (char_length("order_items"."price_source_name") <= 200);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_base_price_positive" CHECK ("order_items"."base_price_per_lb" between 0.01 and 10000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_po_number_length" CHECK (char_length("orders"."po_number") <= 100);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold_reason_known" CHECK ("orders"."hold_reason" in ('credit', 'overdue', 'manual'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_held_wholly" CHECK (("orders"."hold_reason" is null) = ("orders"."held_at" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_released_if_held" CHECK ("orders"."released_at" is null or "orders"."held_at" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_release_note_length" CHECK (char_length("orders"."release_note") <= 1000);
--> statement-breakpoint
insert into document_series (series, kind, last_number) values ('DN', 'delivery_note', 0);
--> statement-breakpoint
-- One price for each customer, product and day.
alter table customer_prices add constraint customer_prices_once exclude using gist (
  customer_id with =, product_id with =, daterange(starts_on, ends_on, '[]') with &&
);
--> statement-breakpoint
create trigger price_lists_set_updated_at before update on price_lists
  for each row execute function set_updated_at();
--> statement-breakpoint
create trigger price_list_items_set_updated_at before update on price_list_items
  for each row execute function set_updated_at();
--> statement-breakpoint
create trigger bank_mappings_set_updated_at before update on bank_mappings
  for each row execute function set_updated_at();
--> statement-breakpoint
-- What a customer (null for a visitor) pays for each product that is delivered on a day: its own price, else
-- that of its first list with the product, else the catalogue's, which may be scheduled for that day. Prices
-- don't stack. Written so that the planner can put it into the query that calls it.
create function prices_for(customer uuid, delivery_day date) returns table (
  product_id uuid, price_per_lb numeric, is_offered boolean, source text, source_name text, starts_on date,
  ends_on date, min_lb numeric, base_price_per_lb numeric
) language sql stable as $$
  select products.id,
    coalesce(own.price_per_lb, listed.price_per_lb, base.price_per_lb),
    own.id is not null or coalesce(listed.is_offered, true),
    case when own.id is not null then 'customer' when listed.list_id is not null then 'list' else 'base' end,
    case when own.id is not null then own.note else coalesce(listed.name, '') end,
    case when own.id is not null then own.starts_on else listed.starts_on end,
    case when own.id is not null then own.ends_on else listed.ends_on end,
    case when own.id is null then listed.min_lb end,
    base.price_per_lb
  from products
    cross join lateral (
      select coalesce((
        select scheduled_prices.price_per_lb from scheduled_prices
        where scheduled_prices.product_id = products.id and applied_at is null and applies_on <= delivery_day
        order by applies_on desc limit 1
      ), products.price_per_lb) as price_per_lb
    ) as base
    left join lateral (
      select customer_prices.* from customer_prices
      where customer_id = customer and customer_prices.product_id = products.id
        and customer_prices.starts_on <= delivery_day
        and (customer_prices.ends_on is null or customer_prices.ends_on >= delivery_day)
      order by customer_prices.starts_on desc, created_at desc limit 1
    ) as own on true
    left join lateral (
      select list_id, name, price_lists.starts_on, price_lists.ends_on, price_list_items.price_per_lb,
        price_list_items.is_offered, price_list_items.min_lb
      from customer_price_lists
        join price_lists on price_lists.id = list_id
        join price_list_items using (list_id)
      where customer_id = customer and price_list_items.product_id = products.id
        and price_lists.starts_on <= delivery_day
        and (price_lists.ends_on is null or price_lists.ends_on >= delivery_day)
      order by rank, price_lists.starts_on desc, created_at desc limit 1
    ) as listed on true
$$;
--> statement-breakpoint
create function price_for(customer uuid, product uuid, delivery_day date) returns table (
  price_per_lb numeric, is_offered boolean, source text, source_name text, starts_on date, ends_on date,
  min_lb numeric, base_price_per_lb numeric
) language sql stable as $$
  select prices.price_per_lb, prices.is_offered, prices.source, prices.source_name, prices.starts_on,
    prices.ends_on, prices.min_lb, prices.base_price_per_lb
  from prices_for(customer, delivery_day) as prices
  where prices.product_id = product
$$;
--> statement-breakpoint
-- Every invoice and credit note is in the ledger: nobody can forget to write it there.
create function book_document() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, document_id, created_at)
  select new.customer_id, entry.kind, entry.sign * (new.total * 100)::bigint, new.issued_on, new.due_on, new.id,
    new.issued_at
  from (values ('invoice', 'invoice', 1), ('credit_note', 'credit', -1)) as entry (document, kind, sign)
  where entry.document = new.kind;
  return null;
end $$;
--> statement-breakpoint
create trigger documents_booked after insert on documents
  for each row execute function book_document();
--> statement-breakpoint
insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, document_id, created_at)
select customer_id, 'invoice', (total * 100)::bigint, issued_on, due_on, id, issued_at
from documents where kind = 'invoice';
--> statement-breakpoint
-- The ledger is append-only. What is allocated of an entry may only become what its allocations add up to.
create function keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_entries' then
    if to_jsonb(new) - 'allocated_cents' = to_jsonb(old) - 'allocated_cents'
      and new.allocated_cents = (
        select coalesce(sum(cents), 0) from allocations where credit_id = new.id or debit_id = new.id)
    then
      return new;
    end if;
  end if;
  raise exception 'the ledger is append-only'
    using errcode = 'integrity_constraint_violation', constraint = 'ledger_append_only';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function keep_ledger();
--> statement-breakpoint
create trigger ledger_entries_not_emptied before truncate on ledger_entries
  for each statement execute function keep_ledger();
--> statement-breakpoint
create trigger allocations_append_only before update or delete on allocations
  for each row execute function keep_ledger();
--> statement-breakpoint
create trigger allocations_not_emptied before truncate on allocations
  for each statement execute function keep_ledger();
--> statement-breakpoint
-- One at a time for each customer, so that two people cannot use the same payment twice.
create function check_allocation() returns trigger language plpgsql as $$
begin
  perform from customers where id = new.customer_id for no key update;
  if exists (select from ledger_entries where id = new.credit_id and cents < 0)
    and exists (select from ledger_entries where id = new.debit_id and cents > 0)
  then
    return new;
  end if;
  raise exception 'what is paid or credited settles what is owed'
    using errcode = 'integrity_constraint_violation', constraint = 'allocations_credit_to_debit';
end $$;
--> statement-breakpoint
create trigger allocations_checked before insert on allocations
  for each row execute function check_allocation();
--> statement-breakpoint
-- The check constraint of ledger_entries refuses more than an entry has, and less than nothing.
create function add_up_allocations() returns trigger language plpgsql as $$
begin
  update ledger_entries set allocated_cents = allocated_cents + sums.cents
  from (
    select id, sum(cents) as cents
    from (select credit_id as id, cents from added union all select debit_id, cents from added) as sides
    group by id
  ) as sums
  where ledger_entries.id = sums.id;
  return null;
end $$;
--> statement-breakpoint
create trigger allocations_add_up after insert on allocations
  referencing new table as added for each statement execute function add_up_allocations();
--> statement-breakpoint
create view invoice_balances as
select documents.id as document_id, ledger_entries.id as entry_id, ledger_entries.customer_id, document_number,
  issued_on, documents.due_on, cents as total_cents, allocated_cents, cents - allocated_cents as open_cents
from ledger_entries join documents on documents.id = document_id
where ledger_entries.kind = 'invoice';
--> statement-breakpoint
-- What each customer owes. An entry that is settled counts in nothing, so the index of the others suffices.
create function balances_on(today date) returns table (
  customer_id uuid, balance_cents bigint, open_cents bigint, credit_cents bigint, overdue_cents bigint, due_on date
) language sql stable as $$
  select customers.id, coalesce(owed.open - owed.credit, 0), coalesce(owed.open, 0), coalesce(owed.credit, 0),
    coalesce(owed.overdue, 0), owed.due_on
  from customers
    left join (
      select ledger_entries.customer_id,
        coalesce(sum(cents - allocated_cents) filter (where cents > 0), 0)::bigint as open,
        coalesce(sum(-cents - allocated_cents) filter (where cents < 0), 0)::bigint as credit,
        coalesce(sum(cents - allocated_cents) filter (where cents > 0 and ledger_entries.due_on < today), 0)::bigint
          as overdue,
        min(ledger_entries.due_on) filter (where cents > 0) as due_on
      from ledger_entries
      where allocated_cents <> abs(cents)
      group by ledger_entries.customer_id
    ) as owed on owed.customer_id = customers.id
$$;
--> statement-breakpoint
comment on table price_lists is 'Lists of prices for several customers, in force on some days.';
--> statement-breakpoint
comment on table price_list_items is 'The products of a price list: their prices, or that they are not offered.';
--> statement-breakpoint
comment on table customer_price_lists is 'Which price lists a customer has; the lowest rank is asked first.';
--> statement-breakpoint
comment on table customer_prices is 'A customer''s own prices; their windows do not overlap.';
--> statement-breakpoint
comment on table scheduled_prices is 'Catalogue prices that take effect on a day.';
--> statement-breakpoint
comment on table ledger_entries is 'What customers owe (positive) and have paid. Append-only.';
--> statement-breakpoint
comment on table allocations is 'Which payment or credit settles which amount owed. Append-only; a negative row takes back.';
--> statement-breakpoint
comment on view invoice_balances is 'What of each invoice is open.';
--> statement-breakpoint
comment on table reminders_sent is 'Reminders of invoices that were sent, each once.';
--> statement-breakpoint
comment on table statements_sent is 'Monthly statements that were sent, each once.';
--> statement-breakpoint
comment on table attachments is 'Private images, encoded anew: photos of claims, photos and signatures at the door.';
--> statement-breakpoint
comment on table credit_requests is 'Credit that somebody asked for; approving it issues a credit note.';
--> statement-breakpoint
comment on table credit_request_lines is 'What a credit request claims, by pounds or dollars of a line.';
--> statement-breakpoint
comment on table bank_imports is 'A bank''s files of e-transfers.';
--> statement-breakpoint
comment on table bank_rows is 'The rows of a bank''s files, each once however often it is uploaded.';
--> statement-breakpoint
comment on table bank_mappings is 'What a bank''s columns mean, by the file''s head row.';
--> statement-breakpoint
comment on table sender_aliases is 'Who paid for whom, as a person confirmed.';
--> statement-breakpoint
comment on table export_batches is 'Exports for accounting programs.';
--> statement-breakpoint
comment on table export_files is 'The files of an export, byte for byte.';
--> statement-breakpoint
comment on table exported_documents is 'The documents that an accounting program has.';
--> statement-breakpoint
comment on table documents is 'Invoices, credit notes and delivery notes as issued. Immutable but for the address of the PDF.';
--> statement-breakpoint
analyze ledger_entries;

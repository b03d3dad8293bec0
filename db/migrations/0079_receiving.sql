CREATE TABLE "receipt_cartons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"line_id" uuid NOT NULL,
	"lb" numeric(10, 2) NOT NULL,
	"serial" text,
	"raw_scan" text NOT NULL,
	CONSTRAINT "receipt_cartons_lb_positive" CHECK ("receipt_cartons"."lb" > 0),
	CONSTRAINT "receipt_cartons_serial_form" CHECK ("receipt_cartons"."serial" ~ '[^[:space:]]' and char_length("receipt_cartons"."serial") <= 100),
	CONSTRAINT "receipt_cartons_raw_scan_length" CHECK (char_length("receipt_cartons"."raw_scan") <= 512)
);
--> statement-breakpoint
CREATE TABLE "receipt_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receipt_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" uuid,
	"description" text NOT NULL,
	"lot_id" uuid,
	"lot_code" text DEFAULT '' NOT NULL,
	"boxes" integer DEFAULT 0 NOT NULL,
	"lb" numeric(10, 2) NOT NULL,
	"temperature_c" numeric(4, 1),
	"is_accepted" boolean NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"priced_by" text,
	"price_cents" bigint,
	"invoiced_lb" numeric(10, 2),
	"invoiced_cents" bigint,
	"cost_cents" bigint,
	"claimed_cents" bigint,
	"share_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "receipt_lines_position_once" UNIQUE("receipt_id","position"),
	CONSTRAINT "receipt_lines_description_form" CHECK ("receipt_lines"."description" ~ '[^[:space:]]' and char_length("receipt_lines"."description") <= 200),
	CONSTRAINT "receipt_lines_lot_code_length" CHECK (char_length("receipt_lines"."lot_code") <= 40),
	CONSTRAINT "receipt_lines_boxes_range" CHECK ("receipt_lines"."boxes" between 0 and 10000),
	CONSTRAINT "receipt_lines_lb_positive" CHECK ("receipt_lines"."lb" > 0),
	CONSTRAINT "receipt_lines_temperature_range" CHECK ("receipt_lines"."temperature_c" between -60 and 60),
	CONSTRAINT "receipt_lines_lot_if_accepted" CHECK ("receipt_lines"."is_accepted" = ("receipt_lines"."lot_id" is not null)),
	CONSTRAINT "receipt_lines_reason_length" CHECK (char_length("receipt_lines"."reason") <= 500),
	CONSTRAINT "receipt_lines_priced_by_known" CHECK ("receipt_lines"."priced_by" in ('lb', 'box', 'total')),
	CONSTRAINT "receipt_lines_priced_wholly" CHECK (("receipt_lines"."priced_by" is null) = ("receipt_lines"."price_cents" is null)),
	CONSTRAINT "receipt_lines_price_range" CHECK ("receipt_lines"."price_cents" between 0 and 100000000),
	CONSTRAINT "receipt_lines_invoiced_lb_not_negative" CHECK ("receipt_lines"."invoiced_lb" >= 0),
	CONSTRAINT "receipt_lines_invoiced_range" CHECK ("receipt_lines"."invoiced_cents" between 0 and 100000000),
	CONSTRAINT "receipt_lines_cost_not_negative" CHECK ("receipt_lines"."cost_cents" >= 0),
	CONSTRAINT "receipt_lines_claimed_not_negative" CHECK ("receipt_lines"."claimed_cents" >= 0),
	CONSTRAINT "receipt_lines_share_not_negative" CHECK ("receipt_lines"."share_cents" >= 0),
	CONSTRAINT "receipt_lines_known_wholly" CHECK (("receipt_lines"."cost_cents" is null) = ("receipt_lines"."claimed_cents" is null))
);
--> statement-breakpoint
CREATE TABLE "receipt_papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(content)) STORED NOT NULL,
	"added_by" uuid,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_papers_content_type_known" CHECK ("receipt_papers"."content_type" in ('image/webp', 'image/jpeg', 'image/png', 'application/pdf')),
	CONSTRAINT "receipt_papers_size" CHECK (octet_length("receipt_papers"."content") between 1 and 8388608)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "receipts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"request_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"invoice_number" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"temperature_c" numeric(4, 1),
	"freight_cents" bigint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"credited_cents" bigint,
	"credited_at" timestamp (3) with time zone,
	"credited_by" uuid,
	"credited_note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipts_number_unique" UNIQUE("number"),
	CONSTRAINT "receipts_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "receipts_invoice_number_length" CHECK (char_length("receipts"."invoice_number") <= 60),
	CONSTRAINT "receipts_temperature_range" CHECK ("receipts"."temperature_c" between -60 and 60),
	CONSTRAINT "receipts_freight_range" CHECK ("receipts"."freight_cents" between 0 and 100000000),
	CONSTRAINT "receipts_credited_not_negative" CHECK ("receipts"."credited_cents" >= 0),
	CONSTRAINT "receipts_credited_wholly" CHECK (("receipts"."credited_cents" is null) = ("receipts"."credited_at" is null)),
	CONSTRAINT "receipts_credited_note_length" CHECK (char_length("receipts"."credited_note") <= 500),
	CONSTRAINT "receipts_note_length" CHECK (char_length("receipts"."note") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "supplier_codes" (
	"supplier_id" uuid NOT NULL,
	"code" text NOT NULL,
	"product_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "supplier_codes_supplier_id_code_pk" PRIMARY KEY("supplier_id","code"),
	CONSTRAINT "supplier_codes_code_form" CHECK ("supplier_codes"."code" ~ '[^[:space:]]' and char_length("supplier_codes"."code") <= 40)
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text,
	"establishment" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_name_form" CHECK ("suppliers"."name" ~ '[^[:space:]]' and char_length("suppliers"."name") <= 200),
	CONSTRAINT "suppliers_contact_name_length" CHECK (char_length("suppliers"."contact_name") <= 200),
	CONSTRAINT "suppliers_phone_length" CHECK (char_length("suppliers"."phone") <= 50),
	CONSTRAINT "suppliers_email_form" CHECK ("suppliers"."email" = lower("suppliers"."email") and "suppliers"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("suppliers"."email") <= 320),
	CONSTRAINT "suppliers_establishment_length" CHECK (char_length("suppliers"."establishment") <= 40),
	CONSTRAINT "suppliers_note_length" CHECK (char_length("suppliers"."note") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "receipt_cartons" ADD CONSTRAINT "receipt_cartons_line_id_receipt_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."receipt_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_papers" ADD CONSTRAINT "receipt_papers_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_papers" ADD CONSTRAINT "receipt_papers_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_credited_by_users_id_fk" FOREIGN KEY ("credited_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_codes" ADD CONSTRAINT "supplier_codes_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_codes" ADD CONSTRAINT "supplier_codes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_codes" ADD CONSTRAINT "supplier_codes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_cartons_of_line" ON "receipt_cartons" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "receipt_cartons_serial" ON "receipt_cartons" USING btree ("serial") WHERE serial is not null;--> statement-breakpoint
CREATE INDEX "receipt_lines_of_lot" ON "receipt_lines" USING btree ("lot_id") WHERE lot_id is not null;--> statement-breakpoint
CREATE INDEX "receipt_lines_of_product" ON "receipt_lines" USING btree ("product_id") WHERE product_id is not null;--> statement-breakpoint
CREATE INDEX "receipt_papers_of_receipt" ON "receipt_papers" USING btree ("receipt_id","added_at");--> statement-breakpoint
CREATE INDEX "receipts_newest" ON "receipts" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipts_of_supplier" ON "receipts" USING btree ("supplier_id","received_at");--> statement-breakpoint
CREATE INDEX "receipts_of_invoice_number" ON "receipts" USING btree ("supplier_id",lower("invoice_number"));--> statement-breakpoint
CREATE INDEX "supplier_codes_of_product" ON "supplier_codes" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_name_once" ON "suppliers" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export', 'account', 'staff', 'person', 'supplier', 'receipt'));--> statement-breakpoint
comment on table suppliers is 'Whom the shop buys meat of';
--> statement-breakpoint
comment on table supplier_codes is 'Which product a code on a supplier''s cartons stands for';
--> statement-breakpoint
comment on table receipts is 'What a supplier brought at once, on one invoice of theirs';
--> statement-breakpoint
comment on table receipt_lines is 'What came of one product and lot, accepted or refused, with its cost';
--> statement-breakpoint
comment on table receipt_cartons is 'Cartons of a receipt''s line that were scanned';
--> statement-breakpoint
comment on table receipt_papers is 'Pictures and PDF files of the papers that came with a receipt';

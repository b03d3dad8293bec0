CREATE TABLE "fresh_picks" (
	"sheet_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" text DEFAULT '' NOT NULL,
	CONSTRAINT "fresh_picks_sheet_id_product_id_pk" PRIMARY KEY("sheet_id","product_id"),
	CONSTRAINT "fresh_picks_position" UNIQUE("sheet_id","position"),
	CONSTRAINT "fresh_picks_position_range" CHECK ("fresh_picks"."position" between 1 and 12),
	CONSTRAINT "fresh_picks_line_length" CHECK (char_length("fresh_picks"."line") <= 120)
);
--> statement-breakpoint
CREATE TABLE "fresh_presses" (
	"sheet_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"pressed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fresh_presses_sheet_id_customer_id_product_id_pk" PRIMARY KEY("sheet_id","customer_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "fresh_sends" (
	"sheet_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"price_day" date NOT NULL,
	"consent" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fresh_sends_sheet_id_customer_id_pk" PRIMARY KEY("sheet_id","customer_id"),
	CONSTRAINT "fresh_sends_consent_known" CHECK ("fresh_sends"."consent" in ('bought', 'inquired', 'asked'))
);
--> statement-breakpoint
CREATE TABLE "fresh_sheets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sent_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fresh_sheets_note_length" CHECK (char_length("fresh_sheets"."note") <= 500)
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "wants_fresh_sheets" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "asked_for_fresh_sheets_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fresh_picks" ADD CONSTRAINT "fresh_picks_sheet_id_fresh_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."fresh_sheets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_picks" ADD CONSTRAINT "fresh_picks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_presses" ADD CONSTRAINT "fresh_presses_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_presses" ADD CONSTRAINT "fresh_presses_of_send" FOREIGN KEY ("sheet_id","customer_id") REFERENCES "public"."fresh_sends"("sheet_id","customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_sends" ADD CONSTRAINT "fresh_sends_sheet_id_fresh_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."fresh_sheets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_sends" ADD CONSTRAINT "fresh_sends_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fresh_sheets" ADD CONSTRAINT "fresh_sheets_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fresh_sends_of_customer" ON "fresh_sends" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fresh_sheets_draft" ON "fresh_sheets" USING btree (("sent_at" is null)) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "fresh_sheets_sent" ON "fresh_sheets" USING btree ("sent_at");--> statement-breakpoint
comment on table fresh_sheets is 'What is good this week, as the owner tells clients. Of those that were not sent there is one.';--> statement-breakpoint
comment on table fresh_picks is 'The cuts of a fresh sheet, and what is said of each.';--> statement-breakpoint
comment on table fresh_sends is 'To whom a fresh sheet went, each once, and why the law allowed it then.';--> statement-breakpoint
comment on table fresh_presses is 'Which cuts of a fresh sheet a client took into their order, by the first press of each.';

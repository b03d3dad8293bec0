CREATE TABLE "standing_lines" (
	"standing_order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" numeric(10, 2) NOT NULL,
	"unit" text NOT NULL,
	"seen_price_per_lb" numeric(10, 2) NOT NULL,
	CONSTRAINT "standing_lines_standing_order_id_product_id_pk" PRIMARY KEY("standing_order_id","product_id"),
	CONSTRAINT "standing_lines_quantity_range" CHECK ("standing_lines"."quantity" between 0.01 and 10000),
	CONSTRAINT "standing_lines_unit_length" CHECK (char_length("standing_lines"."unit") <= 40)
);
--> statement-breakpoint
CREATE TABLE "standing_occurrences" (
	"standing_order_id" uuid NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "standing_occurrences_standing_order_id_day_pk" PRIMARY KEY("standing_order_id","day"),
	CONSTRAINT "standing_occurrences_state_known" CHECK ("standing_occurrences"."state" in ('placing', 'placed', 'skipped', 'closed', 'refused')),
	CONSTRAINT "standing_occurrences_reason_length" CHECK (char_length("standing_occurrences"."reason") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "standing_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"every_weeks" integer DEFAULT 1 NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"paused_until" date,
	"po_number" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"allows_substitutes" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "standing_orders_weekday" CHECK ("standing_orders"."weekday" between 1 and 7),
	CONSTRAINT "standing_orders_every_weeks" CHECK ("standing_orders"."every_weeks" between 1 and 12),
	CONSTRAINT "standing_orders_days" CHECK ("standing_orders"."ends_on" >= "standing_orders"."starts_on"),
	CONSTRAINT "standing_orders_po_number_length" CHECK (char_length("standing_orders"."po_number") <= 100),
	CONSTRAINT "standing_orders_notes_length" CHECK (char_length("standing_orders"."notes") <= 5000)
);
--> statement-breakpoint
ALTER TABLE "standing_lines" ADD CONSTRAINT "standing_lines_standing_order_id_standing_orders_id_fk" FOREIGN KEY ("standing_order_id") REFERENCES "public"."standing_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_lines" ADD CONSTRAINT "standing_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_occurrences" ADD CONSTRAINT "standing_occurrences_standing_order_id_standing_orders_id_fk" FOREIGN KEY ("standing_order_id") REFERENCES "public"."standing_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_occurrences" ADD CONSTRAINT "standing_occurrences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_site_id_ship_tos_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."ship_tos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standing_lines_product" ON "standing_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "standing_occurrences_order" ON "standing_occurrences" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "standing_orders_customer" ON "standing_orders" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "standing_orders_running" ON "standing_orders" USING btree ("id") WHERE ended_at is null;--> statement-breakpoint
comment on table standing_orders is 'What a kitchen has every so many weeks.';--> statement-breakpoint
comment on table standing_lines is 'The lines of a standing order.';--> statement-breakpoint
comment on table standing_occurrences is 'What became of each delivery of a standing order, decided once.';

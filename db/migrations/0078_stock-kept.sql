CREATE TABLE "product_stock" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"tracking" text DEFAULT 'none' NOT NULL,
	"low_at" numeric(10, 2),
	"closed_until" date,
	"counted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_stock_tracking_known" CHECK ("product_stock"."tracking" in ('none', 'lb', 'pieces', 'closed')),
	CONSTRAINT "product_stock_low_at_positive" CHECK ("product_stock"."low_at" > 0),
	CONSTRAINT "product_stock_closed_until" CHECK ("product_stock"."closed_until" is null or "product_stock"."tracking" = 'closed')
);
--> statement-breakpoint
CREATE TABLE "stock_incoming" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"arrives_on" date NOT NULL,
	"lb" numeric(10, 2) DEFAULT '0.00' NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"entered_by" uuid,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_incoming_note_length" CHECK (char_length("stock_incoming"."note") <= 500),
	CONSTRAINT "stock_incoming_positive" CHECK ("stock_incoming"."lb" >= 0 and "stock_incoming"."pieces" >= 0 and "stock_incoming"."lb" + "stock_incoming"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_waitlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_waitlist_once" UNIQUE("product_id","email"),
	CONSTRAINT "stock_waitlist_email" CHECK ("stock_waitlist"."email" = lower("stock_waitlist"."email") and "stock_waitlist"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("stock_waitlist"."email") <= 320)
);
--> statement-breakpoint
DROP INDEX "stock_entries_of_product";--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "package_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "product_stock" ADD CONSTRAINT "product_stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_incoming" ADD CONSTRAINT "stock_incoming_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_incoming" ADD CONSTRAINT "stock_incoming_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_waitlist" ADD CONSTRAINT "stock_waitlist_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_stock_tracked" ON "product_stock" USING btree ("product_id") WHERE tracking <> 'none';--> statement-breakpoint
CREATE INDEX "stock_incoming_of_product" ON "stock_incoming" USING btree ("product_id","arrives_on");--> statement-breakpoint
CREATE INDEX "stock_waitlist_email" ON "stock_waitlist" USING btree ("email");--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_items_open" ON "order_items" USING btree ("product_id") WHERE pack_state = 'open';--> statement-breakpoint
CREATE INDEX "stock_entries_newest" ON "stock_entries" USING btree ("product_id","entered_at","id");--> statement-breakpoint
CREATE INDEX "stock_entries_of_package" ON "stock_entries" USING btree ("package_id") WHERE package_id is not null;--> statement-breakpoint
CREATE INDEX "stock_entries_of_request" ON "stock_entries" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "stock_entries_of_product" ON "stock_entries" USING btree ("product_id","lot_id","lb","pieces");--> statement-breakpoint
comment on table product_stock is 'How the stock of a product is kept, and the lock under which orders take of it';--> statement-breakpoint
comment on table stock_incoming is 'What is to come of a product, entered by hand';--> statement-breakpoint
comment on table stock_waitlist is 'Who wants to be told when a product can be had again';

CREATE TABLE "stock_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"lot_id" uuid,
	"kind" text NOT NULL,
	"lb" numeric(10, 2) DEFAULT '0.00' NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"entered_by" uuid,
	"entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_entries_kind_known" CHECK ("stock_entries"."kind" in ('received', 'cut from', 'cut into', 'packed', 'unpacked', 'returned', 'waste', 'count')),
	CONSTRAINT "stock_entries_reason_length" CHECK (char_length("stock_entries"."reason") <= 500),
	CONSTRAINT "stock_entries_change_something" CHECK ("stock_entries"."lb" <> 0 or "stock_entries"."pieces" <> 0)
);
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "cost_cents" bigint;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_entries_of_product" ON "stock_entries" USING btree ("product_id","lot_id");--> statement-breakpoint
CREATE INDEX "stock_entries_of_lot" ON "stock_entries" USING btree ("lot_id") WHERE lot_id is not null;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_cost_not_negative" CHECK ("lots"."cost_cents" >= 0);--> statement-breakpoint
comment on table stock_entries is 'What came to a product''s stock and what left it; on hand is their sum';

CREATE TABLE "product_aliases" (
	"customer_id" uuid NOT NULL,
	"phrase" text NOT NULL,
	"product_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_aliases_customer_id_phrase_pk" PRIMARY KEY("customer_id","phrase"),
	CONSTRAINT "product_aliases_phrase_form" CHECK ("product_aliases"."phrase" ~ '[^[:space:]]' and char_length("product_aliases"."phrase") <= 200)
);
--> statement-breakpoint
ALTER TABLE "standing_lines" DROP CONSTRAINT "standing_lines_standing_order_id_product_id_pk";--> statement-breakpoint
ALTER TABLE "standing_lines" ADD CONSTRAINT "standing_lines_standing_order_id_position_pk" PRIMARY KEY("standing_order_id","position");--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "wish" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "call_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "standing_lines" ADD COLUMN "wish" jsonb;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD COLUMN "call_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_aliases" ADD CONSTRAINT "product_aliases_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_aliases" ADD CONSTRAINT "product_aliases_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_aliases_product" ON "product_aliases" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_wish_form" CHECK ("order_items"."wish" is null or (jsonb_typeof("order_items"."wish") = 'object'
    and "order_items"."wish" ?& array['thickness', 'perPack', 'trim', 'note']
    and char_length("order_items"."wish" ->> 'note') <= 80
    and pg_column_size("order_items"."wish") < 1000));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_call_first" CHECK ("orders"."allows_substitutes" or not "orders"."call_first");--> statement-breakpoint
ALTER TABLE "standing_lines" ADD CONSTRAINT "standing_lines_wish_form" CHECK ("standing_lines"."wish" is null or (jsonb_typeof("standing_lines"."wish") = 'object'
    and "standing_lines"."wish" ?& array['thickness', 'perPack', 'trim', 'note']
    and char_length("standing_lines"."wish" ->> 'note') <= 80
    and pg_column_size("standing_lines"."wish") < 1000));--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_call_first" CHECK ("standing_orders"."allows_substitutes" or not "standing_orders"."call_first");--> statement-breakpoint
comment on table product_aliases is 'What a customer calls a product in lists that are pasted.';

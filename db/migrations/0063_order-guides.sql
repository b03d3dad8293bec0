CREATE TABLE "guide_items" (
	"site_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"section" text DEFAULT '' NOT NULL,
	"par" numeric(10, 2),
	"is_hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "guide_items_site_id_product_id_pk" PRIMARY KEY("site_id","product_id"),
	CONSTRAINT "guide_items_section_length" CHECK (char_length("guide_items"."section") <= 40),
	CONSTRAINT "guide_items_par_range" CHECK ("guide_items"."par" between 0.01 and 10000)
);
--> statement-breakpoint
CREATE TABLE "order_guides" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "guide_items" ADD CONSTRAINT "guide_items_site_id_order_guides_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."order_guides"("site_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_items" ADD CONSTRAINT "guide_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_guides" ADD CONSTRAINT "order_guides_site_id_ship_tos_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."ship_tos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_items_product" ON "guide_items" USING btree ("product_id");--> statement-breakpoint
comment on table order_guides is 'How a kitchen has arranged its order guide.';--> statement-breakpoint
comment on table guide_items is 'The cuts of a kitchen’s order guide, in their places.';

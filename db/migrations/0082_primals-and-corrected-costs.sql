CREATE TABLE "primal_cuts" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"primal_id" uuid NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"yield_pct" numeric(5, 2) NOT NULL,
	CONSTRAINT "primal_cuts_part_length" CHECK (char_length("primal_cuts"."part") <= 40),
	CONSTRAINT "primal_cuts_yield_range" CHECK ("primal_cuts"."yield_pct" between 0.01 and 100)
);
--> statement-breakpoint
CREATE TABLE "primals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"product_id" uuid,
	"trim_pct" numeric(5, 2),
	"is_trim" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "primals_name_form" CHECK ("primals"."name" ~ '[^[:space:]]' and char_length("primals"."name") <= 60),
	CONSTRAINT "primals_trim_range" CHECK ("primals"."trim_pct" between 0.01 and 100),
	CONSTRAINT "primals_trim_of_others" CHECK (not "primals"."is_trim" or "primals"."trim_pct" is null)
);
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "cost_corrected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "primal_cuts" ADD CONSTRAINT "primal_cuts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "primal_cuts" ADD CONSTRAINT "primal_cuts_primal_id_primals_id_fk" FOREIGN KEY ("primal_id") REFERENCES "public"."primals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "primals" ADD CONSTRAINT "primals_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "primal_cuts_of_primal" ON "primal_cuts" USING btree ("primal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "primals_name" ON "primals" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "primals_one_trim" ON "primals" USING btree ("is_trim") WHERE is_trim;--> statement-breakpoint
CREATE UNIQUE INDEX "primals_product" ON "primals" USING btree ("product_id");--> statement-breakpoint
comment on table primals is 'What is bought to be cut, as which product it is counted, and what trim falls off it';
--> statement-breakpoint
comment on table primal_cuts is 'Which products are cut of a primal, and how much of it each usually is';

CREATE TABLE "cutting_inputs" (
	"cutting_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"lb" numeric(10, 2) NOT NULL,
	"waste_lb" numeric(10, 2) NOT NULL,
	"is_in_stock" boolean NOT NULL,
	CONSTRAINT "cutting_inputs_cutting_id_lot_id_pk" PRIMARY KEY("cutting_id","lot_id"),
	CONSTRAINT "cutting_inputs_lb_positive" CHECK ("cutting_inputs"."lb" > 0),
	CONSTRAINT "cutting_inputs_waste_range" CHECK ("cutting_inputs"."waste_lb" >= 0 and "cutting_inputs"."waste_lb" <= "cutting_inputs"."lb")
);
--> statement-breakpoint
CREATE TABLE "cutting_outputs" (
	"cutting_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"lot_id" uuid NOT NULL,
	"product_id" uuid,
	"product_name" text NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"lb" numeric(10, 2) NOT NULL,
	CONSTRAINT "cutting_outputs_cutting_id_position_pk" PRIMARY KEY("cutting_id","position"),
	CONSTRAINT "cutting_outputs_lot_id_unique" UNIQUE("lot_id"),
	CONSTRAINT "cutting_outputs_lb_positive" CHECK ("cutting_outputs"."lb" > 0),
	CONSTRAINT "cutting_outputs_price_positive" CHECK ("cutting_outputs"."price_per_lb" > 0),
	CONSTRAINT "cutting_outputs_product_name_form" CHECK ("cutting_outputs"."product_name" ~ '[^[:space:]]' and char_length("cutting_outputs"."product_name") <= 200)
);
--> statement-breakpoint
CREATE TABLE "cutting_wastes" (
	"cutting_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"lb" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "cutting_wastes_cutting_id_position_pk" PRIMARY KEY("cutting_id","position"),
	CONSTRAINT "cutting_wastes_lb_positive" CHECK ("cutting_wastes"."lb" > 0),
	CONSTRAINT "cutting_wastes_reason_form" CHECK ("cutting_wastes"."reason" ~ '[^[:space:]]' and char_length("cutting_wastes"."reason") <= 200)
);
--> statement-breakpoint
CREATE TABLE "cuttings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "cuttings_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cut_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cut_by" uuid,
	"cost_by" text NOT NULL,
	"difference_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "cuttings_number_unique" UNIQUE("number"),
	CONSTRAINT "cuttings_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "cuttings_kind_form" CHECK ("cuttings"."kind" ~ '[^[:space:]]' and char_length("cuttings"."kind") <= 60),
	CONSTRAINT "cuttings_cost_by_known" CHECK ("cuttings"."cost_by" in ('value', 'weight')),
	CONSTRAINT "cuttings_difference_reason_length" CHECK (char_length("cuttings"."difference_reason") <= 500)
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "cutting_inputs" ADD CONSTRAINT "cutting_inputs_cutting_id_cuttings_id_fk" FOREIGN KEY ("cutting_id") REFERENCES "public"."cuttings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting_inputs" ADD CONSTRAINT "cutting_inputs_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting_outputs" ADD CONSTRAINT "cutting_outputs_cutting_id_cuttings_id_fk" FOREIGN KEY ("cutting_id") REFERENCES "public"."cuttings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting_outputs" ADD CONSTRAINT "cutting_outputs_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting_outputs" ADD CONSTRAINT "cutting_outputs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting_wastes" ADD CONSTRAINT "cutting_wastes_cutting_id_cuttings_id_fk" FOREIGN KEY ("cutting_id") REFERENCES "public"."cuttings"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cuttings" ADD CONSTRAINT "cuttings_cut_by_users_id_fk" FOREIGN KEY ("cut_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cutting_inputs_of_lot" ON "cutting_inputs" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "cuttings_newest" ON "cuttings" USING btree ("cut_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export', 'account', 'staff', 'person', 'recall', 'cutting'));--> statement-breakpoint
comment on table cuttings is 'Meat that was cut or ground, by whom and when, and by what its cost is carried down';--> statement-breakpoint
comment on table cutting_inputs is 'A lot that went into a cutting, with its pounds and its share of the waste';--> statement-breakpoint
comment on table cutting_outputs is 'A lot that came of a cutting, of which product and how much';--> statement-breakpoint
comment on table cutting_wastes is 'What was thrown away of a cutting, and why';

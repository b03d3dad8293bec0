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
CREATE TABLE "lot_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lot_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"held_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held_by" uuid,
	"released_at" timestamp (3) with time zone,
	"released_by" uuid,
	"release_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "lot_holds_reason_form" CHECK ("lot_holds"."reason" ~ '[^[:space:]]' and char_length("lot_holds"."reason") <= 500),
	CONSTRAINT "lot_holds_release_note_length" CHECK (char_length("lot_holds"."release_note") <= 500),
	CONSTRAINT "lot_holds_released_wholly" CHECK ("lot_holds"."released_at" is not null or ("lot_holds"."released_by" is null and "lot_holds"."release_note" = ''))
);
--> statement-breakpoint
CREATE TABLE "recall_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notice_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"used_lb" numeric(10, 2) NOT NULL,
	"held_lb" numeric(10, 2) NOT NULL,
	"discarded_lb" numeric(10, 2) NOT NULL,
	"answered_by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by" uuid,
	"is_by_phone" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_answers_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "recall_answers_not_negative" CHECK (least("recall_answers"."used_lb", "recall_answers"."held_lb", "recall_answers"."discarded_lb") >= 0),
	CONSTRAINT "recall_answers_answered_by_form" CHECK ("recall_answers"."answered_by" ~ '[^[:space:]]' and char_length("recall_answers"."answered_by") <= 200),
	CONSTRAINT "recall_answers_note_length" CHECK (char_length("recall_answers"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "recall_calls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recall_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"authority" text NOT NULL,
	"phone" text NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL,
	"answered_by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_calls_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "recall_calls_authority_form" CHECK ("recall_calls"."authority" ~ '[^[:space:]]' and char_length("recall_calls"."authority") <= 100),
	CONSTRAINT "recall_calls_phone_form" CHECK ("recall_calls"."phone" ~ '[^[:space:]]' and char_length("recall_calls"."phone") <= 50),
	CONSTRAINT "recall_calls_answered_by_form" CHECK ("recall_calls"."answered_by" ~ '[^[:space:]]' and char_length("recall_calls"."answered_by") <= 200),
	CONSTRAINT "recall_calls_note_length" CHECK (char_length("recall_calls"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "recall_lots" (
	"recall_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_lots_recall_id_lot_id_pk" PRIMARY KEY("recall_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "recall_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recall_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"emails" text[] NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recall_notices_once" UNIQUE("recall_id","customer_id"),
	CONSTRAINT "recall_notices_mailed_somewhere" CHECK (("recall_notices"."mailed_at" is null) = (cardinality("recall_notices"."emails") = 0))
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "recalls_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"is_drill" boolean NOT NULL,
	"reason" text NOT NULL,
	"instructions" text NOT NULL,
	"found" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"opened_by" uuid,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"close_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "recalls_number_unique" UNIQUE("number"),
	CONSTRAINT "recalls_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "recalls_scope_known" CHECK ("recalls"."scope" in ('forward', 'both')),
	CONSTRAINT "recalls_reason_form" CHECK ("recalls"."reason" ~ '[^[:space:]]' and char_length("recalls"."reason") <= 1000),
	CONSTRAINT "recalls_instructions_form" CHECK ("recalls"."instructions" ~ '[^[:space:]]' and char_length("recalls"."instructions") <= 1000),
	CONSTRAINT "recalls_close_note_length" CHECK (char_length("recalls"."close_note") <= 1000),
	CONSTRAINT "recalls_closed_wholly" CHECK ("recalls"."closed_at" is not null or ("recalls"."closed_by" is null and "recalls"."close_note" = ''))
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
ALTER TABLE "lot_holds" ADD CONSTRAINT "lot_holds_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_holds" ADD CONSTRAINT "lot_holds_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_holds" ADD CONSTRAINT "lot_holds_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_answers" ADD CONSTRAINT "recall_answers_notice_id_recall_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."recall_notices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_answers" ADD CONSTRAINT "recall_answers_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_calls" ADD CONSTRAINT "recall_calls_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_calls" ADD CONSTRAINT "recall_calls_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_lots" ADD CONSTRAINT "recall_lots_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_lots" ADD CONSTRAINT "recall_lots_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cutting_inputs_of_lot" ON "cutting_inputs" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "cuttings_newest" ON "cuttings" USING btree ("cut_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "lot_holds_open" ON "lot_holds" USING btree ("lot_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "lot_holds_of_lot" ON "lot_holds" USING btree ("lot_id","held_at");--> statement-breakpoint
CREATE INDEX "recall_answers_of_notice" ON "recall_answers" USING btree ("notice_id","answered_at");--> statement-breakpoint
CREATE INDEX "recall_calls_of_recall" ON "recall_calls" USING btree ("recall_id","called_at");--> statement-breakpoint
CREATE INDEX "recall_lots_of_lot" ON "recall_lots" USING btree ("lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recalls_open_of_lot" ON "recalls" USING btree ("lot_id") WHERE closed_at is null and not is_drill;--> statement-breakpoint
CREATE INDEX "recalls_newest" ON "recalls" USING btree ("opened_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export', 'account', 'staff', 'person', 'supplier', 'receipt', 'recall', 'cutting'));--> statement-breakpoint
comment on table lot_holds is 'Why a lot is on hold, or was: nothing is packed or cut from it meanwhile';
--> statement-breakpoint
comment on table recalls is 'Meat that is called back, by the lot that it began with; or a drill of that, which mails nobody';
--> statement-breakpoint
comment on table recall_lots is 'The lots of a recall: its own with what it was made from and what was made of it';
--> statement-breakpoint
comment on table recall_calls is 'Whom the shop has called about a recall: the CFIA, the health authority';
--> statement-breakpoint
comment on table recall_notices is 'Whom a recall tells, each customer once, and at which addresses';
--> statement-breakpoint
comment on table recall_answers is 'What became of the meat, as a client has said by the link or on the phone; the last one counts';
--> statement-breakpoint
comment on table cuttings is 'Meat that was cut or ground, by whom and when, and by what its cost is carried down';
--> statement-breakpoint
comment on table cutting_inputs is 'A lot that went into a cutting, with its pounds and its share of the waste';
--> statement-breakpoint
comment on table cutting_outputs is 'A lot that came of a cutting, of which product and how much';
--> statement-breakpoint
comment on table cutting_wastes is 'What was thrown away of a cutting, and why';

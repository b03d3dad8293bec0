CREATE TABLE "box_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"box_id" uuid NOT NULL,
	"from_stop_id" uuid NOT NULL,
	"to_stop_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"link_id" uuid,
	"moved_by" uuid,
	CONSTRAINT "box_moves_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "box_moves_note_length" CHECK (char_length("box_moves"."note") <= 500),
	CONSTRAINT "box_moves_by_somebody" CHECK (("box_moves"."link_id" is null) <> ("box_moves"."moved_by" is null))
);
--> statement-breakpoint
CREATE TABLE "returned_goods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"lot_id" uuid,
	"lb" numeric(10, 2) NOT NULL,
	"place" text NOT NULL,
	"temperature_c" numeric(4, 1),
	"minutes_out" integer,
	"outcome" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"credit_request_id" uuid NOT NULL,
	"weighed_by" uuid NOT NULL,
	"weighed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returned_goods_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "returned_goods_lb_range" CHECK ("returned_goods"."lb" between 0.01 and 10000),
	CONSTRAINT "returned_goods_place_known" CHECK ("returned_goods"."place" in ('truck', 'client')),
	CONSTRAINT "returned_goods_outcome_known" CHECK ("returned_goods"."outcome" in ('stock', 'waste')),
	CONSTRAINT "returned_goods_temperature_range" CHECK ("returned_goods"."temperature_c" between -60 and 60),
	CONSTRAINT "returned_goods_minutes_range" CHECK ("returned_goods"."minutes_out" between 0 and 10000),
	CONSTRAINT "returned_goods_note_length" CHECK (char_length("returned_goods"."note") <= 500),
	CONSTRAINT "returned_goods_sold_again" CHECK ("returned_goods"."outcome" = 'waste' or ("returned_goods"."place" = 'truck' and "returned_goods"."temperature_c" is not null
        and "returned_goods"."temperature_c" <= 4 and "returned_goods"."minutes_out" is not null))
);
--> statement-breakpoint
ALTER TABLE "stop_events" DROP CONSTRAINT "stop_events_kind_known";--> statement-breakpoint
ALTER TABLE "document_series" DROP CONSTRAINT "document_series_kind_known";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_kind_known";--> statement-breakpoint
ALTER TABLE "stop_events" ADD COLUMN "left_with" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "takes_back_id" uuid;--> statement-breakpoint
ALTER TABLE "box_moves" ADD CONSTRAINT "box_moves_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_moves" ADD CONSTRAINT "box_moves_from_stop_id_run_stops_id_fk" FOREIGN KEY ("from_stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_moves" ADD CONSTRAINT "box_moves_to_stop_id_run_stops_id_fk" FOREIGN KEY ("to_stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_moves" ADD CONSTRAINT "box_moves_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_moves" ADD CONSTRAINT "box_moves_moved_by_users_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_credit_request_id_credit_requests_id_fk" FOREIGN KEY ("credit_request_id") REFERENCES "public"."credit_requests"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_weighed_by_users_id_fk" FOREIGN KEY ("weighed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "box_moves_of_box" ON "box_moves" USING btree ("box_id","moved_at");--> statement-breakpoint
CREATE INDEX "box_moves_of_stop" ON "box_moves" USING btree ("from_stop_id");--> statement-breakpoint
CREATE INDEX "box_moves_to_stop" ON "box_moves" USING btree ("to_stop_id");--> statement-breakpoint
CREATE INDEX "returned_goods_of_item" ON "returned_goods" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "returned_goods_of_lot" ON "returned_goods" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "returned_goods_newest" ON "returned_goods" USING btree ("weighed_at");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_takes_back_fk" FOREIGN KEY ("customer_id","takes_back_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_takes_back_id_unique" UNIQUE("takes_back_id");--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_left_with_known" CHECK ("stop_events"."left_with" in ('neighbour'));--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_left_with_somebody" CHECK ("stop_events"."left_with" is null or ("stop_events"."kind" = 'delivered' and "stop_events"."received_by" ~ '[^[:space:]]'));--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_kind_known" CHECK ("stop_events"."kind" in ('delivered', 'not_home', 'refused', 'moved', 'undone'));--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_kind_known" CHECK ("document_series"."kind" in ('invoice', 'credit_note', 'delivery_note', 'note_reversal'));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_takes_back_what_it_corrects" CHECK ("documents"."takes_back_id" is null or "documents"."takes_back_id" = "documents"."corrects_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_reversal_takes_back" CHECK ("documents"."kind" <> 'note_reversal' or "documents"."takes_back_id" is not null);--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_kind_known" CHECK ("documents"."kind" in ('invoice', 'credit_note', 'delivery_note', 'note_reversal'));
--> statement-breakpoint
insert into document_series (series, kind) values ('DR', 'note_reversal');--> statement-breakpoint
comment on table returned_goods is 'Goods that came back, weighed, and what became of them. Append-only';--> statement-breakpoint
comment on table box_moves is 'Boxes that travel with another stop of their client than their order does. Append-only';

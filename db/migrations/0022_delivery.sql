-- Orders go out on a day: zones, their days and cut-offs, runs with their stops, and what drivers report.
CREATE TABLE "day_exceptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid,
	"date" date NOT NULL,
	"kind" text NOT NULL,
	"moved_to" date,
	"weekday" integer,
	"cut_off_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_exceptions_once" UNIQUE NULLS NOT DISTINCT("zone_id","date"),
	CONSTRAINT "day_exceptions_kind_known" CHECK ("day_exceptions"."kind" in ('closed', 'moved', 'extra')),
	CONSTRAINT "day_exceptions_moved" CHECK (("day_exceptions"."kind" = 'moved') = ("day_exceptions"."moved_to" is not null)),
	CONSTRAINT "day_exceptions_moved_elsewhere" CHECK ("day_exceptions"."moved_to" <> "day_exceptions"."date"),
	CONSTRAINT "day_exceptions_extra" CHECK (("day_exceptions"."kind" = 'extra') = ("day_exceptions"."weekday" is not null)),
	CONSTRAINT "day_exceptions_weekday_range" CHECK ("day_exceptions"."weekday" between 1 and 7),
	CONSTRAINT "day_exceptions_extra_of_zone" CHECK ("day_exceptions"."kind" <> 'extra' or "day_exceptions"."zone_id" is not null),
	CONSTRAINT "day_exceptions_note_length" CHECK (char_length("day_exceptions"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "delivery_demand" (
	"fsa" text NOT NULL,
	"asked_on" date NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "delivery_demand_fsa_asked_on_pk" PRIMARY KEY("fsa","asked_on"),
	CONSTRAINT "delivery_demand_fsa_form" CHECK ("delivery_demand"."fsa" ~ '^V[0-9][ABCEGHJ-NPRSTV-Z]$'),
	CONSTRAINT "delivery_demand_count_positive" CHECK ("delivery_demand"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_waitlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postal_code" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_waitlist_once" UNIQUE("postal_code","email"),
	CONSTRAINT "delivery_waitlist_postal_code_form" CHECK ("delivery_waitlist"."postal_code" ~ '^V([0-9]([ABCEGHJ-NPRSTV-Z]([0-9]([ABCEGHJ-NPRSTV-Z][0-9]?)?)?)?)?$'),
	CONSTRAINT "delivery_waitlist_email_form" CHECK ("delivery_waitlist"."email" = lower("delivery_waitlist"."email") and "delivery_waitlist"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("delivery_waitlist"."email") <= 320)
);
--> statement-breakpoint
CREATE TABLE "holiday_decisions" (
	"date" date PRIMARY KEY NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_reminders" (
	"customer_id" uuid NOT NULL,
	"run_date" date NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_reminders_customer_id_run_date_pk" PRIMARY KEY("customer_id","run_date")
);
--> statement-breakpoint
CREATE TABLE "run_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "run_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"ship_to_id" uuid,
	"rank" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"visited_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_stops_site" UNIQUE NULLS NOT DISTINCT("run_id","customer_id","ship_to_id"),
	CONSTRAINT "run_stops_state_known" CHECK ("run_stops"."state" in ('waiting', 'delivered', 'not_home')),
	CONSTRAINT "run_stops_visited" CHECK (("run_stops"."state" = 'waiting') = ("run_stops"."visited_at" is null))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid NOT NULL,
	"date" date NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"cut_off_at" timestamp (3) with time zone NOT NULL,
	"cap_stops" integer,
	"cap_lb" numeric(10, 2),
	"booked_stops" integer DEFAULT 0 NOT NULL,
	"booked_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL,
	"driver" text DEFAULT '' NOT NULL,
	"departed_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_zone_day" UNIQUE("zone_id","date"),
	CONSTRAINT "runs_state_known" CHECK ("runs"."state" in ('planned', 'out', 'done')),
	CONSTRAINT "runs_cap_stops_range" CHECK ("runs"."cap_stops" between 1 and 1000),
	CONSTRAINT "runs_cap_lb_range" CHECK ("runs"."cap_lb" between 1 and 100000),
	CONSTRAINT "runs_booked_not_negative" CHECK ("runs"."booked_stops" >= 0 and "runs"."booked_lb" >= 0),
	CONSTRAINT "runs_driver_length" CHECK (char_length("runs"."driver") <= 100)
);
--> statement-breakpoint
CREATE TABLE "zone_days" (
	"zone_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"cut_off_days_before" integer NOT NULL,
	"cut_off_time" time(0) NOT NULL,
	"window_from" time(0) NOT NULL,
	"window_to" time(0) NOT NULL,
	"cap_stops" integer,
	"cap_lb" numeric(10, 2),
	"min_order" numeric(12, 2) DEFAULT '0.00' NOT NULL,
	"fee" numeric(12, 2) DEFAULT '0.00' NOT NULL,
	"fee_tax_code" text,
	"free_from" numeric(12, 2),
	CONSTRAINT "zone_days_zone_id_weekday_pk" PRIMARY KEY("zone_id","weekday"),
	CONSTRAINT "zone_days_weekday_range" CHECK ("zone_days"."weekday" between 1 and 7),
	CONSTRAINT "zone_days_cut_off_range" CHECK ("zone_days"."cut_off_days_before" between 0 and 14),
	CONSTRAINT "zone_days_window" CHECK ("zone_days"."window_from" < "zone_days"."window_to"),
	CONSTRAINT "zone_days_cut_off_before_window" CHECK ("zone_days"."cut_off_days_before" > 0 or "zone_days"."cut_off_time" <= "zone_days"."window_from"),
	CONSTRAINT "zone_days_cap_stops_range" CHECK ("zone_days"."cap_stops" between 1 and 1000),
	CONSTRAINT "zone_days_cap_lb_range" CHECK ("zone_days"."cap_lb" between 1 and 100000),
	CONSTRAINT "zone_days_min_order_range" CHECK ("zone_days"."min_order" between 0 and 100000),
	CONSTRAINT "zone_days_fee_range" CHECK ("zone_days"."fee" between 0 and 10000),
	CONSTRAINT "zone_days_free_from_range" CHECK ("zone_days"."free_from" between 0 and 100000),
	CONSTRAINT "zone_days_fee_tax_code_known" CHECK ("zone_days"."fee_tax_code" in ('Z', 'E', 'G', 'GP'))
);
--> statement-breakpoint
CREATE TABLE "zone_prefixes" (
	"prefix" text PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	CONSTRAINT "zone_prefixes_form" CHECK ("zone_prefixes"."prefix" ~ '^V([0-9]([ABCEGHJ-NPRSTV-Z]([0-9]([ABCEGHJ-NPRSTV-Z][0-9]?)?)?)?)?$')
);
--> statement-breakpoint
CREATE TABLE "zones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'delivery' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"wholesale_only" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "zones_name_unique" UNIQUE("name"),
	CONSTRAINT "zones_name_form" CHECK ("zones"."name" ~ '[^[:space:]]' and char_length("zones"."name") <= 100),
	CONSTRAINT "zones_kind_known" CHECK ("zones"."kind" in ('delivery', 'pickup')),
	CONSTRAINT "zones_place_length" CHECK (char_length("zones"."place") <= 500),
	CONSTRAINT "zones_pickup_has_place" CHECK ("zones"."kind" = 'delivery' or "zones"."place" ~ '[^[:space:]]')
);
--> statement-breakpoint
CREATE TABLE "order_charges" (
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"tax_code" text DEFAULT 'Z' NOT NULL,
	CONSTRAINT "order_charges_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "order_charges_kind_known" CHECK ("order_charges"."kind" in ('delivery_fee', 'minimum')),
	CONSTRAINT "order_charges_description_form" CHECK ("order_charges"."description" ~ '[^[:space:]]' and char_length("order_charges"."description") <= 200),
	CONSTRAINT "order_charges_amount_range" CHECK ("order_charges"."amount" between 0.01 and 100000),
	CONSTRAINT "order_charges_tax_code_known" CHECK ("order_charges"."tax_code" in ('Z', 'E', 'G', 'GP'))
);
--> statement-breakpoint
CREATE TABLE "stop_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"stop_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_by" text DEFAULT '' NOT NULL,
	"temperature_c" numeric(4, 1),
	"order_item_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"link_id" uuid,
	"recorded_by" uuid,
	CONSTRAINT "stop_events_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "stop_events_kind_known" CHECK ("stop_events"."kind" in ('delivered', 'not_home', 'refused', 'undone')),
	CONSTRAINT "stop_events_received_by_length" CHECK (char_length("stop_events"."received_by") <= 100),
	CONSTRAINT "stop_events_temperature_range" CHECK ("stop_events"."temperature_c" between -60 and 60),
	CONSTRAINT "stop_events_refused_line" CHECK (("stop_events"."kind" = 'refused') = ("stop_events"."order_item_id" is not null)),
	CONSTRAINT "stop_events_note_length" CHECK (char_length("stop_events"."note") <= 1000),
	CONSTRAINT "stop_events_by_somebody" CHECK (("stop_events"."link_id" is null) <> ("stop_events"."recorded_by" is null))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "wants_order_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "postal_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "contact_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "route_rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stop_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_day" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_from" time(0);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_to" time(0);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_postal_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "booked_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "day_exceptions" ADD CONSTRAINT "day_exceptions_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_decisions" ADD CONSTRAINT "holiday_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_ship_to_fk" FOREIGN KEY ("customer_id","ship_to_id") REFERENCES "public"."ship_tos"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_days" ADD CONSTRAINT "zone_days_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_prefixes" ADD CONSTRAINT "zone_prefixes_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_charges" ADD CONSTRAINT "order_charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_exceptions_date" ON "day_exceptions" USING btree ("date");--> statement-breakpoint
CREATE INDEX "run_links_of_run" ON "run_links" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "runs_date" ON "runs" USING btree ("date","zone_id");--> statement-breakpoint
CREATE INDEX "zone_prefixes_of_zone" ON "zone_prefixes" USING btree ("zone_id");--> statement-breakpoint
CREATE INDEX "stop_events_of_stop" ON "stop_events" USING btree ("stop_id","recorded_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_run" ON "orders" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "orders_stop" ON "orders" USING btree ("stop_id");--> statement-breakpoint
CREATE INDEX "orders_delivery_day" ON "orders" USING btree ("delivery_day","status");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'credit', 'export'));--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_postal_code_form" CHECK ("ship_tos"."postal_code" ~ '^(V[0-9][ABCEGHJ-NPRSTV-Z][0-9][ABCEGHJ-NPRSTV-Z][0-9])?$');--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_contact_name_length" CHECK (char_length("ship_tos"."contact_name") <= 200);--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_phone_length" CHECK (char_length("ship_tos"."phone") <= 50);--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_notes_length" CHECK (char_length("ship_tos"."notes") <= 2000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_kind_known" CHECK ("orders"."delivery_kind" in ('delivery', 'pickup'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_whole" CHECK (num_nulls("orders"."run_id", "orders"."stop_id", "orders"."delivery_kind", "orders"."delivery_day", "orders"."delivery_from", "orders"."delivery_to") in (0, 6));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_name_length" CHECK (char_length("orders"."delivery_name") <= 200);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_address_length" CHECK (char_length("orders"."delivery_address") <= 500);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_postal_code_length" CHECK (char_length("orders"."delivery_postal_code") <= 6);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_phone_length" CHECK (char_length("orders"."delivery_phone") <= 50);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_notes_length" CHECK (char_length("orders"."delivery_notes") <= 2000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_booked_not_negative" CHECK ("orders"."booked_lb" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivered_at_when" CHECK ("orders"."delivered_at" is null or "orders"."status" = 'delivered');--> statement-breakpoint
create trigger zones_set_updated_at before update on zones
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
create trigger runs_set_updated_at before update on runs
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
-- Sites had their postal code within the address, if at all.
alter table ship_tos disable trigger user;
--> statement-breakpoint
update ship_tos set postal_code = upper(found[1] || found[2])
from (
  select id, regexp_match(address, '\m(V[0-9][ABCEGHJ-NPRSTV-Z])[ -]?([0-9][ABCEGHJ-NPRSTV-Z][0-9])\M', 'i') as found
  from ship_tos
) as sites
where sites.id = ship_tos.id and found is not null;
--> statement-breakpoint
alter table ship_tos enable trigger user;
--> statement-breakpoint
create function notify_delivery_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery_changed', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create trigger zones_notify after insert or update or delete on zones
  for each statement execute function notify_delivery_changed();
--> statement-breakpoint
create trigger zone_prefixes_notify after insert or update or delete on zone_prefixes
  for each statement execute function notify_delivery_changed();
--> statement-breakpoint
create trigger zone_days_notify after insert or update or delete on zone_days
  for each statement execute function notify_delivery_changed();
--> statement-breakpoint
create trigger day_exceptions_notify after insert or update or delete on day_exceptions
  for each statement execute function notify_delivery_changed();
--> statement-breakpoint
create function takes_stops(run runs) returns boolean language sql immutable as $$
  select run.state = 'planned' and not run.is_closed
    and (run.cap_stops is null or run.booked_stops < run.cap_stops)
    and (run.cap_lb is null or run.booked_lb < run.cap_lb)
$$;
--> statement-breakpoint
comment on function takes_stops is 'Whether a run has room, its cut-off apart.';
--> statement-breakpoint
-- Bookings are frequent, and what visitors are told changes only when a run fills up or has room again.
create trigger runs_notify after update on runs
  for each row when (takes_stops(old) is distinct from takes_stops(new)) execute function notify_delivery_changed();
--> statement-breakpoint
create function keep_stop_events() returns trigger language plpgsql as $$
begin
  raise exception 'what was reported of a stop stays'
    using errcode = 'integrity_constraint_violation', constraint = 'stop_events_append_only';
end $$;
--> statement-breakpoint
create trigger stop_events_append_only before update or delete on stop_events
  for each row execute function keep_stop_events();
--> statement-breakpoint
create trigger stop_events_not_emptied before truncate on stop_events
  for each statement execute function keep_stop_events();
--> statement-breakpoint
-- Billed with the order's lines, and as fixed as they are.
create function keep_issued_charges() returns trigger language plpgsql as $$
begin
  if exists (
    select from document_orders
    where order_id = case tg_op when 'INSERT' then new.order_id else old.order_id end
  ) then
    raise exception 'the charges of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'order_charges_issued';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger order_charges_issued before insert or update or delete on order_charges
  for each row execute function keep_issued_charges();
--> statement-breakpoint
comment on table zones is 'Where we deliver, and where orders are picked up.';
--> statement-breakpoint
comment on table zone_prefixes is 'Which postal codes a zone covers; the longest prefix wins.';
--> statement-breakpoint
comment on table zone_days is 'On which weekdays a zone is served, and on what conditions.';
--> statement-breakpoint
comment on table day_exceptions is 'Days that differ from the weekly rule.';
--> statement-breakpoint
comment on table holiday_decisions is 'Holidays that the owner has decided about.';
--> statement-breakpoint
comment on table runs is 'A zone on a day: its limits, and what is booked.';
--> statement-breakpoint
comment on table run_stops is 'The stops of a run, one per site.';
--> statement-breakpoint
comment on table run_links is 'The links that open a run on a driver''s telephone.';
--> statement-breakpoint
comment on table stop_events is 'What was reported of a stop. Append-only.';
--> statement-breakpoint
comment on table delivery_demand is 'How often postal codes were asked for that no zone covers.';
--> statement-breakpoint
comment on table delivery_waitlist is 'Who wants to be told when we deliver to their postal code.';
--> statement-breakpoint
comment on table order_reminders is 'Reminders to order before a cut-off, each sent once.';
--> statement-breakpoint
comment on table order_charges is 'What an order costs besides its lines.';

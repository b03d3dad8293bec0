CREATE TABLE "text_outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"provider_ref" text,
	"last_error" text,
	CONSTRAINT "text_outbox_recipient_form" CHECK ("text_outbox"."recipient" ~ '^[+]1[0-9]{10}$'),
	CONSTRAINT "text_outbox_body_length" CHECK (char_length("text_outbox"."body") <= 480),
	CONSTRAINT "text_outbox_sent_or_failed" CHECK ("text_outbox"."sent_at" is null or "text_outbox"."failed_at" is null),
	CONSTRAINT "text_outbox_waits_whole" CHECK ("text_outbox"."sent_at" is not null or "text_outbox"."failed_at" is not null or ("text_outbox"."recipient" is not null and "text_outbox"."body" <> ''))
);
--> statement-breakpoint
CREATE TABLE "arrival_notices" (
	"stop_id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"told_to" text NOT NULL,
	"text_id" uuid,
	"said_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"link_id" uuid NOT NULL,
	CONSTRAINT "arrival_notices_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "arrival_notices_channel_known" CHECK ("arrival_notices"."channel" in ('sms', 'email')),
	CONSTRAINT "arrival_notices_told_to_form" CHECK ("arrival_notices"."told_to" ~ '[^[:space:]]' and char_length("arrival_notices"."told_to") <= 500)
);
--> statement-breakpoint
CREATE TABLE "route_places" (
	"zone_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "route_places_zone_id_site_id_pk" PRIMARY KEY("zone_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "stop_moves" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"stop_id" uuid NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"link_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "gate_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_links" ADD COLUMN "handed_from" text;--> statement-breakpoint
ALTER TABLE "run_links" ADD COLUMN "handed_to" text;--> statement-breakpoint
ALTER TABLE "arrival_notices" ADD CONSTRAINT "arrival_notices_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrival_notices" ADD CONSTRAINT "arrival_notices_text_id_text_outbox_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."text_outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrival_notices" ADD CONSTRAINT "arrival_notices_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_places" ADD CONSTRAINT "route_places_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_places" ADD CONSTRAINT "route_places_site_id_ship_tos_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."ship_tos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_moves" ADD CONSTRAINT "stop_moves_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_moves" ADD CONSTRAINT "stop_moves_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_outbox_unsent" ON "text_outbox" USING btree ("created_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "route_places_of_site" ON "route_places" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "stop_moves_of_stop" ON "stop_moves" USING btree ("stop_id");--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_gate_code_length" CHECK (char_length("ship_tos"."gate_code") <= 50);--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_handed_over" CHECK (("run_links"."handed_to" is null) = ("run_links"."handed_from" is null) and ("run_links"."handed_to" is null or "run_links"."revoked_at" is not null));--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_handed_to_form" CHECK ("run_links"."handed_to" ~ '[^[:space:]]' and char_length("run_links"."handed_to") <= 100);--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_handed_from_length" CHECK (char_length("run_links"."handed_from") <= 100);
--> statement-breakpoint
comment on table route_places is 'The order in which the sites of a zone are driven to, as it was last kept';--> statement-breakpoint
comment on table stop_moves is 'Stops that drivers put elsewhere on their run. Append-only';--> statement-breakpoint
comment on table arrival_notices is 'That the client of a stop was told that the driver is near: once a stop';--> statement-breakpoint
comment on table text_outbox is 'Text messages, sent at most once; number and text are cleared then';--> statement-breakpoint
insert into route_places (zone_id, site_id, rank)
  select distinct runs.zone_id, ship_tos.id, ship_tos.route_rank
  from run_stops
  join runs on runs.id = run_stops.run_id
  join ship_tos on ship_tos.id = run_stops.ship_to_id
  where ship_tos.route_rank <> 0;

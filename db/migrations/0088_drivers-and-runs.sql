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
ALTER TABLE "run_links" ADD COLUMN "handed_from" text;--> statement-breakpoint
ALTER TABLE "run_links" ADD COLUMN "handed_to" text;--> statement-breakpoint
ALTER TABLE "route_places" ADD CONSTRAINT "route_places_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_places" ADD CONSTRAINT "route_places_site_id_ship_tos_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."ship_tos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_moves" ADD CONSTRAINT "stop_moves_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_moves" ADD CONSTRAINT "stop_moves_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "route_places_of_site" ON "route_places" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "stop_moves_of_stop" ON "stop_moves" USING btree ("stop_id");--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_handed_over" CHECK (("run_links"."handed_to" is null) = ("run_links"."handed_from" is null) and ("run_links"."handed_to" is null or "run_links"."revoked_at" is not null));--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_handed_to_form" CHECK ("run_links"."handed_to" ~ '[^[:space:]]' and char_length("run_links"."handed_to") <= 100);--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_handed_from_length" CHECK (char_length("run_links"."handed_from") <= 100);--> statement-breakpoint
comment on table route_places is 'The order in which the sites of a zone are driven to, as it was last kept';--> statement-breakpoint
comment on table stop_moves is 'Stops that drivers put elsewhere on their run. Append-only';--> statement-breakpoint
insert into route_places (zone_id, site_id, rank)
  select distinct runs.zone_id, ship_tos.id, ship_tos.route_rank
  from run_stops
  join runs on runs.id = run_stops.run_id
  join ship_tos on ship_tos.id = run_stops.ship_to_id
  where ship_tos.route_rank <> 0;

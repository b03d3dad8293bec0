-- Which pounds of a line were refused at the door, signature and photo; and back-office pages follow runs and their stops.
ALTER TABLE "stop_events" ADD COLUMN "refused_lb" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "stop_events" ADD COLUMN "signature_id" uuid;--> statement-breakpoint
ALTER TABLE "stop_events" ADD COLUMN "photo_id" uuid;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_signature_id_attachments_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_photo_id_attachments_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_refused_lb" CHECK (("stop_events"."kind" = 'refused') = ("stop_events"."refused_lb" is not null));--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_refused_lb_range" CHECK ("stop_events"."refused_lb" between 0.01 and 10000);
--> statement-breakpoint
create function notify_runs_changed() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'runs' then
    changed = new.id;
  elsif tg_table_name = 'stop_events' then
    select run_id into changed from run_stops where id = new.stop_id;
  else
    changed = coalesce(new.run_id, old.run_id);
  end if;
  perform pg_notify('runs_changed', changed::text);
  return null;
end $$;
--> statement-breakpoint
-- Bookings change what is booked with every order, which orders_changed tells.
create trigger runs_told after update on runs
  for each row when ((old.state, old.driver, old.is_closed) is distinct from (new.state, new.driver, new.is_closed))
  execute function notify_runs_changed();
--> statement-breakpoint
create trigger run_stops_told after insert or update or delete on run_stops
  for each row execute function notify_runs_changed();
--> statement-breakpoint
create trigger stop_events_told after insert on stop_events
  for each row execute function notify_runs_changed();

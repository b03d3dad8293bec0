-- Owner: app/domain/delivery

-- delivery_changed: the days and zones shown to visitors changed. Payload: the table.
create or replace function notify_delivery_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('delivery_changed', tg_table_name);
  return null;
end $$;

create trigger day_exceptions_notify after insert or update or delete on day_exceptions
  for each statement execute function notify_delivery_changed();

-- Bookings are frequent, but visitors are only affected when a run fills up or has room again.
create trigger runs_notify after update on runs
  for each row when (takes_stops(old) is distinct from takes_stops(new)) execute function notify_delivery_changed();

create trigger zone_days_notify after insert or update or delete on zone_days
  for each statement execute function notify_delivery_changed();

create trigger zone_prefixes_notify after insert or update or delete on zone_prefixes
  for each statement execute function notify_delivery_changed();

create trigger zones_notify after insert or update or delete on zones
  for each statement execute function notify_delivery_changed();

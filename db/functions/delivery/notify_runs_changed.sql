-- Owner: app/domain/delivery

-- runs_changed: a run, its stops, their reports or the money taken changed. Payload: the run's id.
create or replace function notify_runs_changed() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'runs' then
    changed = new.id;
  elsif tg_table_name = 'stop_events' then
    select run_id into changed from run_stops where id = new.stop_id;
  elsif tg_table_name = 'box_moves' then
    perform pg_notify('runs_changed', run_id::text) from run_stops where id in (new.from_stop_id, new.to_stop_id);
    return null;
  else
    changed = coalesce(new.run_id, old.run_id);
  end if;
  perform pg_notify('runs_changed', changed::text);
  return null;
end $$;

create trigger run_stops_told after insert or update or delete on run_stops
  for each row execute function notify_runs_changed();

-- Bookings change with every order, which orders_changed announces.
create trigger runs_told after update on runs
  for each row when ((old.state, old.driver, old.is_closed) is distinct from (new.state, new.driver, new.is_closed))
  execute function notify_runs_changed();

create trigger stop_events_told after insert on stop_events
  for each row execute function notify_runs_changed();

create trigger door_receipts_told after insert on door_receipts
  for each row execute function notify_runs_changed();

create trigger run_cash_ups_told after insert or update on run_cash_ups
  for each row execute function notify_runs_changed();

create trigger box_moves_told after insert on box_moves
  for each row execute function notify_runs_changed();

-- Owner: app/domain/delivery

-- Append-only: a driver's reports of a stop are evidence.
create or replace function keep_stop_events() returns trigger language plpgsql as $$
begin
  raise exception 'what was reported of a stop stays'
    using errcode = 'integrity_constraint_violation', constraint = 'stop_events_append_only';
end $$;

create trigger stop_events_append_only before update or delete on stop_events
  for each row execute function keep_stop_events();

create trigger stop_events_not_emptied before truncate on stop_events
  for each statement execute function keep_stop_events();

-- Owner: app/domain/delivery

create or replace function takes_stops(run runs) returns boolean language sql immutable as $$
  select run.state = 'planned' and not run.is_closed
    and (run.cap_stops is null or run.booked_stops < run.cap_stops)
    and (run.cap_lb is null or run.booked_lb < run.cap_lb)
    and (run.cap_boxes is null or run.booked_boxes < run.cap_boxes)
$$;

comment on function takes_stops is 'Whether a run has room, its cut-off apart.';

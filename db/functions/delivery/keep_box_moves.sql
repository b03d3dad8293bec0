-- Owner: app/domain/delivery

-- Append-only: the latest move of a box says where it goes.
create or replace function keep_box_moves() returns trigger language plpgsql as $$
begin
  raise exception 'what was said of a box stays'
    using errcode = 'integrity_constraint_violation', constraint = 'box_moves_append_only';
end $$;

create trigger box_moves_append_only before update or delete on box_moves
  for each row execute function keep_box_moves();

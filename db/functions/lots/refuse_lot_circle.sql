-- Owner: app/domain/lots

-- A recall follows parents and children to the end, so circles are refused. Serialized: two
-- concurrent changes could close a circle that neither sees.
create or replace function refuse_lot_circle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('lot parents'));
  if exists (
    with recursive above (id) as (
      select new.parent_id
      union
      select lot_parents.parent_id from lot_parents join above on above.id = lot_parents.child_id
    )
    select from above where id = new.child_id
  ) then
    raise exception 'a lot cannot be made from what was made of it'
      using errcode = 'integrity_constraint_violation', constraint = 'lot_parents_no_circle';
  end if;
  return new;
end $$;

create trigger lot_parents_no_circle before insert or update on lot_parents
  for each row execute function refuse_lot_circle();

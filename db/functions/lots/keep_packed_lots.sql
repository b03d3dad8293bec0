-- Owner: app/domain/lots

-- A package's lot is evidence, so the lot can't be renamed afterwards. A package inserted
-- concurrently holds the lot's key, so the update waits and the check sees it.
create or replace function keep_packed_lots() returns trigger language plpgsql as $$
begin
  if (new.code, new.supplier) is distinct from (old.code, old.supplier)
    and exists (select from packages where lot_id = old.id)
  then
    raise exception 'the code and the supplier of a lot that was packed stay'
      using errcode = 'integrity_constraint_violation', constraint = 'lots_packed_keep_code';
  end if;
  return new;
end $$;

create trigger lots_packed_keep_code before update of code, supplier on lots
  for each row execute function keep_packed_lots();

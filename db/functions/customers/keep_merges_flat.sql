-- Owner: app/domain/customers

-- A record that others were merged into can't be merged itself, so that its account is found in one
-- lookup. The caller has locked both.
create or replace function keep_merges_flat() returns trigger language plpgsql as $$
begin
  if exists (select from customers where merged_into = new.id)
    or exists (select from customers where id = new.merged_into and merged_into is not null)
  then
    raise exception 'a merged record stands for no other'
      using errcode = 'integrity_constraint_violation', constraint = 'customers_merges_flat';
  end if;
  return new;
end $$;

create trigger customers_merges_flat before insert or update of merged_into on customers
  for each row when (new.merged_into is not null) execute function keep_merges_flat();

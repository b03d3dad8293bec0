-- Owner: app/domain/packages

-- Packages are append-only: one may be voided, once, while its order is not invoiced. Its lot,
-- which changes no amount, may be corrected even afterwards. Enforced per row, so that no writer
-- can bypass it.
create or replace function keep_packages() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'packages stay'
      using errcode = 'integrity_constraint_violation', constraint = 'packages_append_only';
  end if;
  if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is null
    and new.lot_id is not null and new.lot_id is distinct from old.lot_id and new.lot_by is not null
    and to_jsonb(new) - array['lot_id', 'lot_by']
      is not distinct from to_jsonb(old) - array['lot_id', 'lot_by']
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and (
    old.voided_at is not null or new.voided_at is null
    or to_jsonb(new) - array['voided_at', 'voided_by', 'void_reason']
      is distinct from to_jsonb(old) - array['voided_at', 'voided_by', 'void_reason']
  ) then
    raise exception 'a package can only be voided'
      using errcode = 'integrity_constraint_violation', constraint = 'packages_append_only';
  end if;
  if (select is_order_billed(order_id) from order_items where id = new.order_item_id) then
    raise exception 'the packages of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'packages_issued';
  end if;
  return new;
end $$;

create trigger packages_append_only before insert or update or delete on packages
  for each row execute function keep_packages();

create trigger packages_not_emptied before truncate on packages
  for each statement execute function keep_packages();

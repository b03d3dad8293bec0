-- Owner: app/domain/orders

create or replace function keep_order_lifecycle() returns trigger language plpgsql as $$
begin
  if not exists (select from order_state_changes()
    where old_state = old.status and new_state = new.status)
  then
    raise exception 'an order that is % does not become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_lifecycle';
  end if;
  if new.status = 'fulfilled' and old.status = 'pending' and exists (
    select from order_holds where order_id = new.id and released_at is null)
  then
    raise exception 'an order that is held is not fulfilled'
      using errcode = 'check_violation', constraint = 'orders_held_unsettled';
  end if;
  return new;
end $$;

create trigger orders_lifecycle before update of status on orders
  for each row when (old.status is distinct from new.status) execute function keep_order_lifecycle();

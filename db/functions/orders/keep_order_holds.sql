-- Owner: app/domain/orders

-- Holds can only be added before an order is packed, and released ones are immutable.
create or replace function keep_order_holds() returns trigger language plpgsql as $$
declare
  unpacked constant text[] := '{awaiting_payment, pending, cancelled}';
begin
  if tg_op = 'UPDATE' and old.released_at is not null then
    raise exception 'a hold that was released stays as it is'
      using errcode = 'check_violation', constraint = 'order_holds_released_stay';
  end if;
  if new.released_at is null and not exists (
    select from orders where id = new.order_id and status = any(unpacked))
  then
    raise exception 'an order that is packed is not held'
      using errcode = 'check_violation', constraint = 'order_holds_unsettled';
  end if;
  return new;
end $$;

create trigger order_holds_kept before insert or update on order_holds
  for each row execute function keep_order_holds();

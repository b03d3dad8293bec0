-- Owner: app/domain/orders

-- Payload: {"order_id": …, "customer_id": …, "ship_to_id": …}.
create or replace function notify_orders_changed() returns trigger language plpgsql as $$
declare
  changed orders;
begin
  if tg_table_name in ('document_orders', 'order_holds') then
    select * into changed from orders where id = new.order_id;
  elsif tg_op = 'DELETE' then
    changed = old;
  else
    changed = new;
  end if;
  perform pg_notify(
    'orders_changed',
    json_build_object(
      'order_id', changed.id, 'customer_id', changed.customer_id, 'ship_to_id', changed.ship_to_id
    )::text
  );
  return null;
end $$;

create trigger document_orders_notify after insert on document_orders
  for each row execute function notify_orders_changed();

create trigger orders_notify after insert or update or delete on orders
  for each row execute function notify_orders_changed();

create trigger order_holds_notify after insert or update on order_holds
  for each row execute function notify_orders_changed();

-- Owner: app/domain/lots

-- A lot was put on hold or released: stations and runs with packages of it show that at once.
create or replace function notify_lot_held() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders_changed', json_build_object(
      'order_id', orders.id, 'customer_id', orders.customer_id, 'ship_to_id', orders.ship_to_id
    )::text)
    from orders where orders.status in ('pending', 'fulfilled') and exists (
      select from order_items join packages on packages.order_item_id = order_items.id
      where order_items.order_id = orders.id and packages.lot_id = new.lot_id
        and packages.voided_at is null);
  perform pg_notify('runs_changed', run_id::text)
    from (select distinct orders.run_id from packages
      join order_items on order_items.id = packages.order_item_id
      join orders on orders.id = order_items.order_id
      where packages.lot_id = new.lot_id and packages.voided_at is null
        and orders.status = 'fulfilled' and orders.run_id is not null) as on_runs;
  return null;
end $$;

create trigger lot_holds_told after insert or update on lot_holds
  for each row execute function notify_lot_held();

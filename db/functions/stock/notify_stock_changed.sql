-- Owner: app/domain/stock

-- stock_changed: the available stock of something may have changed. Once per transaction, as
-- PostgreSQL merges equal notifications; without tracked stock, only for product_stock.
-- Processes then check what is sold out or low, so an ordinary order needn't empty the page
-- cache (`app/domain/stock/shown-stock.server.ts`).
create or replace function notify_stock_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'product_stock' or exists (select from product_stock where tracking <> 'none') then
    perform pg_notify('stock_changed', '');
  end if;
  return null;
end $$;

create trigger product_stock_notify after insert or update or delete on product_stock
  for each statement execute function notify_stock_changed();

create trigger stock_entries_notify after insert on stock_entries
  for each statement execute function notify_stock_changed();

create trigger stock_incoming_notify after insert or update or delete on stock_incoming
  for each statement execute function notify_stock_changed();

create trigger order_items_notify_stock after insert or delete
  or update of product_id, quantity, ordered_pieces, packed_lb, packed_pieces, pack_state on order_items
  for each statement execute function notify_stock_changed();

create trigger orders_notify_stock after update of status, delivery_day on orders
  for each statement execute function notify_stock_changed();

create trigger lot_holds_notify_stock after insert or update of released_at on lot_holds
  for each statement execute function notify_stock_changed();

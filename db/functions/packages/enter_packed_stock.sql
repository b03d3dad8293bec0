-- Owner: app/domain/packages

-- A weighed package leaves its product's stock, if stock is kept or its lot is in it, and returns
-- when voided. If its lot is corrected, it returns to the old lot and leaves the new one. Done in
-- the statement that changes the package, so that no writer can forget to. It never refuses: stock
-- limits placing orders, not packing.
create or replace function enter_packed_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into stock_entries (product_id, lot_id, kind, lb, pieces, package_id, entered_by)
    select product_id, lot_id, 'unpacked', -sum(lb), -sum(pieces), new.id,
      coalesce(new.voided_by, new.lot_by)
    from stock_entries where package_id = new.id and kind in ('packed', 'unpacked')
    group by product_id, lot_id having sum(lb) <> 0 or sum(pieces) <> 0;
  end if;
  if new.voided_at is null then
    insert into stock_entries (product_id, lot_id, kind, lb, pieces, package_id, entered_by)
    select line.product_id, new.lot_id, 'packed', -new.net_lb,
      -coalesce(new.pieces, case when product_stock.tracking = 'pieces' and products.sold_by = 'piece'
        then greatest(1, round(new.net_lb / products.typical_piece_lb))::integer end, 0),
      new.id, coalesce(new.lot_by, new.packed_by)
    from order_items as line
      join products on products.id = line.product_id
      left join product_stock on product_stock.product_id = line.product_id
    where line.id = new.order_item_id and (product_stock.tracking in ('lb', 'pieces')
      or exists (select from stock_entries where stock_entries.lot_id = new.lot_id));
  end if;
  return null;
end $$;

create trigger packages_enter_stock after insert on packages
  for each row when (new.voided_at is null) execute function enter_packed_stock();

create trigger packages_void_enters_stock after update of voided_at on packages
  for each row when (old.voided_at is null and new.voided_at is not null)
  execute function enter_packed_stock();

create trigger packages_lot_enters_stock after update of lot_id on packages
  for each row when (old.voided_at is null and new.voided_at is null
    and old.lot_id is distinct from new.lot_id)
  execute function enter_packed_stock();

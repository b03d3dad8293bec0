-- Owner: app/domain/packages

-- The line's sums are written by the statement that adds or voids a package, and the order's version with
-- them: whoever finishes the order has to have seen it.
create or replace function add_up_packages() returns trigger language plpgsql as $$
begin
  update order_items set (packed_lb, packed_pieces) = (
    select coalesce(sum(net_lb), 0), coalesce(sum(pieces), 0) from packages
    where order_item_id = new.order_item_id and voided_at is null)
  where id = new.order_item_id;
  update orders set version = version + 1
  where id = (select order_id from order_items where id = new.order_item_id);
  return null;
end $$;

create trigger packages_add_up after insert or update of voided_at on packages
  for each row execute function add_up_packages();

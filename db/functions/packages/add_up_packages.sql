-- Owner: app/domain/packages

-- The statement that adds or voids a package also updates the line's sums and the order's version:
-- the order can only be finished by somebody who has seen it.
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

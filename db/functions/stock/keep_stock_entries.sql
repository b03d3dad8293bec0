-- Owner: app/domain/stock

-- Append-only: stock is the sum of its entries; those of a product are deleted with it.
create or replace function keep_stock_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.product_id is not null and not exists (select from products where id = old.product_id) then
    return old;
  end if;
  raise exception 'entries of the stock are neither changed nor removed'
    using errcode = 'integrity_constraint_violation', constraint = 'stock_entries_append_only';
end $$;

create trigger stock_entries_append_only before update or delete on stock_entries
  for each row execute function keep_stock_entries();

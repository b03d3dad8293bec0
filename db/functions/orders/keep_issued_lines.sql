-- Owner: app/domain/orders

-- An invoice prints its order's lines, so they are immutable while it stands. The only update
-- allowed is the foreign key's own, which clears product_id when that product is deleted. New lines
-- are checked once for all of them (keep_issued_lines_whole).
create or replace function keep_issued_lines() returns trigger language plpgsql as $$
declare
  -- product_id is cleared with the product. The others are generated, and not yet set in NEW.
  free constant text[] := '{product_id, subtotal, promised_amount, known_lb, final_amount}';
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - free = to_jsonb(old) - free
      and (new.product_id is null or new.product_id is not distinct from old.product_id)
    then
      return new;
    end if;
  end if;
  if is_order_billed(old.order_id)
    or (new.order_id is distinct from old.order_id and is_order_billed(new.order_id))
  then
    raise exception 'the lines of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'order_items_issued';
  end if;
  return coalesce(new, old);
end $$;

create trigger order_items_issued before update or delete on order_items
  for each row execute function keep_issued_lines();

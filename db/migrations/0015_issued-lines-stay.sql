-- An invoice prints the lines of its order, so they stay as they were when it was issued. The one update
-- let through is the foreign key's own, which forgets product_id when that product is deleted.
create function keep_issued_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.position, new.product_name, new.quantity, new.price_per_lb)
      is not distinct from
      (old.id, old.order_id, old.position, old.product_name, old.quantity, old.price_per_lb)
    then
      return new;
    end if;
  end if;
  if exists (select from invoices where order_id in (old.order_id, new.order_id)) then
    raise exception 'the lines of an issued invoice stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'order_items_issued';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger order_items_issued before insert or update or delete on order_items
  for each row execute function keep_issued_lines();

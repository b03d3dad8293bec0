-- Owner: app/domain/orders

-- Billed charges are as immutable as the order's lines.
create or replace function keep_issued_charges() returns trigger language plpgsql as $$
begin
  if is_order_billed(case tg_op when 'INSERT' then new.order_id else old.order_id end) then
    raise exception 'the charges of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'order_charges_issued';
  end if;
  return coalesce(new, old);
end $$;

create trigger order_charges_issued before insert or update or delete on order_charges
  for each row execute function keep_issued_charges();

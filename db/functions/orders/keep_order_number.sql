-- Owner: app/domain/orders

-- Of its sequence when it is stored, and on mails and papers from then on.
create or replace function keep_order_number() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps its number'
    using errcode = 'integrity_constraint_violation', constraint = 'orders_number_kept';
end $$;

create trigger orders_number_kept before update of number on orders
  for each row when (old.number is distinct from new.number) execute function keep_order_number();

-- Owner: app/domain/orders

-- The number comes from its sequence on insert and is immutable, as it is on emails and papers.
create or replace function keep_order_number() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps its number'
    using errcode = 'integrity_constraint_violation', constraint = 'orders_number_kept';
end $$;

create trigger orders_number_kept before update of number on orders
  for each row when (old.number is distinct from new.number) execute function keep_order_number();

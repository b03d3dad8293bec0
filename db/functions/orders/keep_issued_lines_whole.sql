-- Owner: app/domain/orders

-- No line is added to an order whose invoice stands. Once per statement: an order's lines are added
-- together, and a check of each of them cost as much as storing them.
create or replace function keep_issued_lines_whole() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct order_id from added) as one where is_order_billed(order_id))
  then
    raise exception 'the lines of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'order_items_issued';
  end if;
  return null;
end $$;

create trigger order_items_issued_whole after insert on order_items
  referencing new table as added for each statement execute function keep_issued_lines_whole();

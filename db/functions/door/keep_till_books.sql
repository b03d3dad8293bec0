-- Owner: app/domain/door

-- Append-only: a wrong payment is reversed in the ledger, and a wrong sale by a credit note.
create or replace function keep_till_books() returns trigger language plpgsql as $$
begin
  raise exception 'what was done at a till stays'
    using errcode = 'integrity_constraint_violation', constraint = 'till_books_append_only';
end $$;

create trigger till_moves_append_only before update or delete on till_moves
  for each row execute function keep_till_books();

create trigger till_moves_not_emptied before truncate on till_moves
  for each statement execute function keep_till_books();

create trigger till_receipts_append_only before update or delete on till_receipts
  for each row execute function keep_till_books();

create trigger till_receipts_not_emptied before truncate on till_receipts
  for each statement execute function keep_till_books();

create trigger till_sales_append_only before update or delete on till_sales
  for each row execute function keep_till_books();

create trigger till_sales_not_emptied before truncate on till_sales
  for each statement execute function keep_till_books();

create trigger till_take_backs_append_only before update or delete on till_take_backs
  for each row execute function keep_till_books();

create trigger till_take_backs_not_emptied before truncate on till_take_backs
  for each statement execute function keep_till_books();

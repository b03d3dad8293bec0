-- Owner: app/domain/door

-- Append-only: a driver's mistake is reversed in the customer's account.
create or replace function keep_door_receipts() returns trigger language plpgsql as $$
begin
  raise exception 'what was taken at a door stays'
    using errcode = 'integrity_constraint_violation', constraint = 'door_receipts_append_only';
end $$;

create trigger door_receipts_append_only before update or delete on door_receipts
  for each row execute function keep_door_receipts();

create trigger door_receipts_not_emptied before truncate on door_receipts
  for each statement execute function keep_door_receipts();

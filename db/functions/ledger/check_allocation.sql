-- Owner: app/domain/ledger

-- One at a time for each customer, so that two people cannot use the same payment twice.
create or replace function check_allocation() returns trigger language plpgsql as $$
begin
  perform from customers where id = new.customer_id for no key update;
  if exists (select from ledger_entries where id = new.credit_id and cents < 0)
    and exists (select from ledger_entries where id = new.debit_id and cents > 0)
  then
    return new;
  end if;
  raise exception 'what is paid or credited settles what is owed'
    using errcode = 'integrity_constraint_violation', constraint = 'allocations_credit_to_debit';
end $$;

create trigger allocations_checked before insert on allocations
  for each row execute function check_allocation();

-- Owner: app/domain/ledger

-- The check constraint of ledger_entries refuses sums above the entry's amount or below zero.
create or replace function add_up_allocations() returns trigger language plpgsql as $$
begin
  update ledger_entries set allocated_cents = allocated_cents + sums.cents
  from (
    select id, sum(cents) as cents
    from (select credit_id as id, cents from added union all select debit_id, cents from added) as sides
    group by id
  ) as sums
  where ledger_entries.id = sums.id;
  return null;
end $$;

create trigger allocations_add_up after insert on allocations
  referencing new table as added for each statement execute function add_up_allocations();

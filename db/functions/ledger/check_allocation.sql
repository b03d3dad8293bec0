-- Owner: app/domain/ledger

-- Serialized per account, so that two people cannot use the same payment twice. An account is a
-- customer's, with the records merged into it.
create or replace function check_allocation() returns trigger language plpgsql as $$
declare
  account uuid := (select account_id from customers where id = new.customer_id);
begin
  perform from customers where id = account for no key update;
  if exists (
    select from ledger_entries join customers on customers.id = customer_id
    where ledger_entries.id in (new.credit_id, new.debit_id) and account_id <> account)
  then
    raise exception 'what settles and what is settled are of one account'
      using errcode = 'integrity_constraint_violation', constraint = 'allocations_of_account';
  end if;
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

-- Owner: app/domain/ledger

-- What each customer owes; of records that are one, each says what they owe together. An entry that is
-- settled counts in nothing, so the index of the others suffices.
create or replace function balances_on(today date) returns table (
  customer_id uuid, balance_cents bigint, open_cents bigint, credit_cents bigint, overdue_cents bigint, due_on date
) language sql stable as $$
  select customers.id, coalesce(owed.open - owed.credit, 0), coalesce(owed.open, 0), coalesce(owed.credit, 0),
    coalesce(owed.overdue, 0), owed.due_on
  from customers
    left join (
      select record.account_id,
        coalesce(sum(cents - allocated_cents) filter (where cents > 0), 0)::bigint as open,
        coalesce(sum(-cents - allocated_cents) filter (where cents < 0), 0)::bigint as credit,
        coalesce(sum(cents - allocated_cents) filter (where cents > 0 and ledger_entries.due_on < today), 0)::bigint
          as overdue,
        min(ledger_entries.due_on) filter (where cents > 0) as due_on
      from ledger_entries join customers record on record.id = ledger_entries.customer_id
      where allocated_cents <> abs(cents)
      group by record.account_id
    ) as owed on owed.account_id = customers.account_id
$$;

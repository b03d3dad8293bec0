-- Owner: app/domain/ledger

-- What each customer owes; merged records each show their joint balance. Settled entries don't
-- count, so the index of unsettled ones suffices. Lateral, so that a query for one customer reads
-- only that account's entries.
create or replace function balances_on(today date) returns table (
  customer_id uuid, balance_cents bigint, open_cents bigint, credit_cents bigint, overdue_cents bigint, due_on date
) language sql stable as $$
  select customers.id, owed.open - owed.credit, owed.open, owed.credit, owed.overdue, owed.due_on
  from customers cross join lateral (
    select coalesce(sum(cents - allocated_cents) filter (where cents > 0), 0)::bigint as open,
      coalesce(sum(-cents - allocated_cents) filter (where cents < 0), 0)::bigint as credit,
      coalesce(sum(cents - allocated_cents) filter (where cents > 0 and ledger_entries.due_on < today), 0)::bigint
        as overdue,
      min(ledger_entries.due_on) filter (where cents > 0) as due_on
    from customers record join ledger_entries on ledger_entries.customer_id = record.id
    where record.account_id = customers.account_id and allocated_cents <> abs(cents)
  ) as owed
$$;

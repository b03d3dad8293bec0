-- Owner: app/domain/ledger

-- Append-only, except for an entry's allocated amount, which only the trigger of allocations
-- writes, i.e. another trigger. Checking the sum again here would cost a search per entry.
create or replace function keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_entries' then
    if pg_trigger_depth() > 1 and to_jsonb(new) - 'allocated_cents' = to_jsonb(old) - 'allocated_cents' then
      return new;
    end if;
  end if;
  raise exception 'the ledger is append-only'
    using errcode = 'integrity_constraint_violation', constraint = 'ledger_append_only';
end $$;

create trigger allocations_append_only before update or delete on allocations
  for each row execute function keep_ledger();

create trigger allocations_not_emptied before truncate on allocations
  for each statement execute function keep_ledger();

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function keep_ledger();

create trigger ledger_entries_not_emptied before truncate on ledger_entries
  for each statement execute function keep_ledger();

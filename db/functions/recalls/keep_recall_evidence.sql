-- Owner: app/features/recall

-- Append-only: a recall's findings, actions and calls. Deleting an account only clears its id in a
-- call.
create or replace function keep_recall_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) ->> 'recorded_by' is null
      and to_jsonb(new) - 'recorded_by' = to_jsonb(old) - 'recorded_by' then
      return new;
    end if;
  end if;
  raise exception 'what a recall did stays as it was'
    using errcode = 'integrity_constraint_violation', constraint = 'recall_evidence_append_only';
end $$;

create trigger recall_contacts_append_only before update or delete on recall_contacts
  for each row execute function keep_recall_evidence();

create trigger recall_contacts_not_emptied before truncate on recall_contacts
  for each statement execute function keep_recall_evidence();

create trigger recall_closings_append_only before update or delete on recall_closings
  for each row execute function keep_recall_evidence();

create trigger recall_closings_not_emptied before truncate on recall_closings
  for each statement execute function keep_recall_evidence();

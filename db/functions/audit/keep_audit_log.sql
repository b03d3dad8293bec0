-- Owner: app/domain/audit

-- The log is append-only. The only update allowed is the foreign key's own, which clears actor_id
-- when that account is deleted; actor_email still says who it was.
create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.actor_id is null and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
      return new;
    end if;
  end if;
  raise exception 'the audit log is only ever added to'
    using errcode = 'integrity_constraint_violation', constraint = 'audit_log_append_only';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function keep_audit_log();

create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function keep_audit_log();

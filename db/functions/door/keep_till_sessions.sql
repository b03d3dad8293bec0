-- Owner: app/domain/door

-- A counted drawer is immutable, and sessions are never deleted.
create or replace function keep_till_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.closed_at is null then
    return new;
  end if;
  raise exception 'a till that was counted stays so'
    using errcode = 'integrity_constraint_violation', constraint = 'till_sessions_kept';
end $$;

create trigger till_sessions_kept before update or delete on till_sessions
  for each row execute function keep_till_sessions();

create trigger till_sessions_not_emptied before truncate on till_sessions
  for each statement execute function keep_till_sessions();

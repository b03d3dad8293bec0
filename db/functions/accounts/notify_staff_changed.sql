-- Owner: app/domain/accounts

-- staff_changed: an account's staff role was given, changed or removed. Payload: the account's id.
create or replace function notify_staff_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('staff_changed', old.id::text);
  return null;
end $$;

create trigger profiles_notify_staff after update of is_admin, staff_role on profiles
  for each row when (old.is_admin is distinct from new.is_admin or old.staff_role is distinct from new.staff_role)
  execute function notify_staff_changed();

create trigger profiles_notify_staff_gone after delete on profiles
  for each row when (old.is_admin or old.staff_role is not null)
  execute function notify_staff_changed();

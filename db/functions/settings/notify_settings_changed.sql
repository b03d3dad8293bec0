-- Owner: app/domain/settings

-- settings_changed: once per transaction, whatever the number of rows.
create or replace function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end $$;

create trigger kept_values_notify after insert or update or delete or truncate on kept_values
  for each statement execute function notify_settings_changed();

-- The e-transfer address is printed on invoices, so every process holds it in memory.
create trigger payment_settings_notify after update on payment_settings
  for each statement execute function notify_settings_changed();

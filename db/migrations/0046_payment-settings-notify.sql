-- Where e-transfers go is printed on invoices: every process holds it with the settings in memory.
create trigger payment_settings_notify after update on payment_settings
  for each statement execute function notify_settings_changed();

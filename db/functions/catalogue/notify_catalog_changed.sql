-- Owner: app/domain/catalogue

-- catalog_changed: once per transaction and table, whatever the number of rows. Payload: the table.
create or replace function notify_catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', tg_table_name);
  return null;
end $$;

create trigger image_mappings_notify after insert or update or delete or truncate on image_mappings
  for each statement execute function notify_catalog_changed();

create trigger images_notify after insert or update or delete or truncate on images
  for each statement execute function notify_catalog_changed();

create trigger products_notify after insert or update or delete or truncate on products
  for each statement execute function notify_catalog_changed();

-- Products without a tolerance of their own use the shop's.
create trigger shop_settings_notify after update on shop_settings
  for each statement execute function notify_catalog_changed();

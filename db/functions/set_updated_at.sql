-- Owner: db, for every table: it writes nothing but the row at hand

-- Keeps updated_at in the database, so that no writer can forget to. (better-auth keeps its own.) A
-- table's generated columns are named because they are not computed yet: without them it can tell
-- whether anything changed.
create or replace function set_updated_at() returns trigger language plpgsql as $$
begin
  if tg_nargs = 0 or to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv then
    new.updated_at = now();
  end if;
  return new;
end $$;

create trigger bank_mappings_set_updated_at before update on bank_mappings
  for each row execute function set_updated_at();

create trigger customers_set_updated_at before update on customers
  for each row execute function set_updated_at('account_id');

create trigger image_mappings_set_updated_at before update on image_mappings
  for each row when (
    (old.section, old.image_key, old.position, old.url)
      is distinct from (new.section, new.image_key, new.position, new.url)
  ) execute function set_updated_at();

create trigger orders_set_updated_at before update on orders
  for each row when (old.* is distinct from new.*) execute function set_updated_at();

create trigger price_list_items_set_updated_at before update on price_list_items
  for each row execute function set_updated_at();

create trigger price_lists_set_updated_at before update on price_lists
  for each row execute function set_updated_at();

create trigger products_set_updated_at before update on products
  for each row when (old.* is distinct from new.*) execute function set_updated_at();

create trigger profiles_set_updated_at before update on profiles
  for each row when (old.* is distinct from new.*) execute function set_updated_at();

create trigger runs_set_updated_at before update on runs
  for each row when (old.* is distinct from new.*) execute function set_updated_at();

create trigger ship_tos_set_updated_at before update on ship_tos
  for each row when (old.* is distinct from new.*) execute function set_updated_at();

create trigger shop_settings_set_updated_at before update on shop_settings
  for each row execute function set_updated_at();

create trigger zones_set_updated_at before update on zones
  for each row when (old.* is distinct from new.*) execute function set_updated_at();

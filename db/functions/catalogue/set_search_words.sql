-- Owner: app/domain/catalogue

-- Not a generated column: the trigger of updated_at compares whole rows, which PostgreSQL refuses
-- to create for a table with one, also when it restores a dump.
create or replace function set_search_words() returns trigger language plpgsql as $$
begin
  new.search_words = search_words(new.name || ' | ' || new.other_names || ' | ' || new.cut_type);
  return new;
end $$;

create trigger products_search_words before insert or update on products
  for each row execute function set_search_words();

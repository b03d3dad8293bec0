-- Owner: app/domain/catalogue

-- Keeps a product's former slugs, so that old links still lead to it.
create or replace function keep_former_slug() returns trigger language plpgsql as $$
begin
  delete from former_slugs where slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into former_slugs (slug, product_id)
      select old.slug, new.id
      where not exists (select from products where slug = old.slug)
      on conflict (slug) do update set product_id = excluded.product_id;
  end if;
  return null;
end $$;

create trigger products_free_former_slug after insert on products
  for each row execute function keep_former_slug();

create trigger products_keep_former_slug after update of slug on products
  for each row when (old.slug is distinct from new.slug) execute function keep_former_slug();

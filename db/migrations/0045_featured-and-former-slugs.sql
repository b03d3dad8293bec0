CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "featured_rank" smallint;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_slugs_product" ON "former_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_name_lower" ON "products" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_featured_rank_unique" UNIQUE("featured_rank");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_featured_rank_range" CHECK ("products"."featured_rank" between 1 and 4);
--> statement-breakpoint
comment on table former_slugs is 'Slugs that products had before, so that old links lead to them. Written by a trigger.';
--> statement-breakpoint
create function keep_former_slug() returns trigger language plpgsql as $$
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
--> statement-breakpoint
create trigger products_free_former_slug after insert on products
  for each row execute function keep_former_slug();
--> statement-breakpoint
create trigger products_keep_former_slug after update of slug on products
  for each row when (old.slug is distinct from new.slug) execute function keep_former_slug();
--> statement-breakpoint
-- The home page chose its products by these names until now: a change of name must not take one off.
update products set featured_rank = chosen.rank
from (
  select id, row_number() over (order by name, id) as rank
  from products
  where is_active
    and name in ('Ribeye Steak', 'Tenderloin Steak', 'T-Bone Steak', 'Striploin Steak')
) as chosen
where products.id = chosen.id and chosen.rank <= 4;

-- A product's images were kept under its slug. A change of the slug left them behind, and the next
-- product with that slug showed them. From here on they are kept under the product's id.
--
-- Images older than the product that has their slug now are not its own.
update image_mappings m set image_key = p.id::text
from products p
where m.section = 'product' and m.image_key = p.slug and m.created_at >= p.created_at;
--> statement-breakpoint
-- What was left behind goes back to the product that had the slug last, unless that has images already.
with left_behind as (
  select distinct image_key as slug from image_mappings m
  where section = 'product' and not exists (select from products p where p.id::text = m.image_key)
),
former as (
  select distinct on (l.slug) l.slug, a.entity_id as product, a.id as change
  from left_behind l
  join audit_log a on a.entity = 'product' and a.before->>'slug' = l.slug
  join products p on p.id::text = a.entity_id
  where not exists (
    select from image_mappings m where m.section = 'product' and m.image_key = a.entity_id
  )
  order by l.slug, a.id desc
),
-- One that left several slugs takes the latest.
latest as (select distinct on (product) slug, product from former order by product, change desc)
update image_mappings m set image_key = latest.product
from latest
where m.section = 'product' and m.image_key = latest.slug;
--> statement-breakpoint
-- The rest stood where nothing could show it. The images themselves stay in the library.
delete from image_mappings m
where section = 'product' and not exists (select from products p where p.id::text = m.image_key);
--> statement-breakpoint
-- A condition on the whole row may not be restored once the row has a generated column.
drop trigger image_mappings_set_updated_at on image_mappings;
--> statement-breakpoint
ALTER TABLE "image_mappings" ADD COLUMN "product_id" uuid GENERATED ALWAYS AS (case when section = 'product' then image_key::uuid end) STORED;--> statement-breakpoint
ALTER TABLE "image_mappings" ADD CONSTRAINT "image_mappings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
create trigger image_mappings_set_updated_at before update on image_mappings
  for each row when (
    (old.section, old.image_key, old.position, old.url)
      is distinct from (new.section, new.image_key, new.position, new.url)
  ) execute function set_updated_at();
--> statement-breakpoint
CREATE INDEX "image_mappings_product" ON "image_mappings" USING btree ("product_id");--> statement-breakpoint
comment on table image_mappings is 'Which image stands where, position 0 first; the section product has the ids of products as keys. Changes notify catalog_changed.';

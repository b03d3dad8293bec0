create extension if not exists pg_trgm;
--> statement-breakpoint

-- Lower case without accents, so that "cafe" finds "Café". Letters that are no letter and accent to
-- Unicode are spelled out.
create function folded(value text) returns text language sql immutable strict parallel safe
  return replace(replace(
    translate(
      lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')),
      'øłđ', 'old'
    ), 'œ', 'oe'), 'æ', 'ae');
--> statement-breakpoint

-- The words of a text as a search compares them: folded, in the singular, each after a space, without
-- punctuation; a "|" where one name ends and the next begins. Typed and stored text go through it alike.
create function search_words(value text) returns text language sql immutable strict parallel safe
  return ' ' || btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(translate(folded(value), '''’', ''), '[,;|\n]+', ' | ', 'g'),
            '[\s!-/:-@\u005b-\u0060{}~\u2010-\u205e]+', ' ', 'g'
          ),
          '([a-z]{2})ies\M', '\1y', 'g'
        ),
        '(ch|sh|ss|x|zz)es\M', '\1', 'g'
      ),
      '([a-z]{2}[a-hj-rtv-z])s\M', '\1', 'g'
    )
  );
--> statement-breakpoint
DROP INDEX "products_trigrams";--> statement-breakpoint
drop function trigrams(text, integer);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "other_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
comment on column products.search_words is 'Name, other names and cut type as the search compares them; written by a trigger.';
--> statement-breakpoint

-- Not a generated column: the trigger of updated_at compares whole rows, which PostgreSQL refuses to
-- create for a table with one, also when it restores a dump.
create function set_search_words() returns trigger language plpgsql as $$
begin
  new.search_words = search_words(new.name || ' | ' || new.other_names || ' | ' || new.cut_type);
  return new;
end $$;
--> statement-breakpoint
create trigger products_search_words before insert or update on products
  for each row execute function set_search_words();
--> statement-breakpoint
-- Before the indexes, which cannot be built on a table with pending events of triggers. Without
-- moving the time of change, which sitemaps tell.
alter table products disable trigger products_set_updated_at;
--> statement-breakpoint
update products set other_names = other_names;
--> statement-breakpoint
alter table products enable trigger products_set_updated_at;
--> statement-breakpoint
CREATE INDEX "invoices_number_parts" ON "invoices" USING gin (lower(invoice_number) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("amount");--> statement-breakpoint
CREATE INDEX "orders_id_parts" ON "orders" USING gin (replace(id::text, '-', '') gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (name gin_trgm_ops,search_words gin_trgm_ops,replace(search_words, ' ', '') gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_likeness" ON "products" USING gist (search_words gist_trgm_ops);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_other_names_length" CHECK (char_length("products"."other_names") <= 500);

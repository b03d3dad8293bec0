CREATE TABLE "tallies" (
	"figure" text NOT NULL,
	"part" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	CONSTRAINT "tallies_figure_hour_part_pk" PRIMARY KEY("figure","hour","part")
);
--> statement-breakpoint
CREATE TABLE "tally_changes" (
	"figure" text NOT NULL,
	"part" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric(20, 2) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tallies_best_clients" ON "tallies" USING btree (amount desc,(part::uuid)) WHERE figure = 'clients' and count > 0;--> statement-breakpoint
CREATE VIEW "public"."tallied" AS (select * from tallies union all select * from tally_changes);--> statement-breakpoint
comment on table tallies is 'What the books add up to, by hour of placing. Kept by triggers and fold_tallies.';
--> statement-breakpoint
comment on table tally_changes is 'What is yet to be added to tallies. Written by triggers, emptied by fold_tallies.';
--> statement-breakpoint

create function tally_hour(moment timestamptz) returns timestamptz language sql stable
  return date_trunc('hour', moment, 'UTC');
--> statement-breakpoint

-- Everything that an order adds to the sums but its pounds; with -1 as the sign, what it takes.
create function tally_order(one orders, sign integer) returns void language sql as $$
  insert into tally_changes (figure, part, hour, count, amount)
  select figure, part, hour, sign, sign * one.total_price
  from (values
    ('orders', one.status, tally_hour(one.placed_at)),
    ('orders', one.status, '-infinity'),
    ('clients', one.user_id::text, tally_hour(one.placed_at))
  ) as changed (figure, part, hour)
  where figure = 'orders' or one.status <> 'cancelled'
$$;
--> statement-breakpoint

-- The pounds of an order's lines, by the categories of today. The products are held, so that none
-- changes its category between a line that counts in the old one and its own change, which does not
-- see what becomes of that line.
create function tally_pounds(one orders, sign integer) returns void language sql as $$
  select from products
  where id in (select product_id from order_items where order_id = one.id)
  order by id for share;
  insert into tally_changes (figure, part, hour, count, amount)
  select 'pounds', coalesce(category, ''), tally_hour(one.placed_at), sign * count(*), sign * sum(quantity)
  from order_items left join products on products.id = order_items.product_id
  where order_items.order_id = one.id and one.status <> 'cancelled'
  group by category
$$;
--> statement-breakpoint

-- A new order has no lines yet: they tell of themselves. One that is deleted is asked before, while
-- it has them; when they follow it there is no order any more by which they would be counted again.
create function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.user_id, old.status, old.placed_at, old.total_price)
      is not distinct from (new.user_id, new.status, new.placed_at, new.total_price)
    then
      return new;
    end if;
    perform tally_pounds(old, -1), tally_pounds(new, 1);
  elsif tg_op = 'DELETE' then
    perform tally_pounds(old, -1);
  end if;
  if tg_op <> 'INSERT' then
    perform tally_order(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform tally_order(new, 1);
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger orders_tally after insert or update on orders
  for each row execute function tally_orders();
--> statement-breakpoint
create trigger orders_tally_before before delete on orders
  for each row execute function tally_orders();
--> statement-breakpoint

-- As above. A line comes in the transaction of its order, whose status nobody else can change yet.
create function tally_lines_added() returns trigger language plpgsql as $$
begin
  perform from products where id in (select product_id from added) order by id for share;
  insert into tally_changes (figure, part, hour, count, amount)
  select 'pounds', coalesce(category, ''), tally_hour(placed_at), count(*), sum(quantity)
  from added join orders on orders.id = added.order_id
    left join products on products.id = added.product_id
  where status <> 'cancelled'
  group by category, tally_hour(placed_at);
  return null;
end $$;
--> statement-breakpoint
create function tally_lines_taken() returns trigger language plpgsql as $$
begin
  insert into tally_changes (figure, part, hour, count, amount)
  select 'pounds', coalesce(category, ''), tally_hour(placed_at), -count(*), -sum(quantity)
  from taken join orders on orders.id = taken.order_id
    left join products on products.id = taken.product_id
  where status <> 'cancelled'
  group by category, tally_hour(placed_at);
  return null;
end $$;
--> statement-breakpoint
create trigger order_items_tally_insert after insert on order_items
  referencing new table as added for each statement execute function tally_lines_added();
--> statement-breakpoint
create trigger order_items_tally_update_old after update on order_items
  referencing old table as taken for each statement execute function tally_lines_taken();
--> statement-breakpoint
create trigger order_items_tally_update_new after update on order_items
  referencing new table as added for each statement execute function tally_lines_added();
--> statement-breakpoint
create trigger order_items_tally_delete after delete on order_items
  referencing old table as taken for each statement execute function tally_lines_taken();
--> statement-breakpoint

-- Pounds are told by the category that a product has today: they go with it to another one, and to
-- none before it is deleted, which leaves its lines without a product.
create function tally_products() returns trigger language plpgsql as $$
declare
  shown integer = coalesce(new.is_active, false)::integer - coalesce(old.is_active, false)::integer;
begin
  if shown <> 0 then
    insert into tally_changes (figure, part, hour, count, amount)
    values ('products', '', '-infinity', shown, 0);
  end if;
  if tg_op <> 'INSERT' and new.category is distinct from old.category then
    insert into tally_changes (figure, part, hour, count, amount)
    select 'pounds', coalesce(moved.category, ''), sold.hour, sign * lines, sign * lb
    from (
      select tally_hour(placed_at) as hour, count(*) as lines, sum(quantity) as lb
      from order_items join orders on orders.id = order_items.order_id
      where product_id = old.id and status <> 'cancelled'
      group by tally_hour(placed_at)
    ) as sold, (values (old.category, -1), (new.category, 1)) as moved (category, sign);
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger products_tally after insert or update of category, is_active on products
  for each row execute function tally_products();
--> statement-breakpoint
create trigger products_tally_before before delete on products
  for each row execute function tally_products();
--> statement-breakpoint

create function tally_invoices() returns trigger language plpgsql as $$
begin
  insert into tally_changes (figure, part, hour, count, amount)
  select 'invoices', '', '-infinity', count(*), 0 from added;
  return null;
end $$;
--> statement-breakpoint
create trigger invoices_tally after insert on invoices
  referencing new table as added for each statement execute function tally_invoices();
--> statement-breakpoint

-- The sums by client begin at the hour that is kept as "since", within their changes every hour is
-- told. What is to be added to the sums, so that with the changes from another moment on they are
-- those since that moment: the orders between the two, but for the changes that tell of them.
create function tally_moved(moment timestamptz)
  returns table (part text, count bigint, amount numeric) language sql stable as $$
  select changed.part, sign * changed.count, sign * changed.amount
  from (
    select least(hour, moment) as first, greatest(hour, moment) as last,
      case when moment > hour then -1 else 1 end as sign
    from tallies where figure = 'since'
  ) as way, lateral (
    select user_id::text, 1, total_price from orders
    where placed_at >= first and placed_at < last and status <> 'cancelled'
    union all
    select tally_changes.part, -tally_changes.count, -tally_changes.amount from tally_changes
    where figure = 'clients' and hour >= first and hour < last
  ) as changed (part, count, amount)
$$;
--> statement-breakpoint

-- The clients who have ordered most since a moment, which is a full hour. Exact whatever the moment is,
-- and quick where it is near the one of the last fold_tallies: only those of whom there are changes
-- are added up, of all others the sums are in order already.
create function best_clients(moment timestamptz, most integer)
  returns table (client uuid, orders bigint, revenue numeric) language sql stable as $$
  with changed as materialized (
    select part, count, amount from tally_changes where figure = 'clients' and hour >= moment
    union all
    select part, count, amount from tally_moved(moment)
  ), candidates as (
    (
      select part::uuid, count, amount from tallies
      where figure = 'clients' and count > 0 and part not in (select part from changed)
      order by amount desc, part::uuid
      limit most
    )
    union all
    select part::uuid, sum(count)::bigint, sum(amount)
    from (
      select part, count, amount from changed
      union all
      select part, count, amount from tallies
      where figure = 'clients' and hour = '-infinity' and part in (select part from changed)
    ) as known
    group by part
    having sum(count) > 0
  )
  select part, count, amount from candidates order by amount desc, part limit most
$$;
--> statement-breakpoint

-- Adds the changes to the sums, and has those by client begin at the moment, which is a full hour.
-- For whoever reads them, now and then: it changes nothing of what they say. Of two at once the
-- second waits, as it would find the first one's changes gone but not yet added.
create function fold_tallies(moment timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20061, 6);
  with gone as (
    delete from tally_changes returning *
  ), added as (
    select figure, part, hour, count, amount from gone where figure <> 'clients'
    union all
    select figure, part, '-infinity', count, amount from gone where figure = 'clients' and hour >= moment
    union all
    select 'clients', part, '-infinity', count, amount from tally_moved(moment)
  )
  insert into tallies as known (figure, part, hour, count, amount)
  select figure, part, hour, sum(count), sum(amount) from added group by figure, part, hour
  on conflict (figure, hour, part)
    do update set count = known.count + excluded.count, amount = known.amount + excluded.amount;
  update tallies set hour = moment where figure = 'since' and hour <> moment;
end $$;
--> statement-breakpoint

-- All sums anew from the books, which nobody may change meanwhile: for what came past the triggers.
create function tally_anew() returns void language plpgsql as $$
declare
  year_ago timestamptz = tally_hour(now() - interval '1 year');
begin
  lock table orders, order_items, products, invoices in share row exclusive mode;
  delete from tallies;
  delete from tally_changes;
  insert into tallies (figure, part, hour, count, amount)
  select 'orders', status, hour, count(*), sum(total_price)
  from orders, lateral (values (tally_hour(placed_at)), ('-infinity')) as hours (hour)
  group by status, hour
  union all
  select 'pounds', coalesce(category, ''), tally_hour(placed_at), count(*), sum(quantity)
  from orders join order_items on order_items.order_id = orders.id
    left join products on products.id = order_items.product_id
  where status <> 'cancelled'
  group by category, tally_hour(placed_at)
  union all
  select 'clients', user_id::text, '-infinity', count(*), sum(total_price) from orders
  where placed_at >= year_ago and status <> 'cancelled'
  group by user_id
  union all
  select 'since', '', year_ago, 0, 0
  union all
  select 'invoices', '', '-infinity', count(*), 0 from invoices
  union all
  select 'products', '', '-infinity', count(*), 0 from products where is_active;
end $$;
--> statement-breakpoint
select tally_anew();
--> statement-breakpoint

-- Three letters in a row that a text has, whatever their case, at every place or every so many. What
-- contains a text has all of its trigrams, by which an index finds it without reading every row.
create function trigrams(text, step integer) returns text[] language sql immutable strict parallel safe
  return array(
    select distinct substr(lower($1), place, 3)
    from generate_series(1, char_length(lower($1)) - 2, step) as place
  );
--> statement-breakpoint
CREATE INDEX "products_trigrams" ON "products" USING gin (trigrams(name, 1)) WITH (fastupdate=false);
--> statement-breakpoint
analyze products, tallies;

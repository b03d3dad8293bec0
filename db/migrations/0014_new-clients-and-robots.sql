ALTER TABLE "contact_messages" ADD COLUMN "robot_sign" text;--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD COLUMN "robot_sign" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_new_client" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_robots" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null and robot_sign is not null;--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_robots" ON "wholesale_inquiries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null and robot_sign is not null;--> statement-breakpoint
CREATE INDEX "orders_new_client" ON "orders" USING btree ("user_id") WHERE is_new_client and status = 'pending';--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_size" CHECK (coalesce(octet_length("audit_log"."before"::text), 0) + coalesce(octet_length("audit_log"."after"::text), 0) <= 65536);--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_robot_sign_known" CHECK ("contact_messages"."robot_sign" in ('trap', 'haste'));--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD CONSTRAINT "wholesale_inquiries_robot_sign_known" CHECK ("wholesale_inquiries"."robot_sign" in ('trap', 'haste'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_new_client_unsettled" CHECK (not "orders"."is_new_client" or "orders"."status" in ('pending', 'cancelled'));--> statement-breakpoint

-- The order of a new client is in no sum until the owner has confirmed it: confirming adds it, as
-- placing adds any other, and cancelling it without that leaves the sums alone.
create or replace function tally_order(one orders, sign integer) returns void language sql as $$
  insert into tally_changes (figure, part, hour, count, amount)
  select figure, part, hour, sign, sign * one.total_price
  from (values
    ('orders', one.status, tally_hour(one.placed_at)),
    ('orders', one.status, '-infinity'),
    ('clients', one.user_id::text, tally_hour(one.placed_at))
  ) as changed (figure, part, hour)
  where (figure = 'orders' or one.status <> 'cancelled') and not one.is_new_client
$$;
--> statement-breakpoint
create or replace function tally_pounds(one orders, sign integer) returns void language sql as $$
  select from products
  where id in (select product_id from order_items where order_id = one.id)
  order by id for share;
  insert into tally_changes (figure, part, hour, count, amount)
  select 'pounds', coalesce(category, ''), tally_hour(one.placed_at), sign * count(*), sign * sum(quantity)
  from order_items left join products on products.id = order_items.product_id
  where order_items.order_id = one.id and one.status <> 'cancelled' and not one.is_new_client
  group by category
$$;
--> statement-breakpoint
create or replace function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.user_id, old.status, old.placed_at, old.total_price, old.is_new_client)
      is not distinct from (new.user_id, new.status, new.placed_at, new.total_price, new.is_new_client)
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
create or replace function tally_lines_added() returns trigger language plpgsql as $$
begin
  perform from products where id in (select product_id from added) order by id for share;
  insert into tally_changes (figure, part, hour, count, amount)
  select 'pounds', coalesce(category, ''), tally_hour(placed_at), count(*), sum(quantity)
  from added join orders on orders.id = added.order_id
    left join products on products.id = added.product_id
  where status <> 'cancelled' and not is_new_client
  group by category, tally_hour(placed_at);
  return null;
end $$;
--> statement-breakpoint
create or replace function tally_lines_taken() returns trigger language plpgsql as $$
begin
  insert into tally_changes (figure, part, hour, count, amount)
  select 'pounds', coalesce(category, ''), tally_hour(placed_at), -count(*), -sum(quantity)
  from taken join orders on orders.id = taken.order_id
    left join products on products.id = taken.product_id
  where status <> 'cancelled' and not is_new_client
  group by category, tally_hour(placed_at);
  return null;
end $$;
--> statement-breakpoint
create or replace function tally_products() returns trigger language plpgsql as $$
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
      where product_id = old.id and status <> 'cancelled' and not is_new_client
      group by tally_hour(placed_at)
    ) as sold, (values (old.category, -1), (new.category, 1)) as moved (category, sign);
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create or replace function tally_moved(moment timestamptz)
  returns table (part text, count bigint, amount numeric) language sql stable as $$
  select changed.part, sign * changed.count, sign * changed.amount
  from (
    select least(hour, moment) as first, greatest(hour, moment) as last,
      case when moment > hour then -1 else 1 end as sign
    from tallies where figure = 'since'
  ) as way, lateral (
    select user_id::text, 1, total_price from orders
    where placed_at >= first and placed_at < last and status <> 'cancelled' and not is_new_client
    union all
    select tally_changes.part, -tally_changes.count, -tally_changes.amount from tally_changes
    where figure = 'clients' and hour >= first and hour < last
  ) as changed (part, count, amount)
$$;
--> statement-breakpoint
create or replace function tally_anew() returns void language plpgsql as $$
declare
  year_ago timestamptz = tally_hour(now() - interval '1 year');
begin
  lock table orders, order_items, products, invoices in share row exclusive mode;
  delete from tallies;
  delete from tally_changes;
  insert into tallies (figure, part, hour, count, amount)
  select 'orders', status, hour, count(*), sum(total_price)
  from orders, lateral (values (tally_hour(placed_at)), ('-infinity')) as hours (hour)
  where not is_new_client
  group by status, hour
  union all
  select 'pounds', coalesce(category, ''), tally_hour(placed_at), count(*), sum(quantity)
  from orders join order_items on order_items.order_id = orders.id
    left join products on products.id = order_items.product_id
  where status <> 'cancelled' and not is_new_client
  group by category, tally_hour(placed_at)
  union all
  select 'clients', user_id::text, '-infinity', count(*), sum(total_price) from orders
  where placed_at >= year_ago and status <> 'cancelled' and not is_new_client
  group by user_id
  union all
  select 'since', '', year_ago, 0, 0
  union all
  select 'invoices', '', '-infinity', count(*), 0 from invoices
  union all
  select 'products', '', '-infinity', count(*), 0 from products where is_active;
end $$;

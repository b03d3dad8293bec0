-- An order belongs to a customer, not to an account. Every account gets a customer with its own id, of
-- which it is the owner, with one site from the profile's address.
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text DEFAULT 'business' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_kind_known" CHECK ("customers"."kind" in ('business', 'person')),
	CONSTRAINT "customers_company_name_length" CHECK (char_length("customers"."company_name") <= 200),
	CONSTRAINT "customers_contact_name_length" CHECK (char_length("customers"."contact_name") <= 200),
	CONSTRAINT "customers_phone_length" CHECK (char_length("customers"."phone") <= 50),
	CONSTRAINT "customers_notes_length" CHECK (char_length("customers"."notes") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"site_ids" uuid[],
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('owner', 'buyer', 'approver', 'bookkeeper', 'viewer')),
	CONSTRAINT "invitations_email_form" CHECK ("invitations"."email" ~ '[^[:space:]]' and char_length("invitations"."email") <= 320),
	CONSTRAINT "invitations_not_as_owner" CHECK ("invitations"."role" <> 'owner')
);
--> statement-breakpoint
CREATE TABLE "members" (
	"customer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"site_ids" uuid[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_customer_id_user_id_pk" PRIMARY KEY("customer_id","user_id"),
	CONSTRAINT "members_role_known" CHECK ("members"."role" in ('owner', 'buyer', 'approver', 'bookkeeper', 'viewer')),
	CONSTRAINT "members_owner_everywhere" CHECK ("members"."role" <> 'owner' or "members"."site_ids" is null)
);
--> statement-breakpoint
CREATE TABLE "ship_tos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ship_tos_of_customer" UNIQUE("customer_id","id"),
	CONSTRAINT "ship_tos_name_length" CHECK (char_length("ship_tos"."name") <= 200),
	CONSTRAINT "ship_tos_address_length" CHECK (char_length("ship_tos"."address") <= 500)
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
alter table customers alter column company_name set data type text collate natural_order;
--> statement-breakpoint
insert into customers (id, company_name, contact_name, phone, notes, created_at, updated_at)
select users.id, coalesce(company_name, ''), coalesce(contact_name, ''), coalesce(phone, ''), coalesce(notes, ''),
  coalesce(profiles.created_at, users.created_at), coalesce(profiles.updated_at, users.updated_at)
from users left join profiles on profiles.id = users.id;
--> statement-breakpoint
insert into ship_tos (customer_id, address, is_default)
select users.id, coalesce(profiles.address, ''), true
from users left join profiles on profiles.id = users.id;
--> statement-breakpoint
insert into members (customer_id, user_id, role, created_at)
select id, id, 'owner', created_at from users;
--> statement-breakpoint
CREATE INDEX "customers_company_name" ON "customers" USING btree ("company_name","id");
--> statement-breakpoint
CREATE INDEX "invitations_of_customer" ON "invitations" USING btree ("customer_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "members_owner" ON "members" USING btree ("customer_id") WHERE role = 'owner';
--> statement-breakpoint
CREATE INDEX "members_of_user" ON "members" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "ship_tos_default" ON "ship_tos" USING btree ("customer_id") WHERE is_default;
--> statement-breakpoint
-- A customer has the id of the account whose orders they were: the column only changes its name.
ALTER TABLE "orders" DROP CONSTRAINT "orders_user_id_users_id_fk";
--> statement-breakpoint
alter table orders rename column user_id to customer_id;
--> statement-breakpoint
alter index orders_user_newest rename to orders_customer_newest;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_by" uuid;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_id" uuid;
--> statement-breakpoint
-- Nothing that a client or the owner sees changes: no trigger has anything to tell.
alter table orders disable trigger user;
--> statement-breakpoint
update orders set placed_by = orders.customer_id, ship_to_id = ship_tos.id
from ship_tos where ship_tos.customer_id = orders.customer_id;
--> statement-breakpoint
alter table orders enable trigger user;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_users_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ship_to_fk" FOREIGN KEY ("customer_id","ship_to_id") REFERENCES "public"."ship_tos"("customer_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_company_name_length";
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_contact_name_length";
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_phone_length";
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_address_length";
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_notes_length";
--> statement-breakpoint
DROP INDEX "profiles_company_name";
--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "company_name";
--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "contact_name";
--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "phone";
--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "address";
--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "notes";
--> statement-breakpoint
create trigger customers_set_updated_at before update on customers
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
create trigger ship_tos_set_updated_at before update on ship_tos
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
-- Payload: {"order_id": …, "customer_id": …, "ship_to_id": …}.
create or replace function notify_orders_changed() returns trigger language plpgsql as $$
declare
  changed orders;
begin
  if tg_table_name = 'invoices' then
    select * into changed from orders where id = new.order_id;
  elsif tg_op = 'DELETE' then
    changed = old;
  else
    changed = new;
  end if;
  perform pg_notify(
    'orders_changed',
    json_build_object(
      'order_id', changed.id, 'customer_id', changed.customer_id, 'ship_to_id', changed.ship_to_id
    )::text
  );
  return null;
end $$;
--> statement-breakpoint
create or replace function tally_order(one orders, sign integer) returns void language sql as $$
  insert into tally_changes (figure, part, hour, count, amount)
  select figure, part, hour, sign, sign * one.total_price
  from (values
    ('orders', one.status, tally_hour(one.placed_at)),
    ('orders', one.status, '-infinity'),
    ('clients', one.customer_id::text, tally_hour(one.placed_at))
  ) as changed (figure, part, hour)
  where (figure = 'orders' or one.status <> 'cancelled') and not one.is_new_client
$$;
--> statement-breakpoint
create or replace function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.customer_id, old.status, old.placed_at, old.total_price, old.is_new_client)
      is not distinct from (new.customer_id, new.status, new.placed_at, new.total_price, new.is_new_client)
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
create or replace function tally_moved(moment timestamptz)
  returns table (part text, count bigint, amount numeric) language sql stable as $$
  select changed.part, sign * changed.count, sign * changed.amount
  from (
    select least(hour, moment) as first, greatest(hour, moment) as last,
      case when moment > hour then -1 else 1 end as sign
    from tallies where figure = 'since'
  ) as way, lateral (
    select customer_id::text, 1, total_price from orders
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
  select 'clients', customer_id::text, '-infinity', count(*), sum(total_price) from orders
  where placed_at >= year_ago and status <> 'cancelled' and not is_new_client
  group by customer_id
  union all
  select 'since', '', year_ago, 0, 0
  union all
  select 'invoices', '', '-infinity', count(*), 0 from invoices
  union all
  select 'products', '', '-infinity', count(*), 0 from products where is_active;
end $$;
--> statement-breakpoint
comment on table customers is 'Whom the shop sells to. Orders and invoices belong to a customer; accounts are its members.';
--> statement-breakpoint
comment on table ship_tos is 'Sites of a customer, where orders go. One is the default.';
--> statement-breakpoint
comment on table members is 'Which accounts act for which customer, in which role. site_ids null: at all sites.';
--> statement-breakpoint
comment on table invitations is 'Invitations to become a member. Only the hash of the mailed token is kept.';
--> statement-breakpoint
comment on table profiles is 'What an account may do besides acting for its customer; same id.';
--> statement-breakpoint
analyze customers, ship_tos, members, orders;

-- An invoice is a document: frozen lines, taxes, terms, seller and buyer, apart from the order whose lines
-- it used to print.
CREATE TABLE "document_lines" (
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_item_id" uuid,
	"description" text NOT NULL,
	"ordered" numeric(10, 2),
	"packed" numeric(10, 2) NOT NULL,
	"unit" text DEFAULT 'lb' NOT NULL,
	"unit_price" numeric(10, 2) NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"tax_code" text NOT NULL,
	CONSTRAINT "document_lines_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "document_lines_description_form" CHECK ("document_lines"."description" ~ '[^[:space:]]' and char_length("document_lines"."description") <= 200),
	CONSTRAINT "document_lines_unit_known" CHECK ("document_lines"."unit" in ('lb')),
	CONSTRAINT "document_lines_amount" CHECK ("document_lines"."amount" = round("document_lines"."packed" * "document_lines"."unit_price", 2))
);
--> statement-breakpoint
CREATE TABLE "document_orders" (
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_orders_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "document_orders_once" UNIQUE("document_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"series" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_series_kind_known" CHECK ("document_series"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "document_series_not_negative" CHECK ("document_series"."last_number" >= 0)
);
--> statement-breakpoint
CREATE TABLE "document_taxes" (
	"document_id" uuid NOT NULL,
	"tax_code" text NOT NULL,
	"label" text NOT NULL,
	"rate" numeric(6, 3) NOT NULL,
	"taxable" numeric(12, 2) NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "document_taxes_document_id_tax_code_pk" PRIMARY KEY("document_id","tax_code"),
	CONSTRAINT "document_taxes_label_form" CHECK ("document_taxes"."label" ~ '[^[:space:]]' and char_length("document_taxes"."label") <= 50),
	CONSTRAINT "document_taxes_rate_range" CHECK ("document_taxes"."rate" between 0 and 100),
	CONSTRAINT "document_taxes_amount" CHECK ("document_taxes"."amount" = round("document_taxes"."taxable" * "document_taxes"."rate" / 100, 2))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"document_number" text GENERATED ALWAYS AS (series || '-' || case when number < 1000000
        then lpad(number::text, 6, '0') else number::text end) STORED NOT NULL,
	"customer_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date,
	"terms" text DEFAULT '' NOT NULL,
	"po_number" text DEFAULT '' NOT NULL,
	"words" jsonb,
	"buyer_company" text DEFAULT '' NOT NULL,
	"buyer_contact" text DEFAULT '' NOT NULL,
	"buyer_address" text DEFAULT '' NOT NULL,
	"buyer_email" text DEFAULT '' NOT NULL,
	"subtotal" numeric(12, 2) NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"line_count" integer NOT NULL,
	"order_count" integer DEFAULT 1 NOT NULL,
	"url" text,
	CONSTRAINT "documents_document_number_unique" UNIQUE("document_number"),
	CONSTRAINT "documents_url_unique" UNIQUE("url"),
	CONSTRAINT "documents_number_in_series" UNIQUE("series","number"),
	CONSTRAINT "documents_kind_known" CHECK ("documents"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "documents_number_positive" CHECK ("documents"."number" > 0),
	CONSTRAINT "documents_invoice_due" CHECK ("documents"."kind" <> 'invoice' or "documents"."due_on" is not null),
	CONSTRAINT "documents_subtotal_not_negative" CHECK ("documents"."subtotal" between 0 and 9999999999.99),
	CONSTRAINT "documents_total_not_negative" CHECK ("documents"."total" between 0 and 9999999999.99),
	CONSTRAINT "documents_url_form" CHECK ("documents"."url" ~ '[^[:space:]]' and char_length("documents"."url") <= 2000),
	CONSTRAINT "documents_terms_length" CHECK (char_length("documents"."terms") <= 200),
	CONSTRAINT "documents_po_number_length" CHECK (char_length("documents"."po_number") <= 100),
	CONSTRAINT "documents_buyer_company_length" CHECK (char_length("documents"."buyer_company") <= 200),
	CONSTRAINT "documents_buyer_contact_length" CHECK (char_length("documents"."buyer_contact") <= 200),
	CONSTRAINT "documents_buyer_address_length" CHECK (char_length("documents"."buyer_address") <= 500),
	CONSTRAINT "documents_buyer_email_length" CHECK (char_length("documents"."buyer_email") <= 320)
);
--> statement-breakpoint
insert into document_series (series, kind, last_number)
values ('INV', 'invoice', (select last_number from invoice_counter)), ('CN', 'credit_note', 0);
--> statement-breakpoint
-- BC's clocks have stood at UTC-7 since 9 March 2026, which this server's tables may not know. "words" stay
-- null until the next start puts in those that the invoices were printed with until now.
insert into documents (
  id, kind, series, number, customer_id, issued_at, issued_on, due_on, terms, buyer_company, buyer_contact,
  buyer_address, buyer_email, subtotal, total, line_count, url
)
select invoices.id, 'invoice', 'INV', substr(invoice_number, 5)::integer, customer_id, invoices.created_at, issued_on,
  issued_on + 30, 'net 30 days', billed_company, billed_contact, billed_address, billed_email, amount, amount,
  (select count(*) from order_items where order_items.order_id = orders.id), invoice_url
from invoices
  join orders on orders.id = invoices.order_id,
  lateral (
    select (invoices.created_at at time zone case
      when invoices.created_at < '2026-03-09 07:00+00' then 'America/Vancouver' else 'Etc/GMT+7'
    end)::date as issued_on
  ) as pacific;
--> statement-breakpoint
insert into document_orders (document_id, position, order_id, placed_at)
select invoices.id, 0, orders.id, placed_at from invoices join orders on orders.id = invoices.order_id;
--> statement-breakpoint
insert into document_taxes (document_id, tax_code, label, rate, taxable, amount, reason)
select id, 'Z', 'GST 0%', 0, amount, 0,
  'Beef for human consumption is a basic grocery and zero-rated: Excise Tax Act (Canada), Schedule VI, Part III, section 1.'
from invoices;
--> statement-breakpoint
insert into document_lines (
  document_id, position, order_item_id, description, ordered, packed, unit_price, amount, tax_code
)
select invoices.id, position, order_items.id, product_name, quantity, quantity, price_per_lb, subtotal, 'Z'
from invoices join order_items on order_items.order_id = invoices.order_id;
--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_tax_fk" FOREIGN KEY ("document_id","tax_code") REFERENCES "public"."document_taxes"("document_id","tax_code") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "document_taxes" ADD CONSTRAINT "document_taxes_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_series_document_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."document_series"("series") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "document_lines_of_item" ON "document_lines" USING btree ("order_item_id");
--> statement-breakpoint
CREATE INDEX "document_orders_of_order" ON "document_orders" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "documents_number_parts" ON "documents" USING gin (lower(document_number) gin_trgm_ops) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "documents_total" ON "documents" USING btree ("total");
--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "documents_customer_newest" ON "documents" USING btree ("customer_id","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
drop table invoices;
--> statement-breakpoint
drop table invoice_counter;
--> statement-breakpoint
drop function keep_invoices_as_issued();
--> statement-breakpoint
-- As issued: but for the address of the PDF, and for the words of those that were moved here. After the
-- update, since a generated column is not there before.
create function keep_documents_as_issued() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'documents' and tg_op = 'UPDATE' then
    if to_jsonb(new) - 'url' = to_jsonb(old) - 'url'
      or old.words is null and to_jsonb(new) - 'words' = to_jsonb(old) - 'words'
    then
      return new;
    end if;
  end if;
  raise exception 'a document stays as it was issued'
    using errcode = 'integrity_constraint_violation', constraint = 'documents_immutable';
end $$;
--> statement-breakpoint
create trigger documents_immutable after update or delete on documents
  for each row execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger documents_not_emptied before truncate on documents
  for each statement execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger document_orders_immutable after update or delete on document_orders
  for each row execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger document_orders_not_emptied before truncate on document_orders
  for each statement execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger document_lines_immutable after update or delete on document_lines
  for each row execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger document_lines_not_emptied before truncate on document_lines
  for each statement execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger document_taxes_immutable after update or delete on document_taxes
  for each row execute function keep_documents_as_issued();
--> statement-breakpoint
create trigger document_taxes_not_emptied before truncate on document_taxes
  for each statement execute function keep_documents_as_issued();
--> statement-breakpoint
-- At the commit, when all is there. The counts refuse what is added to a document later.
create function check_document() returns trigger language plpgsql as $$
declare
  checked documents;
begin
  if tg_table_name = 'documents' then
    select * into checked from documents where id = new.id;
  else
    select * into checked from documents where id = new.document_id;
  end if;
  if (checked.line_count, checked.subtotal) = (
      select count(*)::integer, coalesce(sum(amount), 0) from document_lines where document_id = checked.id)
    and checked.total = checked.subtotal + (
      select coalesce(sum(amount), 0) from document_taxes where document_id = checked.id)
    and not exists (
      select from document_taxes where document_id = checked.id and taxable is distinct from (
        select sum(amount) from document_lines
        where document_lines.document_id = checked.id and document_lines.tax_code = document_taxes.tax_code))
    and checked.order_count = (select count(*) from document_orders where document_id = checked.id)
  then
    return null;
  end if;
  raise exception 'a document adds up'
    using errcode = 'integrity_constraint_violation', constraint = 'documents_add_up';
end $$;
--> statement-breakpoint
create constraint trigger documents_add_up after insert on documents
  deferrable initially deferred for each row execute function check_document();
--> statement-breakpoint
create constraint trigger document_orders_add_up after insert on document_orders
  deferrable initially deferred for each row execute function check_document();
--> statement-breakpoint
create constraint trigger document_lines_add_up after insert on document_lines
  deferrable initially deferred for each row execute function check_document();
--> statement-breakpoint
create constraint trigger document_taxes_add_up after insert on document_taxes
  deferrable initially deferred for each row execute function check_document();
--> statement-breakpoint
create or replace function keep_issued_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.position, new.product_name, new.quantity, new.price_per_lb)
      is not distinct from
      (old.id, old.order_id, old.position, old.product_name, old.quantity, old.price_per_lb)
    then
      return new;
    end if;
  end if;
  if exists (select from document_orders where order_id in (old.order_id, new.order_id)) then
    raise exception 'the lines of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'order_items_issued';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create or replace function notify_orders_changed() returns trigger language plpgsql as $$
declare
  changed orders;
begin
  if tg_table_name = 'document_orders' then
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
create trigger document_orders_notify after insert on document_orders
  for each row execute function notify_orders_changed();
--> statement-breakpoint
create or replace function tally_invoices() returns trigger language plpgsql as $$
begin
  insert into tally_changes (figure, part, hour, count, amount)
  select 'invoices', '', '-infinity', count(*), 0 from added where kind = 'invoice';
  return null;
end $$;
--> statement-breakpoint
create trigger documents_tally after insert on documents
  referencing new table as added for each statement execute function tally_invoices();
--> statement-breakpoint
create or replace function tally_anew() returns void language plpgsql as $$
declare
  year_ago timestamptz = tally_hour(now() - interval '1 year');
begin
  lock table orders, order_items, products, documents in share row exclusive mode;
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
  select 'invoices', '', '-infinity', count(*), 0 from documents where kind = 'invoice'
  union all
  select 'products', '', '-infinity', count(*), 0 from products where is_active;
end $$;
--> statement-breakpoint
comment on table document_series is 'Number series of documents, without gaps: incrementing a row locks it.';
--> statement-breakpoint
comment on table documents is 'Invoices and credit notes as issued. Immutable but for the address of the PDF.';
--> statement-breakpoint
comment on table document_orders is 'The orders that a document is about. Immutable. Changes notify orders_changed.';
--> statement-breakpoint
comment on table document_lines is 'Lines of a document as issued: what is billed, in lb. Immutable.';
--> statement-breakpoint
comment on table document_taxes is 'Taxes of a document by code, as issued. Immutable.';
--> statement-breakpoint
analyze documents, document_orders, document_lines, document_taxes;

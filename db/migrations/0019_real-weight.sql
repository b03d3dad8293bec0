-- What is ordered is an estimate, what is packed is a sum of weighed packages, what is billed is that sum.
CREATE TABLE "boxes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "boxes_number_of_order" UNIQUE("order_id","number"),
	CONSTRAINT "boxes_number_range" CHECK ("boxes"."number" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "lot_parents" (
	"child_id" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"lb" numeric(10, 2),
	CONSTRAINT "lot_parents_child_id_parent_id_pk" PRIMARY KEY("child_id","parent_id"),
	CONSTRAINT "lot_parents_not_itself" CHECK ("lot_parents"."child_id" <> "lot_parents"."parent_id")
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"supplier" text NOT NULL,
	"supplier_lot" text DEFAULT '' NOT NULL,
	"animal_number" text DEFAULT '' NOT NULL,
	"establishment" text DEFAULT '' NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"slaughtered_on" date,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_lb" numeric(10, 2),
	"temperature_c" numeric(4, 1),
	"expires_on" date,
	"note" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lots_code_of_supplier" UNIQUE("supplier","code"),
	CONSTRAINT "lots_code_form" CHECK ("lots"."code" ~ '[^[:space:]]' and char_length("lots"."code") <= 40),
	CONSTRAINT "lots_supplier_form" CHECK ("lots"."supplier" ~ '[^[:space:]]' and char_length("lots"."supplier") <= 200),
	CONSTRAINT "lots_supplier_lot_length" CHECK (char_length("lots"."supplier_lot") <= 40),
	CONSTRAINT "lots_animal_number_length" CHECK (char_length("lots"."animal_number") <= 40),
	CONSTRAINT "lots_establishment_length" CHECK (char_length("lots"."establishment") <= 40),
	CONSTRAINT "lots_grade_length" CHECK (char_length("lots"."grade") <= 40),
	CONSTRAINT "lots_received_lb_positive" CHECK ("lots"."received_lb" > 0),
	CONSTRAINT "lots_note_length" CHECK (char_length("lots"."note") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "pack_claims" (
	"order_id" uuid NOT NULL,
	"packer_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pack_claims_order_id_packer_id_pk" PRIMARY KEY("order_id","packer_id")
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_item_id" uuid NOT NULL,
	"pieces" integer,
	"reading_value" numeric(9, 3) NOT NULL,
	"reading_unit" text NOT NULL,
	"tare_g" integer DEFAULT 0 NOT NULL,
	"net_lb" numeric(10, 2) NOT NULL,
	"net_g" integer NOT NULL,
	"source" text NOT NULL,
	"raw_scan" text DEFAULT '' NOT NULL,
	"serial" text,
	"lot_id" uuid,
	"box_id" uuid,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"packed_by" uuid,
	"packed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"voided_by" uuid,
	"void_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "packages_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "packages_pieces_range" CHECK ("packages"."pieces" between 1 and 10000),
	CONSTRAINT "packages_reading_unit_known" CHECK ("packages"."reading_unit" in ('kg', 'lb')),
	CONSTRAINT "packages_reading_positive" CHECK ("packages"."reading_value" > 0),
	CONSTRAINT "packages_tare_not_negative" CHECK ("packages"."tare_g" >= 0),
	CONSTRAINT "packages_net_least" CHECK ("packages"."net_lb" >= case "packages"."source" when 'assumed' then 0.01 else 0.05 end),
	CONSTRAINT "packages_net_g_positive" CHECK ("packages"."net_g" > 0),
	CONSTRAINT "packages_source_known" CHECK ("packages"."source" in ('typed', 'ean', 'gs1', 'scale', 'assumed')),
	CONSTRAINT "packages_raw_scan_length" CHECK (char_length("packages"."raw_scan") <= 512),
	CONSTRAINT "packages_serial_form" CHECK ("packages"."serial" ~ '[^[:space:]]' and char_length("packages"."serial") <= 100),
	CONSTRAINT "packages_void_reason_length" CHECK (char_length("packages"."void_reason") <= 200),
	CONSTRAINT "packages_voided_wholly" CHECK (("packages"."voided_at" is null) = ("packages"."voided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "shop_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"over_cap_pct" integer DEFAULT 10 NOT NULL,
	"scan_rules" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_settings_one_row" CHECK ("shop_settings"."id"),
	CONSTRAINT "shop_settings_over_cap_range" CHECK ("shop_settings"."over_cap_pct" between 0 and 30)
);
--> statement-breakpoint
ALTER TABLE "document_lines" DROP CONSTRAINT "document_lines_unit_known";--> statement-breakpoint
DROP INDEX "order_items_sums";--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "ordered_pieces" integer;--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "packages" integer;--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "sold_by" text DEFAULT 'lb' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "ordered_pieces" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "typical_piece_lb" numeric(6, 2);--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "over_cap_pct" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_code" text DEFAULT 'Z' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "promised_amount" numeric(12, 2) GENERATED ALWAYS AS (round(round(quantity * price_per_lb, 2) * (100 + over_cap_pct) / 100, 2)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "pack_state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "packed_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "packed_pieces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "over_decision" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "pack_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "substitutes_item_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "known_lb" numeric(10, 2) GENERATED ALWAYS AS (case when pack_state = 'open' then quantity else packed_lb end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "final_amount" numeric(12, 2) GENERATED ALWAYS AS (round(packed_lb * price_per_lb, 2)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "estimated_total" numeric(12, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "allows_substitutes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sold_by" text DEFAULT 'lb' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "typical_piece_lb" numeric(6, 2);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "order_step_lb" numeric(6, 2) DEFAULT '0.01' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "over_cap_pct" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tare_g" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "item_number" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "storage" text DEFAULT 'refrigerated' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_code" text DEFAULT 'Z' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_traced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_parents" ADD CONSTRAINT "lot_parents_child_id_lots_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_parents" ADD CONSTRAINT "lot_parents_parent_id_lots_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_claims" ADD CONSTRAINT "pack_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_claims" ADD CONSTRAINT "pack_claims_packer_id_users_id_fk" FOREIGN KEY ("packer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_packed_by_users_id_fk" FOREIGN KEY ("packed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_box_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_parents_of_parent" ON "lot_parents" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "lots_newest" ON "lots" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "packages_serial_once" ON "packages" USING btree ("serial") WHERE serial is not null and voided_at is null;--> statement-breakpoint
CREATE INDEX "packages_of_item" ON "packages" USING btree ("order_item_id","packed_at");--> statement-breakpoint
CREATE INDEX "packages_of_lot" ON "packages" USING btree ("lot_id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_substitutes_fk" FOREIGN KEY ("substitutes_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_items_substitutes" ON "order_items" USING btree ("substitutes_item_id");--> statement-breakpoint
CREATE INDEX "order_items_sums" ON "order_items" USING btree ("order_id","product_id","known_lb");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_item_number_unique" UNIQUE("item_number");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_gtin_unique" UNIQUE("gtin");--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_remark_length" CHECK (char_length("document_lines"."remark") <= 700);--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_packed_sign" CHECK ("document_lines"."packed" >= 0 or "document_lines"."unit" = 'each');--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_unit_known" CHECK ("document_lines"."unit" in ('lb', 'each'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_sold_by_known" CHECK ("order_items"."sold_by" in ('lb', 'piece'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_pieces_range" CHECK ("order_items"."ordered_pieces" between 1 and 10000);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_pieces_weight" CHECK (case when "order_items"."sold_by" = 'piece'
        then "order_items"."quantity" is not distinct from round("order_items"."ordered_pieces" * "order_items"."typical_piece_lb", 2)
        else "order_items"."ordered_pieces" is null end);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_over_cap_range" CHECK ("order_items"."over_cap_pct" between 0 and 30);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_tax_code_known" CHECK ("order_items"."tax_code" in ('Z', 'E', 'G', 'GP'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_pack_state_known" CHECK ("order_items"."pack_state" in ('open', 'packed', 'short', 'substituted', 'dropped'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_packed_not_negative" CHECK ("order_items"."packed_lb" >= 0 and "order_items"."packed_pieces" >= 0);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_over_decision_known" CHECK ("order_items"."over_decision" in ('bill_promise', 'customer_agreed'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_pack_note_length" CHECK (char_length("order_items"."pack_note") <= 500);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sold_by_known" CHECK ("products"."sold_by" in ('lb', 'piece'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_piece_weight" CHECK ("products"."typical_piece_lb" between 0.05 and 1000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_piece_has_weight" CHECK ("products"."sold_by" = 'lb' or "products"."typical_piece_lb" is not null);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_order_step_range" CHECK ("products"."order_step_lb" between 0.01 and 1000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_over_cap_range" CHECK ("products"."over_cap_pct" between 0 and 30);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_tare_range" CHECK ("products"."tare_g" between 0 and 5000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_item_number_range" CHECK ("products"."item_number" between 1 and 99999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_gtin_form" CHECK ("products"."gtin" ~ '^[0-9]{14}$');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_storage_known" CHECK ("products"."storage" in ('refrigerated', 'frozen'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_tax_code_known" CHECK ("products"."tax_code" in ('Z', 'E', 'G', 'GP'));--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_promise_kept" CHECK ("order_items"."pack_state" not in ('packed', 'short') or "order_items"."final_amount" <= "order_items"."promised_amount"
        or "order_items"."over_decision" is not null);--> statement-breakpoint
insert into shop_settings default values;
--> statement-breakpoint
create trigger shop_settings_set_updated_at before update on shop_settings
  for each row execute function set_updated_at();
--> statement-breakpoint
-- Products without a tolerance of their own follow the shop's.
create trigger shop_settings_notify after update on shop_settings
  for each statement execute function notify_catalog_changed();
--> statement-breakpoint
-- Until now all orders were billed as ordered: their lines' packages are assumed. Nothing else about these
-- orders changes, so nobody is notified.
alter table orders disable trigger user;
--> statement-breakpoint
update orders set estimated_total = total_price;
--> statement-breakpoint
alter table orders enable trigger user;
--> statement-breakpoint
insert into packages (order_item_id, reading_value, reading_unit, net_lb, net_g, source, packed_at)
select order_items.id, quantity, 'lb', quantity, greatest(1, round(quantity * 453.59237)), 'assumed',
  orders.updated_at
from order_items join orders on orders.id = order_items.order_id
where orders.status in ('fulfilled', 'delivered');
--> statement-breakpoint
alter table order_items disable trigger user;
--> statement-breakpoint
update order_items set packed_lb = quantity, pack_state = 'packed'
from orders where orders.id = order_items.order_id and orders.status in ('fulfilled', 'delivered');
--> statement-breakpoint
alter table order_items enable trigger user;
--> statement-breakpoint
-- Packages are facts: one may be voided, once, while its order is not invoiced. Refused at the row, so that
-- no path into the table can do otherwise.
create function keep_packages() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'packages stay'
      using errcode = 'integrity_constraint_violation', constraint = 'packages_append_only';
  end if;
  if tg_op = 'UPDATE' and (
    old.voided_at is not null or new.voided_at is null
    or to_jsonb(new) - array['voided_at', 'voided_by', 'void_reason']
      is distinct from to_jsonb(old) - array['voided_at', 'voided_by', 'void_reason']
  ) then
    raise exception 'a package can only be voided'
      using errcode = 'integrity_constraint_violation', constraint = 'packages_append_only';
  end if;
  if exists (
    select from document_orders join order_items on order_items.order_id = document_orders.order_id
    where order_items.id = new.order_item_id
  ) then
    raise exception 'the packages of an order that was invoiced stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'packages_issued';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger packages_append_only before insert or update or delete on packages
  for each row execute function keep_packages();
--> statement-breakpoint
create trigger packages_not_emptied before truncate on packages
  for each statement execute function keep_packages();
--> statement-breakpoint
-- The line's sums are written by the statement that adds or voids a package, and the order's version with
-- them: whoever finishes the order has to have seen it.
create function add_up_packages() returns trigger language plpgsql as $$
begin
  update order_items set (packed_lb, packed_pieces) = (
    select coalesce(sum(net_lb), 0), coalesce(sum(pieces), 0) from packages
    where order_item_id = new.order_item_id and voided_at is null)
  where id = new.order_item_id;
  update orders set version = version + 1
  where id = (select order_id from order_items where id = new.order_item_id);
  return null;
end $$;
--> statement-breakpoint
create trigger packages_add_up after insert or update on packages
  for each row execute function add_up_packages();
--> statement-breakpoint
create or replace function keep_issued_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.position, new.product_name, new.quantity, new.price_per_lb, new.sold_by,
        new.ordered_pieces, new.over_cap_pct, new.tax_code, new.pack_state, new.packed_lb, new.packed_pieces,
        new.over_decision)
      is not distinct from
      (old.id, old.order_id, old.position, old.product_name, old.quantity, old.price_per_lb, old.sold_by,
        old.ordered_pieces, old.over_cap_pct, old.tax_code, old.pack_state, old.packed_lb, old.packed_pieces,
        old.over_decision)
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
comment on table packages is 'What was weighed for the lines of orders. Append-only: only voiding changes a row.';
--> statement-breakpoint
comment on table lots is 'Where meat came from.';
--> statement-breakpoint
comment on table lot_parents is 'What a lot was cut or ground from.';
--> statement-breakpoint
comment on table boxes is 'The boxes that an order goes out in.';
--> statement-breakpoint
comment on table pack_claims is 'Who is packing an order; advice, expires after two minutes.';
--> statement-breakpoint
comment on table shop_settings is 'What the owner decides about the shop as a whole; one row.';

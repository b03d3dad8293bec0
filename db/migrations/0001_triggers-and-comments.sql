-- What drizzle-kit cannot write from the schema: the counter's row, triggers, comments.
-- Every name of a channel, function or constraint here is relied on by code or tests.

insert into invoice_counter (id, last_number) values (1, 0);
--> statement-breakpoint

-- updated_at: kept by the database, so that no writer can forget it. (better-auth keeps its own.)
create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end $$;
--> statement-breakpoint
create trigger products_set_updated_at before update on products
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
create trigger image_mappings_set_updated_at before update on image_mappings
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
create trigger profiles_set_updated_at before update on profiles
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint
create trigger orders_set_updated_at before update on orders
  for each row when (old.* is distinct from new.*) execute function set_updated_at();
--> statement-breakpoint

-- catalog_changed: once per transaction and table, whatever the number of rows. Payload: the table.
create function notify_catalog_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changed', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create trigger products_notify after insert or update or delete or truncate on products
  for each statement execute function notify_catalog_changed();
--> statement-breakpoint
create trigger image_mappings_notify after insert or update or delete or truncate on image_mappings
  for each statement execute function notify_catalog_changed();
--> statement-breakpoint

-- orders_changed: per order, so that a listener can tell whose screens to refresh.
-- Payload: {"order_id": …, "user_id": …}. An order fulfilled and invoiced in one transaction
-- sends one notification, because PostgreSQL drops equal ones.
create function notify_orders_changed() returns trigger language plpgsql as $$
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
    json_build_object('order_id', changed.id, 'user_id', changed.user_id)::text
  );
  return null;
end $$;
--> statement-breakpoint
create trigger orders_notify after insert or update or delete on orders
  for each row execute function notify_orders_changed();
--> statement-breakpoint
create trigger invoices_notify after insert or update on invoices
  for each row execute function notify_orders_changed();
--> statement-breakpoint

-- An issued invoice is a fact: only the address of its PDF may change.
create function keep_invoices_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.invoice_number, new.amount, new.created_at)
      is not distinct from (old.id, old.order_id, old.invoice_number, old.amount, old.created_at)
    then
      return new;
    end if;
  end if;
  raise exception 'an invoice stays as it was issued'
    using errcode = 'integrity_constraint_violation', constraint = 'invoices_immutable';
end $$;
--> statement-breakpoint
create trigger invoices_immutable before update or delete on invoices
  for each row execute function keep_invoices_as_issued();
--> statement-breakpoint
create trigger invoices_not_emptied before truncate on invoices
  for each statement execute function keep_invoices_as_issued();
--> statement-breakpoint

-- The log is only ever added to. The one update let through is the foreign key's own, which
-- forgets actor_id when that account is deleted; actor_email still says who it was.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.actor_id is null and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
      return new;
    end if;
  end if;
  raise exception 'the audit log is only ever added to'
    using errcode = 'integrity_constraint_violation', constraint = 'audit_log_append_only';
end $$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function keep_audit_log();
--> statement-breakpoint
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function keep_audit_log();
--> statement-breakpoint

comment on table users is 'People who can sign in. Written by better-auth; addresses lower-case.';
--> statement-breakpoint
comment on table sessions is 'Who is signed in where. Written by better-auth.';
--> statement-breakpoint
comment on table accounts is 'Ways of signing in; provider "credential" holds the password hash. Written by better-auth.';
--> statement-breakpoint
comment on table verifications is 'Pending proofs: confirmation of an address, reset of a password. Written by better-auth.';
--> statement-breakpoint
comment on table profiles is 'The business behind an account, same id. What is not given is the empty string.';
--> statement-breakpoint
comment on table products is 'What the shop sells by the pound. Prices in dollars per lb. Changes notify catalog_changed.';
--> statement-breakpoint
comment on table image_mappings is 'Which picture stands where, position 0 first. Changes notify catalog_changed.';
--> statement-breakpoint
comment on table orders is 'What clients ordered. request_id makes placing idempotent. Changes notify orders_changed.';
--> statement-breakpoint
comment on table order_items is 'Lines of an order, quantity in lb. Name and price copied at placing; subtotal computed here.';
--> statement-breakpoint
comment on table invoices is 'One per order, immutable but for invoice_url. Changes notify orders_changed.';
--> statement-breakpoint
comment on table invoice_counter is 'One row: the last invoice number given out. Raising it locks the row, hence no gaps.';
--> statement-breakpoint
comment on table contact_messages is 'What the contact form sent. handled_at null: nobody has dealt with it yet.';
--> statement-breakpoint
comment on table wholesale_inquiries is 'What the wholesale form sent. handled_at null: nobody has dealt with it yet.';
--> statement-breakpoint
comment on table mail_outbox is 'Mails to send, written in the transaction they tell of, delivered at least once.';
--> statement-breakpoint
comment on table audit_log is 'Who changed what, when, from what to what. Append-only.';
--> statement-breakpoint
comment on table seeds is 'What has been planted once; a seed named here never runs again.';

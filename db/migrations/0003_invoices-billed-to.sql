ALTER TABLE "invoices" ADD COLUMN "billed_company" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "billed_contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "billed_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "billed_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_billed_company_length" CHECK (char_length("invoices"."billed_company") <= 200);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_billed_contact_length" CHECK (char_length("invoices"."billed_contact") <= 200);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_billed_address_length" CHECK (char_length("invoices"."billed_address") <= 500);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_billed_email_length" CHECK (char_length("invoices"."billed_email") <= 320);--> statement-breakpoint

-- Invoices of before: the profile as it is now is the nearest to what it was then.
update invoices set
  billed_company = coalesce(profiles.company_name, ''),
  billed_contact = coalesce(profiles.contact_name, ''),
  billed_address = coalesce(profiles.address, ''),
  billed_email = users.email
from orders
  join users on users.id = orders.user_id
  left join profiles on profiles.id = orders.user_id
where orders.id = invoices.order_id;
--> statement-breakpoint

-- An issued invoice is a fact: only the address of its PDF may change.
create or replace function keep_invoices_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'invoice_url' = to_jsonb(old) - 'invoice_url' then
      return new;
    end if;
  end if;
  raise exception 'an invoice stays as it was issued'
    using errcode = 'integrity_constraint_violation', constraint = 'invoices_immutable';
end $$;

-- Owner: app/domain/documents

-- An invoice may only bill standing delivery notes of its own account: of its customer, and of
-- records merged into it.
create or replace function check_billed_note() returns trigger language plpgsql as $$
begin
  if exists (
    select from documents note, documents invoice, customers noted, customers billed
    where note.id = new.note_id and note.kind = 'delivery_note'
      and invoice.id = new.document_id and invoice.kind = 'invoice'
      and noted.id = note.customer_id and billed.id = invoice.customer_id
      and noted.account_id = billed.account_id
      and not exists (select from documents as taking where taking.takes_back_id = note.id))
  then
    return new;
  end if;
  raise exception 'an invoice bills delivery notes of its customer'
    using errcode = 'integrity_constraint_violation', constraint = 'document_orders_bill_notes';
end $$;

create trigger document_orders_bill_notes before insert on document_orders
  for each row when (new.note_id is not null) execute function check_billed_note();

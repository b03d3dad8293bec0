-- Owner: app/domain/documents

-- An invoice bills delivery notes of its own customer and nothing else.
create or replace function check_billed_note() returns trigger language plpgsql as $$
begin
  if exists (
    select from documents note join documents invoice using (customer_id)
    where note.id = new.note_id and note.kind = 'delivery_note'
      and invoice.id = new.document_id and invoice.kind = 'invoice')
  then
    return new;
  end if;
  raise exception 'an invoice bills delivery notes of its customer'
    using errcode = 'integrity_constraint_violation', constraint = 'document_orders_bill_notes';
end $$;

create trigger document_orders_bill_notes before insert on document_orders
  for each row when (new.note_id is not null) execute function check_billed_note();

-- Owner: app/domain/documents

-- A document is only taken back as a whole: an invoice by a credit note with the same sums, an
-- unbilled delivery note by a reversal.
create or replace function check_taken_back() returns trigger language plpgsql as $$
begin
  if exists (
    select from documents taken
    where taken.id = new.takes_back_id
      and (taken.kind, new.kind) in (('invoice', 'credit_note'), ('delivery_note', 'note_reversal'))
      and (taken.subtotal, taken.total, taken.line_count, taken.order_count)
        = (new.subtotal, new.total, new.line_count, new.order_count)
      and not exists (select from document_orders where note_id = taken.id))
  then
    return new;
  end if;
  raise exception 'a document is taken back as a whole, by one of its kind'
    using errcode = 'integrity_constraint_violation', constraint = 'documents_taken_back_whole';
end $$;

create trigger documents_taken_back_whole before insert on documents
  for each row when (new.takes_back_id is not null) execute function check_taken_back();

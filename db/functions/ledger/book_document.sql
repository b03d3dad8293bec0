-- Owner: app/domain/ledger

-- Enters every invoice and credit note in the ledger, so that no writer can forget to.
create or replace function book_document() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, document_id, created_at)
  select new.customer_id, entry.kind, entry.sign * (new.total * 100)::bigint, new.issued_on, new.due_on, new.id,
    new.issued_at
  from (values ('invoice', 'invoice', 1), ('credit_note', 'credit', -1)) as entry (document, kind, sign)
  where entry.document = new.kind;
  return null;
end $$;

create trigger documents_booked after insert on documents
  for each row execute function book_document();

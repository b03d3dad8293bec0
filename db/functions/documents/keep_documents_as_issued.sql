-- Owner: app/domain/documents

-- Documents are immutable, except for the PDF's URL. An after trigger, since generated columns
-- aren't computed before.
create or replace function keep_documents_as_issued() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'documents' and tg_op = 'UPDATE' then
    if to_jsonb(new) - 'url' = to_jsonb(old) - 'url' then
      return new;
    end if;
  end if;
  raise exception 'a document stays as it was issued'
    using errcode = 'integrity_constraint_violation', constraint = 'documents_immutable';
end $$;

create trigger document_lines_immutable after update or delete on document_lines
  for each row execute function keep_documents_as_issued();

create trigger document_lines_not_emptied before truncate on document_lines
  for each statement execute function keep_documents_as_issued();

create trigger document_orders_immutable after update or delete on document_orders
  for each row execute function keep_documents_as_issued();

create trigger document_orders_not_emptied before truncate on document_orders
  for each statement execute function keep_documents_as_issued();

create trigger document_taxes_immutable after update or delete on document_taxes
  for each row execute function keep_documents_as_issued();

create trigger document_taxes_not_emptied before truncate on document_taxes
  for each statement execute function keep_documents_as_issued();

create trigger documents_immutable after update or delete on documents
  for each row execute function keep_documents_as_issued();

create trigger documents_not_emptied before truncate on documents
  for each statement execute function keep_documents_as_issued();

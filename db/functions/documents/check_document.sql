-- Owner: app/domain/documents

-- Checked at commit, when all rows are there. The counts prevent later additions to a document.
create or replace function check_document() returns trigger language plpgsql as $$
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

create constraint trigger document_lines_add_up after insert on document_lines
  deferrable initially deferred for each row execute function check_document();

create constraint trigger document_orders_add_up after insert on document_orders
  deferrable initially deferred for each row execute function check_document();

create constraint trigger document_taxes_add_up after insert on document_taxes
  deferrable initially deferred for each row execute function check_document();

create constraint trigger documents_add_up after insert on documents
  deferrable initially deferred for each row execute function check_document();

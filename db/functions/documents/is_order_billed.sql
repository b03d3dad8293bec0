-- Owner: app/domain/documents

-- True if an order has a standing invoice or delivery note, i.e. one not taken back as a whole.
create or replace function is_order_billed(asked uuid) returns boolean language sql stable as $$
  select exists (
    select from document_orders join documents on documents.id = document_orders.document_id
    where document_orders.order_id = asked and documents.kind in ('invoice', 'delivery_note')
      and not exists (select from documents as taking where taking.takes_back_id = documents.id))
$$;

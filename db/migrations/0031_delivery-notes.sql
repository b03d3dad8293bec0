ALTER TABLE "document_lines" ADD COLUMN "order_position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document_orders" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_order_fk" FOREIGN KEY ("document_id","order_position") REFERENCES "public"."document_orders"("document_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_note_fk" FOREIGN KEY ("note_id","order_id") REFERENCES "public"."document_orders"("document_id","order_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_delivery_notes" ON "documents" USING btree ("customer_id","number") WHERE kind = 'delivery_note';--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_note_id_unique" UNIQUE("note_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_request_id_unique" UNIQUE("request_id");
--> statement-breakpoint
-- An invoice bills delivery notes of its own customer and nothing else.
create function check_billed_note() returns trigger language plpgsql as $$
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
--> statement-breakpoint
create trigger document_orders_bill_notes before insert on document_orders
  for each row when (new.note_id is not null) execute function check_billed_note();

ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "bank_imports" ADD COLUMN "content" "bytea";--> statement-breakpoint
ALTER TABLE "bank_imports" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
CREATE INDEX "bank_rows_decided" ON "bank_rows" USING btree ("state","decided_at") WHERE state <> 'open';--> statement-breakpoint
ALTER TABLE "bank_imports" ADD CONSTRAINT "bank_imports_read" CHECK (("bank_imports"."content" is null) = ("bank_imports"."outcome" is not null));--> statement-breakpoint
ALTER TABLE "bank_imports" ADD CONSTRAINT "bank_imports_content_size" CHECK (octet_length("bank_imports"."content") <= 5242880);--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export'));
CREATE TABLE "waiting_documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp (3) with time zone,
	"dropped_at" timestamp (3) with time zone,
	CONSTRAINT "waiting_documents_one_end" CHECK (num_nonnulls("waiting_documents"."left_at", "waiting_documents"."dropped_at") <= 1)
);
--> statement-breakpoint
ALTER TABLE "waiting_documents" ADD CONSTRAINT "waiting_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_documents" ADD CONSTRAINT "waiting_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_documents_of_order" ON "waiting_documents" USING btree ("order_id") WHERE left_at is null and dropped_at is null;--> statement-breakpoint
CREATE INDEX "waiting_documents_ever_of_order" ON "waiting_documents" USING btree ("order_id");--> statement-breakpoint
comment on table waiting_documents is 'Documents of packed orders whose mail, and what is taken of their card, wait until the order leaves';

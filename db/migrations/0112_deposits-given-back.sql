CREATE TABLE "deposit_refunds" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_refund_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_payment_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_refunds_of_order" ON "deposit_refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "deposit_refunds_of_payment" ON "deposit_refunds" USING btree ("payment_id");--> statement-breakpoint
comment on table deposit_refunds is 'What was given back of deposits: the refund, and the payment that it gives back. Append-only';

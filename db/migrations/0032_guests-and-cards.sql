ALTER TABLE "credit_requests" ADD COLUMN "payout" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "adopted_by" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "card_accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_adopted_by_users_id_fk" FOREIGN KEY ("adopted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_adopted_by" ON "customers" USING btree ("adopted_by") WHERE adopted_by is not null;--> statement-breakpoint
CREATE INDEX "payment_events_of_object" ON "payment_events" USING btree ("object_ref");--> statement-breakpoint
CREATE INDEX "payments_of_card" ON "payments" USING btree ("card_print","created_at");--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_payout_known" CHECK ("credit_requests"."payout" in ('refund', 'balance'));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_adopted_guest" CHECK ("customers"."adopted_by" is null or "customers"."guest_email" <> '');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_accepted_of_card" CHECK ("orders"."card_accepted_at" is null or "orders"."payment_way" is not distinct from 'card');--> statement-breakpoint
update orders set card_accepted_at = accepted.at
from (
  select entity_id, min(at) as at from audit_log
  where entity = 'order' and action = 'card accepted' group by entity_id
) as accepted
where accepted.entity_id = orders.id::text and orders.payment_way = 'card';

ALTER TABLE "recall_notices" DROP CONSTRAINT "recall_notices_once";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "lot_by" uuid;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD COLUMN "told_lb" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_lot_by_users_id_fk" FOREIGN KEY ("lot_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_outbox_unsent_of_order" ON "mail_outbox" USING btree ("order_id") WHERE sent_at is null and order_id is not null;--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_once" UNIQUE("recall_id","customer_id","round");--> statement-breakpoint
ALTER TABLE "recall_notices" ADD CONSTRAINT "recall_notices_round_positive" CHECK ("recall_notices"."round" > 0);
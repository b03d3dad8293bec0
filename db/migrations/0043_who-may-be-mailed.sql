ALTER TABLE "users" ADD COLUMN "is_vouched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "guest_proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "told" jsonb;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "send_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_links" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting_topic" ON "mail_outbox" USING btree ("topic") WHERE sent_at is null and topic is not null;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_topic_waits" CHECK ("mail_outbox"."topic" is null or "mail_outbox"."send_after" is not null);--> statement-breakpoint
-- Accounts that have never had a password were imported by the staff.
UPDATE "users" SET "is_vouched" = true FROM "accounts" WHERE "accounts"."user_id" = "users"."id" AND "accounts"."provider_id" = 'credential' AND "accounts"."password" IS NULL;--> statement-breakpoint
-- Whoever paid an order by card has proved to have its address.
UPDATE "customers" SET "guest_proved_at" = now() WHERE "guest_email" <> '' AND EXISTS (SELECT FROM "payments" WHERE "payments"."customer_id" = "customers"."id" AND "payments"."state" IN ('held', 'capturing', 'captured'));

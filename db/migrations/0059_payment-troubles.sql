ALTER TABLE "payments" ADD COLUMN "failed_refund_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disputed_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "returned_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_disputed_within" CHECK ("payments"."returned_cents" between 0 and "payments"."disputed_cents" and "payments"."failed_refund_cents" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_trouble_known" CHECK ("payments"."trouble" in ('refund failed', 'disputed'));
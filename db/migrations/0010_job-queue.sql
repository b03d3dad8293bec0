-- Mails are delivered by jobs (pg-boss), which know themselves when they are due.
drop trigger mail_outbox_notify on mail_outbox;
--> statement-breakpoint
drop function notify_mail_queued();
--> statement-breakpoint
DROP INDEX "mail_outbox_due";--> statement-breakpoint
CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_sent_or_failed" CHECK ("mail_outbox"."sent_at" is null or "mail_outbox"."failed_at" is null);
--> statement-breakpoint
comment on table mail_outbox is 'Mails, each with a job that delivers it. failed_at: given up, and the owner sees it.';

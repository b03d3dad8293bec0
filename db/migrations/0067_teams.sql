ALTER TABLE "invitations" DROP CONSTRAINT "invitations_token_hash_unique";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_email_form";--> statement-breakpoint
DROP INDEX "invitations_of_customer";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "approve_over_cents" bigint;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "approve_over_cents" bigint;--> statement-breakpoint
ALTER TABLE "invitations" DROP COLUMN "token_hash";--> statement-breakpoint
ALTER TABLE "invitations" DROP COLUMN "accepted_at";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_once" UNIQUE("customer_id","email");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_name_form" CHECK ("invitations"."name" ~ '[^[:space:]]' and char_length("invitations"."name") <= 200);--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_limit_of_buyers" CHECK ("invitations"."approve_over_cents" is null or ("invitations"."role" = 'buyer' and "invitations"."approve_over_cents" >= 0));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email_form" CHECK ("invitations"."email" = lower("invitations"."email") and "invitations"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("invitations"."email") <= 320);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_limit_of_buyers" CHECK ("members"."approve_over_cents" is null or ("members"."role" = 'buyer' and "members"."approve_over_cents" >= 0));
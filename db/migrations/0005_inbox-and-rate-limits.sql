CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_limits_key_form" CHECK ("rate_limits"."key" ~ '[^[:space:]]' and char_length("rate_limits"."key") <= 100),
	CONSTRAINT "rate_limits_count_positive" CHECK ("rate_limits"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "sending_key" text;--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD COLUMN "sending_key" text;--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "contact_messages_open" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "contact_messages_handled" ON "contact_messages" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_open" ON "wholesale_inquiries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_handled" ON "wholesale_inquiries" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_sending_key_unique" UNIQUE("sending_key");--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD CONSTRAINT "wholesale_inquiries_sending_key_unique" UNIQUE("sending_key");--> statement-breakpoint
comment on table rate_limits is 'How often something was done by somebody in a while that ends at ends_at. Keys are digests.';

ALTER TABLE "orders" ADD COLUMN "standing_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_standing_notes_length" CHECK (char_length("orders"."standing_notes") <= 5000);--> statement-breakpoint
-- Pending orders are still to be packed; settled ones stay as they were read.
update "orders" set "standing_notes" = "profiles"."notes"
  from "profiles"
  where "profiles"."id" = "orders"."user_id" and "orders"."status" = 'pending' and "profiles"."notes" <> '';

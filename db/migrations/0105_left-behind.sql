ALTER TABLE "orders" ADD COLUMN "left_behind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders_off_runs" ADD COLUMN "was_on_board" boolean DEFAULT true NOT NULL;
CREATE TABLE "order_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by" uuid,
	"release_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_holds_reason_known" CHECK ("order_holds"."reason" in ('credit', 'overdue', 'manual', 'card', 'prepay', 'approval', 'deposit', 'lot')),
	CONSTRAINT "order_holds_note_length" CHECK (char_length("order_holds"."note") <= 1000),
	CONSTRAINT "order_holds_release_note_length" CHECK (char_length("order_holds"."release_note") <= 1000),
	CONSTRAINT "order_holds_released_wholly" CHECK ("order_holds"."released_at" is not null or ("order_holds"."released_by" is null and "order_holds"."release_note" = ''))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_hold_reason_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_held_wholly";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_released_if_held";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_held_unsettled";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_release_note_length";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_released_by_users_id_fk";
--> statement-breakpoint
DROP INDEX "orders_held";--> statement-breakpoint
ALTER TABLE "order_holds" ADD CONSTRAINT "order_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_holds" ADD CONSTRAINT "order_holds_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_holds_open" ON "order_holds" USING btree ("order_id","reason") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "order_holds_of_order" ON "order_holds" USING btree ("order_id","since");--> statement-breakpoint
-- What held an order until now: one reason each.
INSERT INTO "order_holds" ("order_id", "reason", "since", "released_at", "released_by", "release_note")
select "id", case "hold_reason" when 'payment' then 'card' else "hold_reason" end,
  "held_at", "released_at", "released_by", "release_note"
from "orders" where "hold_reason" is not null;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "hold_reason";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "held_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "released_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "released_by";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "release_note";--> statement-breakpoint
comment on table order_holds is 'Why an order waits before it is packed: a row for each reason, open until it is released.';

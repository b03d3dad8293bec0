ALTER TABLE "runs" ADD COLUMN "cap_boxes" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "booked_boxes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "zone_days" ADD COLUMN "cap_boxes" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "booked_boxes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_cap_boxes_range" CHECK ("runs"."cap_boxes" between 1 and 10000);--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_booked_boxes_not_negative" CHECK ("runs"."booked_boxes" >= 0);--> statement-breakpoint
ALTER TABLE "zone_days" ADD CONSTRAINT "zone_days_cap_boxes_range" CHECK ("zone_days"."cap_boxes" between 1 and 10000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_booked_boxes_not_negative" CHECK ("orders"."booked_boxes" >= 0);--> statement-breakpoint
-- What is booked and not brought yet: at 40 lb a box, as the shop begins, and at its own boxes once it is packed.
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "runs" DISABLE TRIGGER USER;--> statement-breakpoint
update orders set booked_boxes = coalesce(
  nullif((select count(*) from boxes where orders.status <> 'pending' and boxes.order_id = orders.id
    and exists (select from packages where packages.box_id = boxes.id and packages.voided_at is null)), 0),
  ceil((select coalesce(sum(case when orders.status = 'pending' then quantity else packed_lb end), 0)
    from order_items where order_items.order_id = orders.id
      and (orders.status <> 'pending' or substitutes_item_id is null)) / 40))
where run_id is not null and status in ('awaiting_payment', 'pending', 'fulfilled');--> statement-breakpoint
update runs set booked_boxes = booked.boxes
from (select run_id, sum(booked_boxes) as boxes from orders where run_id is not null and status <> 'cancelled'
  group by run_id) as booked
where booked.run_id = runs.id and booked.boxes > 0;--> statement-breakpoint
ALTER TABLE "runs" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;

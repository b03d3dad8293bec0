CREATE TABLE "label_prices" (
	"product_id" uuid NOT NULL,
	"starts_on" date NOT NULL,
	"price" numeric(8, 2) NOT NULL,
	"unit" text NOT NULL,
	CONSTRAINT "label_prices_product_id_starts_on_pk" PRIMARY KEY("product_id","starts_on"),
	CONSTRAINT "label_prices_price_positive" CHECK ("label_prices"."price" > 0),
	CONSTRAINT "label_prices_unit_known" CHECK ("label_prices"."unit" in ('kg', 'lb'))
);
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_over_decision_known";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_promise_kept";--> statement-breakpoint
ALTER TABLE "packages" DROP CONSTRAINT "packages_source_known";--> statement-breakpoint
ALTER TABLE "boxes" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "label_number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "boxes_label_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 100001 CACHE 1);--> statement-breakpoint
ALTER TABLE "label_prices" ADD CONSTRAINT "label_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_label_number_unique" UNIQUE("label_number");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_over_decision_known" CHECK ("order_items"."over_decision" in ('bill_promise', 'customer_agreed', 'unasked'));--> statement-breakpoint
-- Lines that were replaced when too much of them was packed already were charged without a question.
alter table order_items disable trigger user;
--> statement-breakpoint
update order_items set over_decision = 'unasked'
where pack_state = 'substituted' and final_amount > promised_amount and over_decision is null;
--> statement-breakpoint
alter table order_items enable trigger user;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_promise_kept" CHECK ("order_items"."pack_state" not in ('packed', 'short', 'substituted')
        or "order_items"."final_amount" <= "order_items"."promised_amount"
        or "order_items"."over_decision" is not null);--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_source_known" CHECK ("packages"."source" in ('typed', 'ean', 'gs1', 'scale', 'derived', 'assumed'));--> statement-breakpoint
-- The boxes of orders that are packed: empty ones never counted, and left "Box 5 of 2".
alter table boxes drop constraint boxes_number_of_order;
--> statement-breakpoint
update boxes set number = null
from orders
where orders.id = boxes.order_id and orders.status in ('fulfilled', 'delivered')
  and not exists (select from packages where packages.box_id = boxes.id and packages.voided_at is null);
--> statement-breakpoint
update boxes set number = placed.place
from (
  select boxes.id, row_number() over (partition by order_id order by number) as place
  from boxes join orders on orders.id = boxes.order_id
  where orders.status in ('fulfilled', 'delivered') and number is not null
) as placed
where placed.id = boxes.id and placed.place <> boxes.number;
--> statement-breakpoint
alter table boxes add constraint boxes_number_of_order unique (order_id, number);
--> statement-breakpoint
comment on table label_prices is 'What the scale prints on its labels, by product and day; weights are derived from it.';

ALTER TABLE "orders" ADD COLUMN "number" integer;--> statement-breakpoint
alter table orders disable trigger user;--> statement-breakpoint
-- Orders there are already have their numbers by age.
update orders set number = by_age.number
from (
  select id, 1000 + row_number() over (order by placed_at, id) as number from orders
) as by_age
where by_age.id = orders.id;--> statement-breakpoint
alter table orders enable trigger user;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" ADD GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1);--> statement-breakpoint
-- The next one follows them; without orders the first is 1001.
select setval('orders_number_seq', max(number)) from orders having max(number) is not null;--> statement-breakpoint
CREATE INDEX "orders_number_ends" ON "orders" USING btree ((number % 1000));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_unique" UNIQUE("number");

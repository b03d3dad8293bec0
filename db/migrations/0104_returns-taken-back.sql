ALTER TABLE "returned_goods" DROP CONSTRAINT "returned_goods_lb_range";--> statement-breakpoint
ALTER TABLE "returned_goods" ADD COLUMN "credited_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD COLUMN "reverses_id" uuid;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD COLUMN "debit_id" uuid;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_reverses_id_returned_goods_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."returned_goods"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_debit_id_documents_id_fk" FOREIGN KEY ("debit_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_reversed_once" UNIQUE("reverses_id");--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_reversal_negative" CHECK (("returned_goods"."lb" < 0) = ("returned_goods"."reverses_id" is not null));--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_credited_lb_sign" CHECK ("returned_goods"."credited_lb" = 0 or ("returned_goods"."credited_lb" < 0) = ("returned_goods"."reverses_id" is not null));--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_reversal_says_why" CHECK ("returned_goods"."reverses_id" is null or "returned_goods"."note" ~ '[^[:space:]]');--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_debit_of_reversal" CHECK ("returned_goods"."debit_id" is null or ("returned_goods"."reverses_id" is not null and "returned_goods"."credited_lb" < 0));--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_lb_range" CHECK (abs("returned_goods"."lb") between 0.01 and 10000);--> statement-breakpoint
comment on column returned_goods.reverses_id is 'The weighing that this row takes back: its pounds are the opposite, so sums are correct with both.';--> statement-breakpoint
alter table returned_goods disable trigger user;--> statement-breakpoint
-- What was weighed until now added its pounds to its request, the last of a request what was lost on
-- the way too. What the office had credited before it was weighed adds nothing.
update returned_goods set credited_lb = own.lb
from (
  select goods.id, case when row_number() over latest = 1
      then coalesce(greatest(goods.lb, claimed.lb - sum(goods.lb) over of_request + goods.lb), goods.lb)
      else goods.lb end as lb
  from returned_goods as goods
    join credit_requests as request on request.id = goods.credit_request_id
    left join credit_request_lines as claimed on claimed.credit_request_id = request.id
      and claimed.order_item_id = goods.order_item_id
  where request.status = 'open' or request.decided_at > goods.weighed_at - interval '5 seconds'
  window of_request as (partition by request.id),
    latest as (partition by request.id order by goods.weighed_at desc, goods.id desc)
) as own
where own.id = returned_goods.id;--> statement-breakpoint
alter table returned_goods enable trigger user;

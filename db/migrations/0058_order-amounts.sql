-- As db/functions/orders/order_costs.sql was then: functions are installed behind the migrations.
create function pg_temp.order_costs(of_order uuid) returns table (estimate numeric, most numeric)
language sql stable as $$
  select coalesce(sum(codes.estimate + round(codes.estimate * rate / 100, 2)), 0.00),
    coalesce(sum(codes.most + round(codes.most * rate / 100, 2)), 0.00)
  from (
    select case tax_code when 'G' then 5 when 'GP' then 12 else 0 end as rate, sum(lines.estimate) as estimate, sum(lines.most) as most
    from (
      select tax_code, case when substitutes_item_id is null then subtotal else 0.00 end as estimate,
        case
          when over_decision in ('customer_agreed', 'unasked') then
            case when pack_state in ('substituted', 'dropped') then final_amount
              else greatest(promised_amount, final_amount) end
          when pack_state in ('substituted', 'dropped') then least(promised_amount, final_amount)
          else promised_amount
        end as most
      from order_items where order_id = of_order
      union all
      select tax_code, amount, amount from order_charges where order_id = of_order
    ) as lines
    group by tax_code
  ) as codes
$$;--> statement-breakpoint
alter table orders disable trigger user;--> statement-breakpoint
-- Until now the totals of orders were without tax until the invoice.
update orders set total_price = costs.estimate, estimated_total = estimated_total + costs.estimate - total_price
from (
  select orders.id as order_id, estimate from orders, pg_temp.order_costs(orders.id)
  where status in ('awaiting_payment', 'pending')
) as costs
where id = order_id and total_price <> costs.estimate;--> statement-breakpoint
alter table orders enable trigger user;

-- Owner: app/domain/orders

-- The estimate and maximum of an order with charges and taxes, in dollars: the rule of
-- app/domain/orders/order-costs.ts, for lists and sums. The estimate is of what was ordered.
-- Replaced or unavailable lines cost at most what was packed of them, and lines that the customer
-- agreed to may exceed the promise.
create or replace function order_costs(of_order uuid) returns table (estimate numeric, most numeric)
language sql stable as $$
  select coalesce(sum(codes.estimate + round(codes.estimate * rate / 100, 2)), 0.00),
    coalesce(sum(codes.most + round(codes.most * rate / 100, 2)), 0.00)
  from (
    select tax_rate(tax_code) as rate, sum(lines.estimate) as estimate, sum(lines.most) as most
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
$$;

-- Owner: app/domain/pricing

-- The prices of a customer (null for a visitor) for products delivered on a day: its own price,
-- else that of its first list with the product, else the catalogue's, which may be scheduled for
-- that day. Prices don't stack. Written so that the planner can inline it.
create or replace function prices_for(customer uuid, delivery_day date) returns table (
  product_id uuid, price_per_lb numeric, is_offered boolean, source text, source_name text, starts_on date,
  ends_on date, min_lb numeric, base_price_per_lb numeric
) language sql stable as $$
  select products.id,
    coalesce(own.price_per_lb, listed.price_per_lb, base.price_per_lb),
    own.id is not null or coalesce(listed.is_offered, true),
    case when own.id is not null then 'customer' when listed.list_id is not null then 'list' else 'base' end,
    case when own.id is not null then own.note else coalesce(listed.name, '') end,
    case when own.id is not null then own.starts_on else listed.starts_on end,
    case when own.id is not null then own.ends_on else listed.ends_on end,
    case when own.id is null then listed.min_lb end,
    base.price_per_lb
  from products
    cross join lateral (
      select coalesce((
        select scheduled_prices.price_per_lb from scheduled_prices
        where scheduled_prices.product_id = products.id and applied_at is null and applies_on <= delivery_day
        order by applies_on desc limit 1
      ), products.price_per_lb) as price_per_lb
    ) as base
    left join lateral (
      select customer_prices.* from customer_prices
      where customer_id = customer and customer_prices.product_id = products.id
        and customer_prices.starts_on <= delivery_day
        and (customer_prices.ends_on is null or customer_prices.ends_on >= delivery_day)
      order by customer_prices.starts_on desc, created_at desc limit 1
    ) as own on true
    left join lateral (
      select list_id, name, price_lists.starts_on, price_lists.ends_on, price_list_items.price_per_lb,
        price_list_items.is_offered, price_list_items.min_lb
      from customer_price_lists
        join price_lists on price_lists.id = list_id
        join price_list_items using (list_id)
      where customer_id = customer and price_list_items.product_id = products.id
        and price_lists.starts_on <= delivery_day
        and (price_lists.ends_on is null or price_lists.ends_on >= delivery_day)
      order by rank, price_lists.starts_on desc, created_at desc limit 1
    ) as listed on true
$$;

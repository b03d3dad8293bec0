-- Owner: app/domain/pricing

-- Returns the price of one product, as `prices_for` does for all.
create or replace function price_for(customer uuid, product uuid, delivery_day date) returns table (
  price_per_lb numeric, is_offered boolean, source text, source_name text, starts_on date, ends_on date,
  min_lb numeric, base_price_per_lb numeric
) language sql stable as $$
  select prices.price_per_lb, prices.is_offered, prices.source, prices.source_name, prices.starts_on,
    prices.ends_on, prices.min_lb, prices.base_price_per_lb
  from prices_for(customer, delivery_day) as prices
  where prices.product_id = product
$$;

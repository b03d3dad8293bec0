-- Owner: app/domain/orders

-- The rates of app/content/taxes.ts, in percent. A test keeps the two equal.
create or replace function tax_rate(tax_code text) returns numeric language sql immutable as $$
  select case tax_code when 'Z' then 0 when 'E' then 0 when 'G' then 5 when 'GP' then 12 end
$$;

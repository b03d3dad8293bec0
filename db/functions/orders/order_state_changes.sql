-- Owner: app/domain/orders

-- The state changes of an order's lifecycle (order-lifecycle.ts). A test keeps the two equal.
create or replace function order_state_changes() returns table (old_state text, new_state text) language sql immutable as $$
  values
    ('awaiting_payment', 'pending'),
    ('awaiting_payment', 'cancelled'),
    ('pending', 'fulfilled'),
    ('pending', 'cancelled'),
    ('fulfilled', 'delivered'),
    ('fulfilled', 'pending'),
    ('delivered', 'fulfilled')
$$;

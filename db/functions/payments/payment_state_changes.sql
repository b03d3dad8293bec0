-- Owner: app/domain/payments

-- The state changes of a card payment (payment-lifecycle.ts). A test keeps the two equal.
create or replace function payment_state_changes() returns table (old_state text, new_state text) language sql immutable as $$
  values
    ('confirming', 'to_hold'),
    ('confirming', 'held'),
    ('confirming', 'captured'),
    ('confirming', 'released'),
    ('confirming', 'failed'),
    ('to_hold', 'holding'),
    ('to_hold', 'held'),
    ('to_hold', 'captured'),
    ('to_hold', 'released'),
    ('to_hold', 'failed'),
    ('holding', 'held'),
    ('holding', 'needs_customer'),
    ('holding', 'captured'),
    ('holding', 'released'),
    ('holding', 'failed'),
    ('held', 'capturing'),
    ('held', 'captured'),
    ('held', 'released'),
    ('held', 'failed'),
    ('capturing', 'held'),
    ('capturing', 'captured'),
    ('capturing', 'released'),
    ('capturing', 'failed'),
    ('needs_customer', 'held'),
    ('needs_customer', 'captured'),
    ('needs_customer', 'released'),
    ('needs_customer', 'failed'),
    ('released', 'held'),
    ('released', 'captured'),
    ('failed', 'held'),
    ('failed', 'captured')
$$;

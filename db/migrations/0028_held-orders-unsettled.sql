ALTER TABLE "orders" ADD CONSTRAINT "orders_held_unsettled" CHECK ("orders"."hold_reason" is null or "orders"."released_at" is not null
        or "orders"."status" in ('pending', 'cancelled'));
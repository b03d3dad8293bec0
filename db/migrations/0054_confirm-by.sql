ALTER TABLE "orders" DROP CONSTRAINT "orders_awaits_until";--> statement-breakpoint
DROP INDEX "orders_awaiting";--> statement-breakpoint
ALTER TABLE "payment_settings" ADD COLUMN "confirm_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_awaiting" ON "orders" USING btree ("awaits_until") WHERE awaits_until is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_awaits_until" CHECK (case "orders"."status"
        when 'awaiting_payment' then "orders"."awaits_until" is not null and "orders"."payment_way" is not distinct from 'card'
        when 'pending' then "orders"."awaits_until" is null or "orders"."payment_way" is not distinct from 'etransfer'
        else "orders"."awaits_until" is null end);--> statement-breakpoint
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_confirm_hours_range" CHECK ("payment_settings"."confirm_hours" between 1 and 168);
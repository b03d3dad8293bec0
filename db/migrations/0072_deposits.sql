CREATE TABLE "order_deposits" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entry_id" uuid,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "order_deposits_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "order_deposits_cents_range" CHECK ("order_deposits"."cents" between 1 and 999999999999),
	CONSTRAINT "order_deposits_used_if_paid" CHECK ("order_deposits"."used_at" is null or "order_deposits"."entry_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "order_deposits" ADD CONSTRAINT "order_deposits_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_deposits" ADD CONSTRAINT "order_deposits_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_deposits" ADD CONSTRAINT "order_deposits_entry_fk" FOREIGN KEY ("customer_id","entry_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
comment on table order_deposits is 'What is paid of an order before it is packed, because staff have asked for it';

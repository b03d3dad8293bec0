CREATE TABLE "contacts" (
	"customer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"gets_orders" boolean NOT NULL,
	"gets_invoices" boolean NOT NULL,
	"gets_statements" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_customer_id_email_pk" PRIMARY KEY("customer_id","email"),
	CONSTRAINT "contacts_email_form" CHECK ("contacts"."email" = lower("contacts"."email") and "contacts"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("contacts"."email") <= 320),
	CONSTRAINT "contacts_name_length" CHECK (char_length("contacts"."name") <= 200),
	CONSTRAINT "contacts_get_something" CHECK ("contacts"."gets_orders" or "contacts"."gets_invoices" or "contacts"."gets_statements")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
comment on table contacts is 'Addresses that get a customer''s mails beside those who sign in for it';

CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_provider_account" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_form" CHECK ("users"."email" = lower("users"."email") and "users"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("users"."email") <= 320)
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_email" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_log_actor_email_form" CHECK ("audit_log"."actor_email" ~ '[^[:space:]]' and char_length("audit_log"."actor_email") <= 320),
	CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry')),
	CONSTRAINT "audit_log_entity_id_form" CHECK ("audit_log"."entity_id" ~ '[^[:space:]]' and char_length("audit_log"."entity_id") <= 300),
	CONSTRAINT "audit_log_action_form" CHECK ("audit_log"."action" ~ '[^[:space:]]' and char_length("audit_log"."action") <= 100)
);
--> statement-breakpoint
CREATE TABLE "image_mappings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section" text NOT NULL,
	"image_key" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_mappings_place" UNIQUE("section","image_key","position"),
	CONSTRAINT "image_mappings_section_form" CHECK ("image_mappings"."section" ~ '[^[:space:]]' and char_length("image_mappings"."section") <= 100),
	CONSTRAINT "image_mappings_key_form" CHECK ("image_mappings"."image_key" ~ '[^[:space:]]' and char_length("image_mappings"."image_key") <= 200),
	CONSTRAINT "image_mappings_position_not_negative" CHECK ("image_mappings"."position" >= 0),
	CONSTRAINT "image_mappings_url_form" CHECK ("image_mappings"."url" ~ '[^[:space:]]' and char_length("image_mappings"."url") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "contact_messages_name_form" CHECK ("contact_messages"."name" ~ '[^[:space:]]' and char_length("contact_messages"."name") <= 200),
	CONSTRAINT "contact_messages_email_form" CHECK ("contact_messages"."email" ~ '[^[:space:]]' and char_length("contact_messages"."email") <= 320),
	CONSTRAINT "contact_messages_message_form" CHECK ("contact_messages"."message" ~ '[^[:space:]]' and char_length("contact_messages"."message") <= 10000)
);
--> statement-breakpoint
CREATE TABLE "wholesale_inquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company" text NOT NULL,
	"contact" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"business_type" text NOT NULL,
	"weekly_volume" text DEFAULT '' NOT NULL,
	"delivery" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "wholesale_inquiries_company_form" CHECK ("wholesale_inquiries"."company" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."company") <= 200),
	CONSTRAINT "wholesale_inquiries_contact_form" CHECK ("wholesale_inquiries"."contact" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."contact") <= 200),
	CONSTRAINT "wholesale_inquiries_email_form" CHECK ("wholesale_inquiries"."email" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."email") <= 320),
	CONSTRAINT "wholesale_inquiries_phone_form" CHECK ("wholesale_inquiries"."phone" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."phone") <= 50),
	CONSTRAINT "wholesale_inquiries_business_type_known" CHECK ("wholesale_inquiries"."business_type" in ('butcher', 'restaurant', 'grocery', 'meal-prep', 'other')),
	CONSTRAINT "wholesale_inquiries_weekly_volume_length" CHECK (char_length("wholesale_inquiries"."weekly_volume") <= 200),
	CONSTRAINT "wholesale_inquiries_delivery_known" CHECK ("wholesale_inquiries"."delivery" in ('delivery', 'pickup', 'undecided')),
	CONSTRAINT "wholesale_inquiries_notes_length" CHECK (char_length("wholesale_inquiries"."notes") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "invoice_counter" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invoice_counter_single_row" CHECK ("invoice_counter"."id" = 1),
	CONSTRAINT "invoice_counter_not_negative" CHECK ("invoice_counter"."last_number" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"invoice_number" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"invoice_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "invoices_invoice_number_unique" UNIQUE("invoice_number"),
	CONSTRAINT "invoices_invoice_url_unique" UNIQUE("invoice_url"),
	CONSTRAINT "invoices_number_form" CHECK ("invoices"."invoice_number" ~ '^INV-[0-9]{6,}$'),
	CONSTRAINT "invoices_amount_not_negative" CHECK ("invoices"."amount" between 0 and 9999999999.99),
	CONSTRAINT "invoices_url_form" CHECK ("invoices"."invoice_url" ~ '[^[:space:]]' and char_length("invoices"."invoice_url") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "mail_outbox_recipient_form" CHECK ("mail_outbox"."recipient" ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
	CONSTRAINT "mail_outbox_reply_to_form" CHECK ("mail_outbox"."reply_to" ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
	CONSTRAINT "mail_outbox_subject_form" CHECK ("mail_outbox"."subject" ~ '[^[:space:]]' and char_length("mail_outbox"."subject") <= 500),
	CONSTRAINT "mail_outbox_subject_one_line" CHECK ("mail_outbox"."subject" !~ '[\r\n]'),
	CONSTRAINT "mail_outbox_attempts_not_negative" CHECK ("mail_outbox"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" uuid,
	"product_name" text NOT NULL,
	"quantity" numeric(10, 2) NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"subtotal" numeric(12, 2) GENERATED ALWAYS AS (round(quantity * price_per_lb, 2)) STORED NOT NULL,
	CONSTRAINT "order_items_line" UNIQUE("order_id","position"),
	CONSTRAINT "order_items_position_not_negative" CHECK ("order_items"."position" >= 0),
	CONSTRAINT "order_items_product_name_form" CHECK ("order_items"."product_name" ~ '[^[:space:]]' and char_length("order_items"."product_name") <= 200),
	CONSTRAINT "order_items_quantity_range" CHECK ("order_items"."quantity" between 0.01 and 10000),
	CONSTRAINT "order_items_price_positive" CHECK ("order_items"."price_per_lb" between 0.01 and 10000)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"request_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"placed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'fulfilled', 'delivered', 'cancelled')),
	CONSTRAINT "orders_total_not_negative" CHECK ("orders"."total_price" between 0 and 9999999999.99),
	CONSTRAINT "orders_notes_length" CHECK (char_length("orders"."notes") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"category" text,
	"slug" text NOT NULL,
	"cut_type" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_name_form" CHECK ("products"."name" ~ '[^[:space:]]' and char_length("products"."name") <= 200),
	CONSTRAINT "products_category_known" CHECK ("products"."category" in ('chuck', 'prime-rib', 'loin', 'sirloin', 'round', 'other', 'pre-cuts', 'ground')),
	CONSTRAINT "products_slug_form" CHECK ("products"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "products_slug_length" CHECK (char_length("products"."slug") <= 120),
	CONSTRAINT "products_cut_type_length" CHECK (char_length("products"."cut_type") <= 200),
	CONSTRAINT "products_description_length" CHECK (char_length("products"."description") <= 5000),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "products_image_url_form" CHECK ("products"."image_url" ~ '[^[:space:]]' and char_length("products"."image_url") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_company_name_length" CHECK (char_length("profiles"."company_name") <= 200),
	CONSTRAINT "profiles_contact_name_length" CHECK (char_length("profiles"."contact_name") <= 200),
	CONSTRAINT "profiles_phone_length" CHECK (char_length("profiles"."phone") <= 50),
	CONSTRAINT "profiles_address_length" CHECK (char_length("profiles"."address") <= 500),
	CONSTRAINT "profiles_notes_length" CHECK (char_length("profiles"."notes") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "seeds" (
	"name" text PRIMARY KEY NOT NULL,
	"planted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_newest" ON "wholesale_inquiries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "order_items_product" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_user_newest" ON "orders" USING btree ("user_id","placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_status_newest" ON "orders" USING btree ("status","placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "products_active_name" ON "products" USING btree ("name","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "products_active_category" ON "products" USING btree ("category","name","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "profiles_company_name" ON "profiles" USING btree ("company_name","id");
-- The shop's schema at its baseline: what 56 migrations before the first release came to. Between the two
-- lines of dashes drizzle-kit's, from db/schema; before and after them what Drizzle cannot express. Functions
-- and triggers are in db/functions.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gist;
--> statement-breakpoint
-- ----------------------------------------------------------------------------------------------------------
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
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"staff_role" text,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_staff_role_known" CHECK ("profiles"."staff_role" in ('packer', 'driver', 'bookkeeper', 'catalogue')),
	CONSTRAINT "profiles_one_staff_role" CHECK (not ("profiles"."is_admin" and "profiles"."staff_role" is not null))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"network" text DEFAULT '' NOT NULL,
	"proven_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"second_factor_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"invited_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_invitations_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_invitations_email_form" CHECK ("staff_invitations"."email" = lower("staff_invitations"."email") and "staff_invitations"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("staff_invitations"."email") <= 320),
	CONSTRAINT "staff_invitations_name_form" CHECK ("staff_invitations"."name" ~ '[^[:space:]]' and char_length("staff_invitations"."name") <= 200),
	CONSTRAINT "staff_invitations_role_known" CHECK ("staff_invitations"."role" in ('owner', 'packer', 'driver', 'bookkeeper', 'catalogue'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"is_vouched" boolean DEFAULT false NOT NULL,
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
	CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export', 'account', 'staff')),
	CONSTRAINT "audit_log_entity_id_form" CHECK ("audit_log"."entity_id" ~ '[^[:space:]]' and char_length("audit_log"."entity_id") <= 300),
	CONSTRAINT "audit_log_action_form" CHECK ("audit_log"."action" ~ '[^[:space:]]' and char_length("audit_log"."action") <= 100),
	CONSTRAINT "audit_log_size" CHECK (coalesce(octet_length("audit_log"."before"::text), 0) + coalesce(octet_length("audit_log"."after"::text), 0) <= 65536)
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text DEFAULT 'business' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"guest_email" text DEFAULT '' NOT NULL,
	"guest_proved_at" timestamp (3) with time zone,
	"guest_network" text DEFAULT '' NOT NULL,
	"adopted_by" uuid,
	"notes" text DEFAULT '' NOT NULL,
	"wants_order_reminders" boolean DEFAULT true NOT NULL,
	"terms_kind" text DEFAULT 'net' NOT NULL,
	"terms_days" integer DEFAULT 30 NOT NULL,
	"credit_limit" numeric(12, 2),
	"grace_days" integer,
	"is_held" boolean DEFAULT false NOT NULL,
	"hold_note" text DEFAULT '' NOT NULL,
	"po_mode" text DEFAULT 'optional' NOT NULL,
	"po_blanket" text DEFAULT '' NOT NULL,
	"po_blanket_ends_on" date,
	"invoice_per" text DEFAULT 'order' NOT NULL,
	"min_order" numeric(12, 2),
	"accounting_name" text DEFAULT '' NOT NULL,
	"wants_statements" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_kind_known" CHECK ("customers"."kind" in ('business', 'person')),
	CONSTRAINT "customers_company_name_length" CHECK (char_length("customers"."company_name") <= 200),
	CONSTRAINT "customers_contact_name_length" CHECK (char_length("customers"."contact_name") <= 200),
	CONSTRAINT "customers_phone_length" CHECK (char_length("customers"."phone") <= 50),
	CONSTRAINT "customers_guest_email_form" CHECK ("customers"."guest_email" = '' or ("customers"."guest_email" = lower("customers"."guest_email") and "customers"."guest_email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("customers"."guest_email") <= 320 and "customers"."kind" = 'person')),
	CONSTRAINT "customers_notes_length" CHECK (char_length("customers"."notes") <= 5000),
	CONSTRAINT "customers_terms_kind_known" CHECK ("customers"."terms_kind" in ('prepay', 'on_delivery', 'net', 'end_of_month', 'day_of_next_month')),
	CONSTRAINT "customers_terms_days_range" CHECK (case "customers"."terms_kind" when 'day_of_next_month' then "customers"."terms_days" between 1 and 31
        else "customers"."terms_days" between 0 and 365 end),
	CONSTRAINT "customers_credit_limit_range" CHECK ("customers"."credit_limit" between 0 and 9999999999.99),
	CONSTRAINT "customers_grace_days_range" CHECK ("customers"."grace_days" between 0 and 365),
	CONSTRAINT "customers_hold_note_length" CHECK (char_length("customers"."hold_note") <= 1000),
	CONSTRAINT "customers_po_mode_known" CHECK ("customers"."po_mode" in ('none', 'optional', 'required', 'blanket')),
	CONSTRAINT "customers_po_blanket_length" CHECK (char_length("customers"."po_blanket") <= 100),
	CONSTRAINT "customers_po_blanket_form" CHECK ("customers"."po_mode" <> 'blanket' or "customers"."po_blanket" ~ '[^[:space:]]'),
	CONSTRAINT "customers_invoice_per_known" CHECK ("customers"."invoice_per" in ('order', 'month')),
	CONSTRAINT "customers_min_order_range" CHECK ("customers"."min_order" between 0 and 9999999999.99),
	CONSTRAINT "customers_accounting_name_length" CHECK (char_length("customers"."accounting_name") <= 200),
	CONSTRAINT "customers_guest_network_of_guest" CHECK ("customers"."guest_network" = '' or ("customers"."guest_email" <> '' and "customers"."guest_network" ~ '^[A-Za-z0-9_-]{43}$')),
	CONSTRAINT "customers_adopted_guest" CHECK ("customers"."adopted_by" is null or "customers"."guest_email" <> '')
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"site_ids" uuid[],
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('owner', 'buyer', 'approver', 'bookkeeper', 'viewer')),
	CONSTRAINT "invitations_email_form" CHECK ("invitations"."email" ~ '[^[:space:]]' and char_length("invitations"."email") <= 320),
	CONSTRAINT "invitations_not_as_owner" CHECK ("invitations"."role" <> 'owner')
);
--> statement-breakpoint
CREATE TABLE "members" (
	"customer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"site_ids" uuid[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_customer_id_user_id_pk" PRIMARY KEY("customer_id","user_id"),
	CONSTRAINT "members_role_known" CHECK ("members"."role" in ('owner', 'buyer', 'approver', 'bookkeeper', 'viewer')),
	CONSTRAINT "members_owner_everywhere" CHECK ("members"."role" <> 'owner' or "members"."site_ids" is null)
);
--> statement-breakpoint
CREATE TABLE "ship_tos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"route_rank" integer DEFAULT 0 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ship_tos_of_customer" UNIQUE("customer_id","id"),
	CONSTRAINT "ship_tos_name_length" CHECK (char_length("ship_tos"."name") <= 200),
	CONSTRAINT "ship_tos_address_length" CHECK (char_length("ship_tos"."address") <= 500),
	CONSTRAINT "ship_tos_postal_code_form" CHECK ("ship_tos"."postal_code" ~ '^(V[0-9][ABCEGHJ-NPRSTV-Z][0-9][ABCEGHJ-NPRSTV-Z][0-9])?$'),
	CONSTRAINT "ship_tos_contact_name_length" CHECK (char_length("ship_tos"."contact_name") <= 200),
	CONSTRAINT "ship_tos_phone_length" CHECK (char_length("ship_tos"."phone") <= 50),
	CONSTRAINT "ship_tos_notes_length" CHECK (char_length("ship_tos"."notes") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "day_exceptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid,
	"date" date NOT NULL,
	"kind" text NOT NULL,
	"moved_to" date,
	"weekday" integer,
	"cut_off_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_exceptions_once" UNIQUE NULLS NOT DISTINCT("zone_id","date"),
	CONSTRAINT "day_exceptions_kind_known" CHECK ("day_exceptions"."kind" in ('closed', 'moved', 'extra')),
	CONSTRAINT "day_exceptions_moved" CHECK (("day_exceptions"."kind" = 'moved') = ("day_exceptions"."moved_to" is not null)),
	CONSTRAINT "day_exceptions_moved_elsewhere" CHECK ("day_exceptions"."moved_to" <> "day_exceptions"."date"),
	CONSTRAINT "day_exceptions_extra" CHECK (("day_exceptions"."kind" = 'extra') = ("day_exceptions"."weekday" is not null)),
	CONSTRAINT "day_exceptions_weekday_range" CHECK ("day_exceptions"."weekday" between 1 and 7),
	CONSTRAINT "day_exceptions_extra_of_zone" CHECK ("day_exceptions"."kind" <> 'extra' or "day_exceptions"."zone_id" is not null),
	CONSTRAINT "day_exceptions_note_length" CHECK (char_length("day_exceptions"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "delivery_demand" (
	"fsa" text NOT NULL,
	"asked_on" date NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "delivery_demand_fsa_asked_on_pk" PRIMARY KEY("fsa","asked_on"),
	CONSTRAINT "delivery_demand_fsa_form" CHECK ("delivery_demand"."fsa" ~ '^V[0-9][ABCEGHJ-NPRSTV-Z]$'),
	CONSTRAINT "delivery_demand_count_positive" CHECK ("delivery_demand"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_waitlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postal_code" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_waitlist_once" UNIQUE("postal_code","email"),
	CONSTRAINT "delivery_waitlist_postal_code_form" CHECK ("delivery_waitlist"."postal_code" ~ '^V([0-9]([ABCEGHJ-NPRSTV-Z]([0-9]([ABCEGHJ-NPRSTV-Z][0-9]?)?)?)?)?$'),
	CONSTRAINT "delivery_waitlist_email_form" CHECK ("delivery_waitlist"."email" = lower("delivery_waitlist"."email") and "delivery_waitlist"."email" ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length("delivery_waitlist"."email") <= 320)
);
--> statement-breakpoint
CREATE TABLE "holiday_decisions" (
	"date" date PRIMARY KEY NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_reminders" (
	"customer_id" uuid NOT NULL,
	"run_date" date NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_reminders_customer_id_run_date_pk" PRIMARY KEY("customer_id","run_date")
);
--> statement-breakpoint
CREATE TABLE "run_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "run_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"ship_to_id" uuid,
	"rank" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"visited_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_stops_site" UNIQUE NULLS NOT DISTINCT("run_id","customer_id","ship_to_id"),
	CONSTRAINT "run_stops_state_known" CHECK ("run_stops"."state" in ('waiting', 'delivered', 'not_home')),
	CONSTRAINT "run_stops_visited" CHECK (("run_stops"."state" = 'waiting') = ("run_stops"."visited_at" is null))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"zone_id" uuid NOT NULL,
	"date" date NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"cut_off_at" timestamp (3) with time zone NOT NULL,
	"cap_stops" integer,
	"cap_lb" numeric(10, 2),
	"booked_stops" integer DEFAULT 0 NOT NULL,
	"booked_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL,
	"driver" text DEFAULT '' NOT NULL,
	"departed_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_zone_day" UNIQUE("zone_id","date"),
	CONSTRAINT "runs_state_known" CHECK ("runs"."state" in ('planned', 'out', 'done')),
	CONSTRAINT "runs_cap_stops_range" CHECK ("runs"."cap_stops" between 1 and 1000),
	CONSTRAINT "runs_cap_lb_range" CHECK ("runs"."cap_lb" between 1 and 100000),
	CONSTRAINT "runs_booked_not_negative" CHECK ("runs"."booked_stops" >= 0 and "runs"."booked_lb" >= 0),
	CONSTRAINT "runs_driver_length" CHECK (char_length("runs"."driver") <= 100)
);
--> statement-breakpoint
CREATE TABLE "zone_days" (
	"zone_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"cut_off_days_before" integer NOT NULL,
	"cut_off_time" time(0) NOT NULL,
	"window_from" time(0) NOT NULL,
	"window_to" time(0) NOT NULL,
	"cap_stops" integer,
	"cap_lb" numeric(10, 2),
	"min_order" numeric(12, 2) DEFAULT '0.00' NOT NULL,
	"fee" numeric(12, 2) DEFAULT '0.00' NOT NULL,
	"fee_tax_code" text,
	"free_from" numeric(12, 2),
	CONSTRAINT "zone_days_zone_id_weekday_pk" PRIMARY KEY("zone_id","weekday"),
	CONSTRAINT "zone_days_weekday_range" CHECK ("zone_days"."weekday" between 1 and 7),
	CONSTRAINT "zone_days_cut_off_range" CHECK ("zone_days"."cut_off_days_before" between 0 and 14),
	CONSTRAINT "zone_days_window" CHECK ("zone_days"."window_from" < "zone_days"."window_to"),
	CONSTRAINT "zone_days_cut_off_before_window" CHECK ("zone_days"."cut_off_days_before" > 0 or "zone_days"."cut_off_time" <= "zone_days"."window_from"),
	CONSTRAINT "zone_days_cap_stops_range" CHECK ("zone_days"."cap_stops" between 1 and 1000),
	CONSTRAINT "zone_days_cap_lb_range" CHECK ("zone_days"."cap_lb" between 1 and 100000),
	CONSTRAINT "zone_days_min_order_range" CHECK ("zone_days"."min_order" between 0 and 100000),
	CONSTRAINT "zone_days_fee_range" CHECK ("zone_days"."fee" between 0 and 10000),
	CONSTRAINT "zone_days_free_from_range" CHECK ("zone_days"."free_from" between 0 and 100000),
	CONSTRAINT "zone_days_fee_tax_code_known" CHECK ("zone_days"."fee_tax_code" in ('Z', 'E', 'G', 'GP'))
);
--> statement-breakpoint
CREATE TABLE "zone_prefixes" (
	"prefix" text PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	CONSTRAINT "zone_prefixes_form" CHECK ("zone_prefixes"."prefix" ~ '^V([0-9]([ABCEGHJ-NPRSTV-Z]([0-9]([ABCEGHJ-NPRSTV-Z][0-9]?)?)?)?)?$')
);
--> statement-breakpoint
CREATE TABLE "zones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'delivery' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"wholesale_only" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "zones_name_unique" UNIQUE("name"),
	CONSTRAINT "zones_name_form" CHECK ("zones"."name" ~ '[^[:space:]]' and char_length("zones"."name") <= 100),
	CONSTRAINT "zones_kind_known" CHECK ("zones"."kind" in ('delivery', 'pickup')),
	CONSTRAINT "zones_place_length" CHECK (char_length("zones"."place") <= 500),
	CONSTRAINT "zones_pickup_has_place" CHECK ("zones"."kind" = 'delivery' or "zones"."place" ~ '[^[:space:]]')
);
--> statement-breakpoint
CREATE TABLE "image_mappings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section" text NOT NULL,
	"image_key" text NOT NULL,
	"product_id" uuid GENERATED ALWAYS AS (case when section = 'product' then image_key::uuid end) STORED,
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
CREATE TABLE "images" (
	"path" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"digest" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"preview" text NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_path_form" CHECK ("images"."path" ~ '^(products|pages|sections)/[a-z0-9][a-z0-9-]*\.(jpg|webp)$' and char_length("images"."path") <= 200),
	CONSTRAINT "images_version_positive" CHECK ("images"."version" > 0),
	CONSTRAINT "images_digest_form" CHECK ("images"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "images_content_type_known" CHECK ("images"."content_type" in ('image/jpeg', 'image/webp')),
	CONSTRAINT "images_width_within" CHECK ("images"."width" between 1 and 20000),
	CONSTRAINT "images_height_within" CHECK ("images"."height" between 1 and 20000),
	CONSTRAINT "images_bytes_positive" CHECK ("images"."bytes" > 0),
	CONSTRAINT "images_preview_length" CHECK (char_length("images"."preview") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "data_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"label" text NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"is_stale" boolean DEFAULT false NOT NULL,
	"wanted" jsonb,
	"entity_id" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "data_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "data_import_rows_state_known" CHECK ("data_import_rows"."state" in ('new', 'changed', 'unchanged', 'refused')),
	CONSTRAINT "data_import_rows_label_length" CHECK (char_length("data_import_rows"."label") <= 300),
	CONSTRAINT "data_import_rows_problem_length" CHECK (char_length("data_import_rows"."problem") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "data_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'columns' NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea",
	"head" jsonb NOT NULL,
	"signature" text NOT NULL,
	"samples" jsonb NOT NULL,
	"row_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"invites" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"applied_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "data_imports_kind_known" CHECK ("data_imports"."kind" in ('products', 'prices', 'clients', 'sites', 'balances')),
	CONSTRAINT "data_imports_state_known" CHECK ("data_imports"."state" in ('columns', 'reading', 'read', 'applying', 'applied', 'undoing', 'undone', 'failed')),
	CONSTRAINT "data_imports_file_name_form" CHECK ("data_imports"."file_name" ~ '[^[:space:]]' and char_length("data_imports"."file_name") <= 255),
	CONSTRAINT "data_imports_signature_form" CHECK ("data_imports"."signature" ~ '[^[:space:]]' and char_length("data_imports"."signature") <= 100),
	CONSTRAINT "data_imports_problem_length" CHECK (char_length("data_imports"."problem") <= 1000),
	CONSTRAINT "data_imports_content_size" CHECK (octet_length("data_imports"."content") <= 10485760),
	CONSTRAINT "data_imports_row_count_range" CHECK ("data_imports"."row_count" between 0 and 50000),
	CONSTRAINT "data_imports_done_count_not_negative" CHECK ("data_imports"."done_count" >= 0),
	CONSTRAINT "data_imports_applied" CHECK (("data_imports"."state" in ('applied', 'undoing', 'undone')) = ("data_imports"."applied_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"kind" text NOT NULL,
	"signature" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_mappings_kind_signature_pk" PRIMARY KEY("kind","signature"),
	CONSTRAINT "import_mappings_kind_known" CHECK ("import_mappings"."kind" in ('products', 'prices', 'clients', 'sites', 'balances')),
	CONSTRAINT "import_mappings_signature_form" CHECK ("import_mappings"."signature" ~ '[^[:space:]]' and char_length("import_mappings"."signature") <= 100)
);
--> statement-breakpoint
CREATE TABLE "opening_balances" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"as_of" date NOT NULL,
	"entry_id" uuid NOT NULL,
	CONSTRAINT "opening_balances_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "opening_balances_cents_not_zero" CHECK ("opening_balances"."cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"sending_key" text,
	"robot_sign" text,
	CONSTRAINT "contact_messages_sending_key_unique" UNIQUE("sending_key"),
	CONSTRAINT "contact_messages_name_form" CHECK ("contact_messages"."name" ~ '[^[:space:]]' and char_length("contact_messages"."name") <= 200),
	CONSTRAINT "contact_messages_email_form" CHECK ("contact_messages"."email" ~ '[^[:space:]]' and char_length("contact_messages"."email") <= 320),
	CONSTRAINT "contact_messages_message_form" CHECK ("contact_messages"."message" ~ '[^[:space:]]' and char_length("contact_messages"."message") <= 10000),
	CONSTRAINT "contact_messages_robot_sign_known" CHECK ("contact_messages"."robot_sign" in ('trap', 'haste'))
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
	"invited_at" timestamp (3) with time zone,
	"sending_key" text,
	"robot_sign" text,
	CONSTRAINT "wholesale_inquiries_sending_key_unique" UNIQUE("sending_key"),
	CONSTRAINT "wholesale_inquiries_company_form" CHECK ("wholesale_inquiries"."company" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."company") <= 200),
	CONSTRAINT "wholesale_inquiries_contact_form" CHECK ("wholesale_inquiries"."contact" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."contact") <= 200),
	CONSTRAINT "wholesale_inquiries_email_form" CHECK ("wholesale_inquiries"."email" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."email") <= 320),
	CONSTRAINT "wholesale_inquiries_phone_form" CHECK ("wholesale_inquiries"."phone" ~ '[^[:space:]]' and char_length("wholesale_inquiries"."phone") <= 50),
	CONSTRAINT "wholesale_inquiries_business_type_known" CHECK ("wholesale_inquiries"."business_type" in ('butcher', 'restaurant', 'grocery', 'meal-prep', 'other')),
	CONSTRAINT "wholesale_inquiries_weekly_volume_length" CHECK (char_length("wholesale_inquiries"."weekly_volume") <= 200),
	CONSTRAINT "wholesale_inquiries_delivery_known" CHECK ("wholesale_inquiries"."delivery" in ('delivery', 'pickup', 'undecided')),
	CONSTRAINT "wholesale_inquiries_notes_length" CHECK (char_length("wholesale_inquiries"."notes") <= 5000),
	CONSTRAINT "wholesale_inquiries_robot_sign_known" CHECK ("wholesale_inquiries"."robot_sign" in ('trap', 'haste'))
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"unsubscribe_url" text,
	"topic" text,
	"told" jsonb,
	"send_after" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"file" text,
	"failed_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "mail_outbox_recipient_form" CHECK ("mail_outbox"."recipient" ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
	CONSTRAINT "mail_outbox_reply_to_form" CHECK ("mail_outbox"."reply_to" ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
	CONSTRAINT "mail_outbox_subject_form" CHECK ("mail_outbox"."subject" ~ '[^[:space:]]' and char_length("mail_outbox"."subject") <= 500),
	CONSTRAINT "mail_outbox_subject_one_line" CHECK ("mail_outbox"."subject" !~ '[\r\n]'),
	CONSTRAINT "mail_outbox_unsubscribe_url_form" CHECK ("mail_outbox"."unsubscribe_url" ~ '^https?://[^[:space:]<>]+$'),
	CONSTRAINT "mail_outbox_attempts_not_negative" CHECK ("mail_outbox"."attempts" >= 0),
	CONSTRAINT "mail_outbox_sent_or_failed" CHECK ("mail_outbox"."sent_at" is null or "mail_outbox"."failed_at" is null),
	CONSTRAINT "mail_outbox_file_is_done" CHECK ("mail_outbox"."file" is null or "mail_outbox"."sent_at" is not null),
	CONSTRAINT "mail_outbox_topic_waits" CHECK ("mail_outbox"."topic" is null or "mail_outbox"."send_after" is not null)
);
--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"folder" text NOT NULL,
	"database" text,
	"bytes" bigint,
	"message" text DEFAULT '' NOT NULL,
	CONSTRAINT "backup_runs_kind_known" CHECK ("backup_runs"."kind" in ('backup', 'proof', 'offsite', 'offsite_proof', 'recent')),
	CONSTRAINT "backup_runs_outcome_known" CHECK ("backup_runs"."outcome" in ('done', 'failed', 'skipped', 'cut')),
	CONSTRAINT "backup_runs_ended" CHECK (("backup_runs"."ended_at" is null) = ("backup_runs"."outcome" is null)),
	CONSTRAINT "backup_runs_folder_form" CHECK ("backup_runs"."folder" ~ '[^[:space:]]' and char_length("backup_runs"."folder") <= 4096),
	CONSTRAINT "backup_runs_database_form" CHECK ("backup_runs"."database" ~ '^shop_proof_[0-9a-f]{16}$'),
	CONSTRAINT "backup_runs_message_length" CHECK (char_length("backup_runs"."message") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "health_troubles" (
	"check_id" text PRIMARY KEY NOT NULL,
	"says" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "health_troubles_check_id_form" CHECK ("health_troubles"."check_id" ~ '[^[:space:]]' and char_length("health_troubles"."check_id") <= 50),
	CONSTRAINT "health_troubles_says_form" CHECK ("health_troubles"."says" ~ '[^[:space:]]' and char_length("health_troubles"."says") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "order_charges" (
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"tax_code" text DEFAULT 'Z' NOT NULL,
	CONSTRAINT "order_charges_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "order_charges_kind_known" CHECK ("order_charges"."kind" in ('delivery_fee', 'minimum')),
	CONSTRAINT "order_charges_description_form" CHECK ("order_charges"."description" ~ '[^[:space:]]' and char_length("order_charges"."description") <= 200),
	CONSTRAINT "order_charges_amount_range" CHECK ("order_charges"."amount" between 0.01 and 100000),
	CONSTRAINT "order_charges_tax_code_known" CHECK ("order_charges"."tax_code" in ('Z', 'E', 'G', 'GP'))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" uuid,
	"product_name" text NOT NULL,
	"sold_by" text DEFAULT 'lb' NOT NULL,
	"ordered_pieces" integer,
	"typical_piece_lb" numeric(6, 2),
	"quantity" numeric(10, 2) NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"price_source" text DEFAULT 'base' NOT NULL,
	"price_source_name" text DEFAULT '' NOT NULL,
	"base_price_per_lb" numeric(10, 2),
	"over_cap_pct" integer DEFAULT 10 NOT NULL,
	"tax_code" text DEFAULT 'Z' NOT NULL,
	"subtotal" numeric(12, 2) GENERATED ALWAYS AS (round(quantity * price_per_lb, 2)) STORED NOT NULL,
	"promised_amount" numeric(12, 2) GENERATED ALWAYS AS (round(round(quantity * price_per_lb, 2) * (100 + over_cap_pct) / 100, 2)) STORED NOT NULL,
	"pack_state" text DEFAULT 'open' NOT NULL,
	"packed_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL,
	"packed_pieces" integer DEFAULT 0 NOT NULL,
	"over_decision" text,
	"pack_note" text DEFAULT '' NOT NULL,
	"substitutes_item_id" uuid,
	"known_lb" numeric(10, 2) GENERATED ALWAYS AS (case when pack_state = 'open' then quantity else packed_lb end) STORED NOT NULL,
	"final_amount" numeric(12, 2) GENERATED ALWAYS AS (round(packed_lb * price_per_lb, 2)) STORED NOT NULL,
	CONSTRAINT "order_items_line" UNIQUE("order_id","position"),
	CONSTRAINT "order_items_position_not_negative" CHECK ("order_items"."position" >= 0),
	CONSTRAINT "order_items_product_name_form" CHECK ("order_items"."product_name" ~ '[^[:space:]]' and char_length("order_items"."product_name") <= 200),
	CONSTRAINT "order_items_quantity_range" CHECK ("order_items"."quantity" between 0.01 and 10000),
	CONSTRAINT "order_items_price_positive" CHECK ("order_items"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "order_items_price_source_known" CHECK ("order_items"."price_source" in ('base', 'list', 'customer')),
	CONSTRAINT "order_items_price_source_name_length" CHECK (char_length("order_items"."price_source_name") <= 200),
	CONSTRAINT "order_items_base_price_positive" CHECK ("order_items"."base_price_per_lb" between 0.01 and 10000),
	CONSTRAINT "order_items_sold_by_known" CHECK ("order_items"."sold_by" in ('lb', 'piece')),
	CONSTRAINT "order_items_pieces_range" CHECK ("order_items"."ordered_pieces" between 1 and 10000),
	CONSTRAINT "order_items_pieces_weight" CHECK (case when "order_items"."sold_by" = 'piece'
        then "order_items"."quantity" is not distinct from round("order_items"."ordered_pieces" * "order_items"."typical_piece_lb", 2)
        else "order_items"."ordered_pieces" is null end),
	CONSTRAINT "order_items_over_cap_range" CHECK ("order_items"."over_cap_pct" between 0 and 30),
	CONSTRAINT "order_items_tax_code_known" CHECK ("order_items"."tax_code" in ('Z', 'E', 'G', 'GP')),
	CONSTRAINT "order_items_pack_state_known" CHECK ("order_items"."pack_state" in ('open', 'packed', 'short', 'substituted', 'dropped')),
	CONSTRAINT "order_items_packed_not_negative" CHECK ("order_items"."packed_lb" >= 0 and "order_items"."packed_pieces" >= 0),
	CONSTRAINT "order_items_over_decision_known" CHECK ("order_items"."over_decision" in ('bill_promise', 'customer_agreed', 'unasked')),
	CONSTRAINT "order_items_promise_kept" CHECK ("order_items"."pack_state" not in ('packed', 'short', 'substituted')
        or "order_items"."final_amount" <= "order_items"."promised_amount"
        or "order_items"."over_decision" is not null),
	CONSTRAINT "order_items_pack_note_length" CHECK (char_length("order_items"."pack_note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"placed_by" uuid,
	"ship_to_id" uuid,
	"request_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"channel" text DEFAULT 'wholesale' NOT NULL,
	"payment_way" text,
	"awaits_until" timestamp (3) with time zone,
	"card_accepted_at" timestamp (3) with time zone,
	"placed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"estimated_total" numeric(12, 2) DEFAULT '0.00' NOT NULL,
	"allows_substitutes" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"standing_notes" text DEFAULT '' NOT NULL,
	"po_number" text DEFAULT '' NOT NULL,
	"hold_reason" text,
	"held_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"released_by" uuid,
	"release_note" text DEFAULT '' NOT NULL,
	"is_new_client" boolean DEFAULT false NOT NULL,
	"run_id" uuid,
	"stop_id" uuid,
	"delivery_kind" text,
	"delivery_day" date,
	"delivery_from" time(0),
	"delivery_to" time(0),
	"delivery_name" text DEFAULT '' NOT NULL,
	"delivery_address" text DEFAULT '' NOT NULL,
	"delivery_postal_code" text DEFAULT '' NOT NULL,
	"delivery_phone" text DEFAULT '' NOT NULL,
	"delivery_notes" text DEFAULT '' NOT NULL,
	"booked_lb" numeric(10, 2) DEFAULT '0.00' NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('awaiting_payment', 'pending', 'fulfilled', 'delivered', 'cancelled')),
	CONSTRAINT "orders_total_not_negative" CHECK ("orders"."total_price" between 0 and 9999999999.99),
	CONSTRAINT "orders_notes_length" CHECK (char_length("orders"."notes") <= 5000),
	CONSTRAINT "orders_standing_notes_length" CHECK (char_length("orders"."standing_notes") <= 5000),
	CONSTRAINT "orders_delivery_kind_known" CHECK ("orders"."delivery_kind" in ('delivery', 'pickup')),
	CONSTRAINT "orders_delivery_whole" CHECK (num_nulls("orders"."run_id", "orders"."stop_id", "orders"."delivery_kind", "orders"."delivery_day", "orders"."delivery_from", "orders"."delivery_to") in (0, 6)),
	CONSTRAINT "orders_delivery_name_length" CHECK (char_length("orders"."delivery_name") <= 200),
	CONSTRAINT "orders_delivery_address_length" CHECK (char_length("orders"."delivery_address") <= 500),
	CONSTRAINT "orders_delivery_postal_code_length" CHECK (char_length("orders"."delivery_postal_code") <= 6),
	CONSTRAINT "orders_delivery_phone_length" CHECK (char_length("orders"."delivery_phone") <= 50),
	CONSTRAINT "orders_delivery_notes_length" CHECK (char_length("orders"."delivery_notes") <= 2000),
	CONSTRAINT "orders_booked_not_negative" CHECK ("orders"."booked_lb" >= 0),
	CONSTRAINT "orders_delivered_at_when" CHECK ("orders"."delivered_at" is null or "orders"."status" = 'delivered'),
	CONSTRAINT "orders_po_number_length" CHECK (char_length("orders"."po_number") <= 100),
	CONSTRAINT "orders_hold_reason_known" CHECK ("orders"."hold_reason" in ('credit', 'overdue', 'manual', 'payment')),
	CONSTRAINT "orders_held_wholly" CHECK (("orders"."hold_reason" is null) = ("orders"."held_at" is null)),
	CONSTRAINT "orders_released_if_held" CHECK ("orders"."released_at" is null or "orders"."held_at" is not null),
	CONSTRAINT "orders_held_unsettled" CHECK ("orders"."hold_reason" is null or "orders"."released_at" is not null
        or "orders"."status" in ('awaiting_payment', 'pending', 'cancelled')),
	CONSTRAINT "orders_release_note_length" CHECK (char_length("orders"."release_note") <= 1000),
	CONSTRAINT "orders_new_client_unsettled" CHECK (not "orders"."is_new_client" or "orders"."status" in ('awaiting_payment', 'pending', 'cancelled')),
	CONSTRAINT "orders_channel_known" CHECK ("orders"."channel" in ('wholesale', 'retail')),
	CONSTRAINT "orders_payment_way_known" CHECK ("orders"."payment_way" in ('card', 'door', 'etransfer')),
	CONSTRAINT "orders_payment_way_of_retail" CHECK (("orders"."channel" = 'retail') = ("orders"."payment_way" is not null)),
	CONSTRAINT "orders_awaits_until" CHECK (case "orders"."status"
        when 'awaiting_payment' then "orders"."awaits_until" is not null and "orders"."payment_way" is not distinct from 'card'
        when 'pending' then "orders"."awaits_until" is null or "orders"."payment_way" is not distinct from 'etransfer'
        else "orders"."awaits_until" is null end),
	CONSTRAINT "orders_card_accepted_of_card" CHECK ("orders"."card_accepted_at" is null or "orders"."payment_way" is not distinct from 'card')
);
--> statement-breakpoint
CREATE TABLE "boxes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer,
	"label_number" integer GENERATED ALWAYS AS IDENTITY (sequence name "boxes_label_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 100001 CACHE 1),
	CONSTRAINT "boxes_label_number_unique" UNIQUE("label_number"),
	CONSTRAINT "boxes_number_of_order" UNIQUE("order_id","number"),
	CONSTRAINT "boxes_number_range" CHECK ("boxes"."number" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "label_prices" (
	"product_id" uuid NOT NULL,
	"starts_on" date NOT NULL,
	"price" numeric(8, 2) NOT NULL,
	"unit" text NOT NULL,
	CONSTRAINT "label_prices_product_id_starts_on_pk" PRIMARY KEY("product_id","starts_on"),
	CONSTRAINT "label_prices_price_positive" CHECK ("label_prices"."price" > 0),
	CONSTRAINT "label_prices_unit_known" CHECK ("label_prices"."unit" in ('kg', 'lb'))
);
--> statement-breakpoint
CREATE TABLE "lot_parents" (
	"child_id" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"lb" numeric(10, 2),
	CONSTRAINT "lot_parents_child_id_parent_id_pk" PRIMARY KEY("child_id","parent_id"),
	CONSTRAINT "lot_parents_lb_positive" CHECK ("lot_parents"."lb" > 0),
	CONSTRAINT "lot_parents_not_itself" CHECK ("lot_parents"."child_id" <> "lot_parents"."parent_id")
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"supplier" text NOT NULL,
	"supplier_lot" text DEFAULT '' NOT NULL,
	"animal_number" text DEFAULT '' NOT NULL,
	"establishment" text DEFAULT '' NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"slaughtered_on" date,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_lb" numeric(10, 2),
	"temperature_c" numeric(4, 1),
	"expires_on" date,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lots_code_of_supplier" UNIQUE("supplier","code"),
	CONSTRAINT "lots_code_form" CHECK ("lots"."code" ~ '[^[:space:]]' and char_length("lots"."code") <= 40),
	CONSTRAINT "lots_supplier_form" CHECK ("lots"."supplier" ~ '[^[:space:]]' and char_length("lots"."supplier") <= 200),
	CONSTRAINT "lots_supplier_lot_length" CHECK (char_length("lots"."supplier_lot") <= 40),
	CONSTRAINT "lots_animal_number_length" CHECK (char_length("lots"."animal_number") <= 40),
	CONSTRAINT "lots_establishment_length" CHECK (char_length("lots"."establishment") <= 40),
	CONSTRAINT "lots_grade_length" CHECK (char_length("lots"."grade") <= 40),
	CONSTRAINT "lots_received_lb_positive" CHECK ("lots"."received_lb" > 0),
	CONSTRAINT "lots_note_length" CHECK (char_length("lots"."note") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "pack_claims" (
	"order_id" uuid NOT NULL,
	"packer_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pack_claims_order_id_packer_id_pk" PRIMARY KEY("order_id","packer_id")
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_item_id" uuid NOT NULL,
	"pieces" integer,
	"reading_value" numeric(9, 3) NOT NULL,
	"reading_unit" text NOT NULL,
	"tare_g" integer DEFAULT 0 NOT NULL,
	"net_lb" numeric(10, 2) NOT NULL,
	"net_g" integer NOT NULL,
	"source" text NOT NULL,
	"raw_scan" text DEFAULT '' NOT NULL,
	"serial" text,
	"lot_id" uuid,
	"box_id" uuid,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"packed_by" uuid,
	"packed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"voided_by" uuid,
	"void_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "packages_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "packages_pieces_range" CHECK ("packages"."pieces" between 1 and 10000),
	CONSTRAINT "packages_reading_unit_known" CHECK ("packages"."reading_unit" in ('kg', 'lb')),
	CONSTRAINT "packages_reading_positive" CHECK ("packages"."reading_value" > 0),
	CONSTRAINT "packages_tare_not_negative" CHECK ("packages"."tare_g" >= 0),
	CONSTRAINT "packages_net_least" CHECK ("packages"."net_lb" >= case "packages"."source" when 'assumed' then 0.01 else 0.05 end),
	CONSTRAINT "packages_net_g_positive" CHECK ("packages"."net_g" > 0),
	CONSTRAINT "packages_source_known" CHECK ("packages"."source" in ('typed', 'ean', 'gs1', 'scale', 'derived', 'assumed')),
	CONSTRAINT "packages_raw_scan_length" CHECK (char_length("packages"."raw_scan") <= 512),
	CONSTRAINT "packages_serial_form" CHECK ("packages"."serial" ~ '[^[:space:]]' and char_length("packages"."serial") <= 100),
	CONSTRAINT "packages_void_reason_length" CHECK (char_length("packages"."void_reason") <= 200),
	CONSTRAINT "packages_voided_wholly" CHECK (("packages"."voided_at" is null) = ("packages"."voided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"category" text,
	"slug" text NOT NULL,
	"cut_type" text DEFAULT '' NOT NULL,
	"other_names" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"featured_rank" smallint,
	"sold_by" text DEFAULT 'lb' NOT NULL,
	"typical_piece_lb" numeric(6, 2),
	"order_step_lb" numeric(6, 2) DEFAULT '0.01' NOT NULL,
	"over_cap_pct" integer,
	"tare_g" integer DEFAULT 0 NOT NULL,
	"item_number" integer,
	"gtin" text,
	"storage" text DEFAULT 'refrigerated' NOT NULL,
	"tax_code" text DEFAULT 'Z' NOT NULL,
	"is_traced" boolean DEFAULT false NOT NULL,
	"search_words" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_featured_rank_unique" UNIQUE("featured_rank"),
	CONSTRAINT "products_item_number_unique" UNIQUE("item_number"),
	CONSTRAINT "products_gtin_unique" UNIQUE("gtin"),
	CONSTRAINT "products_name_form" CHECK ("products"."name" ~ '[^[:space:]]' and char_length("products"."name") <= 200),
	CONSTRAINT "products_category_known" CHECK ("products"."category" in ('chuck', 'prime-rib', 'loin', 'sirloin', 'round', 'other', 'pre-cuts', 'ground')),
	CONSTRAINT "products_slug_form" CHECK ("products"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "products_slug_length" CHECK (char_length("products"."slug") <= 120),
	CONSTRAINT "products_cut_type_length" CHECK (char_length("products"."cut_type") <= 200),
	CONSTRAINT "products_other_names_length" CHECK (char_length("products"."other_names") <= 500),
	CONSTRAINT "products_description_length" CHECK (char_length("products"."description") <= 5000),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "products_featured_rank_range" CHECK ("products"."featured_rank" between 1 and 4),
	CONSTRAINT "products_sold_by_known" CHECK ("products"."sold_by" in ('lb', 'piece')),
	CONSTRAINT "products_piece_weight" CHECK ("products"."typical_piece_lb" between 0.05 and 1000),
	CONSTRAINT "products_piece_has_weight" CHECK ("products"."sold_by" = 'lb' or "products"."typical_piece_lb" is not null),
	CONSTRAINT "products_order_step_range" CHECK ("products"."order_step_lb" between 0.01 and 1000),
	CONSTRAINT "products_over_cap_range" CHECK ("products"."over_cap_pct" between 0 and 30),
	CONSTRAINT "products_tare_range" CHECK ("products"."tare_g" between 0 and 5000),
	CONSTRAINT "products_item_number_range" CHECK ("products"."item_number" between 1 and 99999),
	CONSTRAINT "products_gtin_form" CHECK ("products"."gtin" ~ '^[0-9]{14}$'),
	CONSTRAINT "products_storage_known" CHECK ("products"."storage" in ('refrigerated', 'frozen')),
	CONSTRAINT "products_tax_code_known" CHECK ("products"."tax_code" in ('Z', 'E', 'G', 'GP')),
	CONSTRAINT "products_image_url_form" CHECK ("products"."image_url" ~ '[^[:space:]]' and char_length("products"."image_url") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "authenticator_apps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint,
	"new_secret" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authenticator_apps_confirmed" CHECK (("authenticator_apps"."secret" is null) = ("authenticator_apps"."confirmed_at" is null) and ("authenticator_apps"."secret" is null) = ("authenticator_apps"."last_step" is null)),
	CONSTRAINT "authenticator_apps_some" CHECK ("authenticator_apps"."secret" is not null or "authenticator_apps"."new_secret" is not null)
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"last_signed_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_browsers_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkeys_name_form" CHECK ("passkeys"."name" ~ '[^[:space:]]' and char_length("passkeys"."name") <= 100),
	CONSTRAINT "passkeys_credential_form" CHECK ("passkeys"."credential_id" ~ '[^[:space:]]' and char_length("passkeys"."credential_id") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_digest" UNIQUE("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "orders_off_runs" (
	"run_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"taken_off_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_off_runs_run_id_order_id_pk" PRIMARY KEY("run_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "stop_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"stop_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_by" text DEFAULT '' NOT NULL,
	"temperature_c" numeric(4, 1),
	"order_item_id" uuid,
	"refused_lb" numeric(10, 2),
	"note" text DEFAULT '' NOT NULL,
	"signature_id" uuid,
	"photo_id" uuid,
	"link_id" uuid,
	"recorded_by" uuid,
	CONSTRAINT "stop_events_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "stop_events_kind_known" CHECK ("stop_events"."kind" in ('delivered', 'not_home', 'refused', 'undone')),
	CONSTRAINT "stop_events_received_by_length" CHECK (char_length("stop_events"."received_by") <= 100),
	CONSTRAINT "stop_events_temperature_range" CHECK ("stop_events"."temperature_c" between -60 and 60),
	CONSTRAINT "stop_events_refused_line" CHECK (("stop_events"."kind" = 'refused') = ("stop_events"."order_item_id" is not null)),
	CONSTRAINT "stop_events_refused_lb" CHECK (("stop_events"."kind" = 'refused') = ("stop_events"."refused_lb" is not null)),
	CONSTRAINT "stop_events_refused_lb_range" CHECK ("stop_events"."refused_lb" between 0.01 and 10000),
	CONSTRAINT "stop_events_note_length" CHECK (char_length("stop_events"."note") <= 1000),
	CONSTRAINT "stop_events_by_somebody" CHECK (("stop_events"."link_id" is null) <> ("stop_events"."recorded_by" is null))
);
--> statement-breakpoint
CREATE TABLE "kept_values" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_values_key_form" CHECK ("kept_values"."key" ~ '[^[:space:]]' and char_length("kept_values"."key") <= 60),
	CONSTRAINT "kept_values_version_positive" CHECK ("kept_values"."version" > 0),
	CONSTRAINT "kept_values_size" CHECK (octet_length("kept_values"."value"::text) <= 262144)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_limits_key_form" CHECK ("rate_limits"."key" ~ '[^[:space:]]' and char_length("rate_limits"."key") <= 100),
	CONSTRAINT "rate_limits_count_positive" CHECK ("rate_limits"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "seeds" (
	"name" text PRIMARY KEY NOT NULL,
	"planted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"over_cap_pct" integer DEFAULT 10 NOT NULL,
	"scan_rules" jsonb,
	"reminders" jsonb,
	"accounting" jsonb,
	"scan_stand_ins" jsonb,
	"gtin_company_prefix" text DEFAULT '' NOT NULL,
	"needs_second_factor" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_settings_one_row" CHECK ("shop_settings"."id"),
	CONSTRAINT "shop_settings_gtin_prefix_form" CHECK ("shop_settings"."gtin_company_prefix" ~ '^([0-9]{6,11})?$'),
	CONSTRAINT "shop_settings_over_cap_range" CHECK ("shop_settings"."over_cap_pct" between 0 and 30)
);
--> statement-breakpoint
CREATE TABLE "claim_ticks" (
	"claim" text PRIMARY KEY NOT NULL,
	"words_digest" text NOT NULL,
	"note" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_ticks_claim_form" CHECK ("claim_ticks"."claim" ~ '[^[:space:]]' and char_length("claim_ticks"."claim") <= 60),
	CONSTRAINT "claim_ticks_words_digest_form" CHECK ("claim_ticks"."words_digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "claim_ticks_note_length" CHECK (char_length("claim_ticks"."note") <= 500),
	CONSTRAINT "claim_ticks_confirmed_by_form" CHECK ("claim_ticks"."confirmed_by" ~ '[^[:space:]]' and char_length("claim_ticks"."confirmed_by") <= 320)
);
--> statement-breakpoint
CREATE TABLE "word_drafts" (
	"page" text NOT NULL,
	"user_id" uuid NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "word_drafts_page_user_id_pk" PRIMARY KEY("page","user_id"),
	CONSTRAINT "word_drafts_page_form" CHECK ("word_drafts"."page" ~ '[^[:space:]]' and char_length("word_drafts"."page") <= 60),
	CONSTRAINT "word_drafts_size" CHECK (octet_length("word_drafts"."value"::text) <= 262144)
);
--> statement-breakpoint
CREATE TABLE "bank_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"signature" text NOT NULL,
	"content" "bytea",
	"outcome" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_imports_file_name_form" CHECK ("bank_imports"."file_name" ~ '[^[:space:]]' and char_length("bank_imports"."file_name") <= 255),
	CONSTRAINT "bank_imports_signature_form" CHECK ("bank_imports"."signature" ~ '[^[:space:]]' and char_length("bank_imports"."signature") <= 100),
	CONSTRAINT "bank_imports_read" CHECK (("bank_imports"."content" is null) = ("bank_imports"."outcome" is not null)),
	CONSTRAINT "bank_imports_content_size" CHECK (octet_length("bank_imports"."content") <= 5242880)
);
--> statement-breakpoint
CREATE TABLE "bank_mappings" (
	"signature" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_mappings_signature_form" CHECK ("bank_mappings"."signature" ~ '[^[:space:]]' and char_length("bank_mappings"."signature") <= 100)
);
--> statement-breakpoint
CREATE TABLE "bank_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"row_hash" text NOT NULL,
	"ordinal" integer NOT NULL,
	"occurred_on" date NOT NULL,
	"cents" bigint NOT NULL,
	"sender" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"raw" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"entry_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_rows_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "bank_rows_once" UNIQUE("row_hash","ordinal"),
	CONSTRAINT "bank_rows_ordinal_not_negative" CHECK ("bank_rows"."ordinal" >= 0),
	CONSTRAINT "bank_rows_cents_positive" CHECK ("bank_rows"."cents" > 0),
	CONSTRAINT "bank_rows_state_known" CHECK ("bank_rows"."state" in ('open', 'booked', 'ignored')),
	CONSTRAINT "bank_rows_booked" CHECK (("bank_rows"."state" = 'booked') = ("bank_rows"."entry_id" is not null)),
	CONSTRAINT "bank_rows_sender_length" CHECK (char_length("bank_rows"."sender") <= 320),
	CONSTRAINT "bank_rows_message_length" CHECK (char_length("bank_rows"."message") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "export_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"program" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "export_batches_number" UNIQUE("program","kind","number"),
	CONSTRAINT "export_batches_program_known" CHECK ("export_batches"."program" in ('quickbooks', 'xero', 'generic')),
	CONSTRAINT "export_batches_kind_form" CHECK ("export_batches"."kind" ~ '[^[:space:]]' and char_length("export_batches"."kind") <= 50),
	CONSTRAINT "export_batches_number_positive" CHECK ("export_batches"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "export_files" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "export_files_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "export_files_name" UNIQUE("batch_id","name"),
	CONSTRAINT "export_files_name_form" CHECK ("export_files"."name" ~ '[^[:space:]]' and char_length("export_files"."name") <= 200),
	CONSTRAINT "export_files_position_not_negative" CHECK ("export_files"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "exported_documents" (
	"program" text NOT NULL,
	"document_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "exported_documents_program_document_id_pk" PRIMARY KEY("program","document_id"),
	CONSTRAINT "exported_documents_program_known" CHECK ("exported_documents"."program" in ('quickbooks', 'xero', 'generic'))
);
--> statement-breakpoint
CREATE TABLE "sender_aliases" (
	"sender" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sender_aliases_sender_customer_id_pk" PRIMARY KEY("sender","customer_id"),
	CONSTRAINT "sender_aliases_sender_form" CHECK ("sender_aliases"."sender" ~ '[^[:space:]]' and char_length("sender_aliases"."sender") <= 320)
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(content)) STORED NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_content_type_known" CHECK ("attachments"."content_type" in ('image/webp', 'image/jpeg', 'image/png')),
	CONSTRAINT "attachments_size" CHECK (octet_length("attachments"."content") between 1 and 4194304),
	CONSTRAINT "attachments_width_range" CHECK ("attachments"."width" between 1 and 1600),
	CONSTRAINT "attachments_height_range" CHECK ("attachments"."height" between 1 and 1600)
);
--> statement-breakpoint
CREATE TABLE "credit_request_lines" (
	"credit_request_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_item_id" uuid,
	"document_id" uuid,
	"line_position" integer,
	"lb" numeric(10, 2),
	"amount" numeric(12, 2),
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"attachment_id" uuid,
	CONSTRAINT "credit_request_lines_credit_request_id_position_pk" PRIMARY KEY("credit_request_id","position"),
	CONSTRAINT "credit_request_lines_attachment" UNIQUE("attachment_id"),
	CONSTRAINT "credit_request_lines_of_something" CHECK ("credit_request_lines"."order_item_id" is not null or "credit_request_lines"."line_position" is not null),
	CONSTRAINT "credit_request_lines_document_line" CHECK (("credit_request_lines"."document_id" is null) = ("credit_request_lines"."line_position" is null)),
	CONSTRAINT "credit_request_lines_lb_or_amount" CHECK (("credit_request_lines"."lb" is null) <> ("credit_request_lines"."amount" is null)),
	CONSTRAINT "credit_request_lines_lb_range" CHECK ("credit_request_lines"."lb" between 0.01 and 10000),
	CONSTRAINT "credit_request_lines_amount_range" CHECK ("credit_request_lines"."amount" between 0.01 and 9999999999.99),
	CONSTRAINT "credit_request_lines_reason_known" CHECK ("credit_request_lines"."reason" in ('short', 'quality', 'wrong_item', 'price', 'late')),
	CONSTRAINT "credit_request_lines_note_length" CHECK (char_length("credit_request_lines"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "credit_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid,
	"source" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"payout" text,
	"requested_by" uuid,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	"credit_note_id" uuid,
	CONSTRAINT "credit_requests_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "credit_requests_credit_note_id_unique" UNIQUE("credit_note_id"),
	CONSTRAINT "credit_requests_source_known" CHECK ("credit_requests"."source" in ('client', 'door', 'staff')),
	CONSTRAINT "credit_requests_status_known" CHECK ("credit_requests"."status" in ('open', 'approved', 'declined')),
	CONSTRAINT "credit_requests_payout_known" CHECK ("credit_requests"."payout" in ('refund', 'balance')),
	CONSTRAINT "credit_requests_note_length" CHECK (char_length("credit_requests"."note") <= 2000),
	CONSTRAINT "credit_requests_decision_note_length" CHECK (char_length("credit_requests"."decision_note") <= 2000),
	CONSTRAINT "credit_requests_decided" CHECK (("credit_requests"."status" = 'open') = ("credit_requests"."decided_at" is null)),
	CONSTRAINT "credit_requests_approved" CHECK ("credit_requests"."credit_note_id" is null or "credit_requests"."status" = 'approved')
);
--> statement-breakpoint
CREATE TABLE "document_lines" (
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_position" integer DEFAULT 0 NOT NULL,
	"order_item_id" uuid,
	"description" text NOT NULL,
	"ordered" numeric(10, 2),
	"ordered_pieces" integer,
	"packed" numeric(10, 2) NOT NULL,
	"packages" integer,
	"remark" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT 'lb' NOT NULL,
	"unit_price" numeric(10, 2) NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"tax_code" text NOT NULL,
	"corrects_id" uuid,
	"corrects_position" integer,
	CONSTRAINT "document_lines_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "document_lines_corrects_wholly" CHECK (("document_lines"."corrects_id" is null) = ("document_lines"."corrects_position" is null)),
	CONSTRAINT "document_lines_description_form" CHECK ("document_lines"."description" ~ '[^[:space:]]' and char_length("document_lines"."description") <= 200),
	CONSTRAINT "document_lines_unit_known" CHECK ("document_lines"."unit" in ('lb', 'each')),
	CONSTRAINT "document_lines_remark_length" CHECK (char_length("document_lines"."remark") <= 700),
	CONSTRAINT "document_lines_packed_sign" CHECK ("document_lines"."packed" >= 0 or "document_lines"."unit" = 'each'),
	CONSTRAINT "document_lines_amount" CHECK ("document_lines"."amount" = round("document_lines"."packed" * "document_lines"."unit_price", 2))
);
--> statement-breakpoint
CREATE TABLE "document_orders" (
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"note_id" uuid,
	CONSTRAINT "document_orders_document_id_position_pk" PRIMARY KEY("document_id","position"),
	CONSTRAINT "document_orders_note_id_unique" UNIQUE("note_id"),
	CONSTRAINT "document_orders_once" UNIQUE("document_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"series" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_series_kind_known" CHECK ("document_series"."kind" in ('invoice', 'credit_note', 'delivery_note')),
	CONSTRAINT "document_series_not_negative" CHECK ("document_series"."last_number" >= 0)
);
--> statement-breakpoint
CREATE TABLE "document_taxes" (
	"document_id" uuid NOT NULL,
	"tax_code" text NOT NULL,
	"label" text NOT NULL,
	"rate" numeric(6, 3) NOT NULL,
	"taxable" numeric(12, 2) NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "document_taxes_document_id_tax_code_pk" PRIMARY KEY("document_id","tax_code"),
	CONSTRAINT "document_taxes_label_form" CHECK ("document_taxes"."label" ~ '[^[:space:]]' and char_length("document_taxes"."label") <= 50),
	CONSTRAINT "document_taxes_rate_range" CHECK ("document_taxes"."rate" between 0 and 100),
	CONSTRAINT "document_taxes_amount" CHECK ("document_taxes"."amount" = round("document_taxes"."taxable" * "document_taxes"."rate" / 100, 2))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"document_number" text GENERATED ALWAYS AS (series || '-' || case when number < 1000000
        then lpad(number::text, 6, '0') else number::text end) STORED NOT NULL,
	"customer_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date,
	"terms" text DEFAULT '' NOT NULL,
	"po_number" text DEFAULT '' NOT NULL,
	"words" jsonb,
	"buyer_company" text DEFAULT '' NOT NULL,
	"buyer_contact" text DEFAULT '' NOT NULL,
	"buyer_address" text DEFAULT '' NOT NULL,
	"buyer_email" text DEFAULT '' NOT NULL,
	"subtotal" numeric(12, 2) NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"line_count" integer NOT NULL,
	"order_count" integer DEFAULT 1 NOT NULL,
	"url" text,
	"corrects_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"request_id" uuid,
	CONSTRAINT "documents_document_number_unique" UNIQUE("document_number"),
	CONSTRAINT "documents_url_unique" UNIQUE("url"),
	CONSTRAINT "documents_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "documents_of_customer" UNIQUE("customer_id","id"),
	CONSTRAINT "documents_number_in_series" UNIQUE("series","number"),
	CONSTRAINT "documents_corrects_something" CHECK ("documents"."kind" <> 'credit_note' or "documents"."corrects_id" is not null),
	CONSTRAINT "documents_reason_length" CHECK (char_length("documents"."reason") <= 500),
	CONSTRAINT "documents_kind_known" CHECK ("documents"."kind" in ('invoice', 'credit_note', 'delivery_note')),
	CONSTRAINT "documents_number_positive" CHECK ("documents"."number" > 0),
	CONSTRAINT "documents_invoice_due" CHECK ("documents"."kind" <> 'invoice' or "documents"."due_on" is not null),
	CONSTRAINT "documents_subtotal_not_negative" CHECK ("documents"."subtotal" between 0 and 9999999999.99),
	CONSTRAINT "documents_total_not_negative" CHECK ("documents"."total" between 0 and 9999999999.99),
	CONSTRAINT "documents_url_form" CHECK ("documents"."url" ~ '[^[:space:]]' and char_length("documents"."url") <= 2000),
	CONSTRAINT "documents_terms_length" CHECK (char_length("documents"."terms") <= 200),
	CONSTRAINT "documents_po_number_length" CHECK (char_length("documents"."po_number") <= 100),
	CONSTRAINT "documents_buyer_company_length" CHECK (char_length("documents"."buyer_company") <= 200),
	CONSTRAINT "documents_buyer_contact_length" CHECK (char_length("documents"."buyer_contact") <= 200),
	CONSTRAINT "documents_buyer_address_length" CHECK (char_length("documents"."buyer_address") <= 500),
	CONSTRAINT "documents_buyer_email_length" CHECK (char_length("documents"."buyer_email") <= 320)
);
--> statement-breakpoint
CREATE TABLE "paper_logos" (
	"digest" text PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_logos_digest_form" CHECK ("paper_logos"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "paper_logos_size" CHECK (octet_length("paper_logos"."png") between 1 and 2097152)
);
--> statement-breakpoint
CREATE TABLE "skipped_numbers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"series" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"backup_of" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "skipped_numbers_once" UNIQUE("series","first"),
	CONSTRAINT "skipped_numbers_range" CHECK ("skipped_numbers"."first" > 0 and "skipped_numbers"."last" >= "skipped_numbers"."first")
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"credit_id" uuid NOT NULL,
	"debit_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_cents_range" CHECK ("allocations"."cents" between -999999999999 and 999999999999),
	CONSTRAINT "allocations_cents_not_zero" CHECK ("allocations"."cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" bigint NOT NULL,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"occurred_on" date NOT NULL,
	"due_on" date,
	"document_id" uuid,
	"reverses_id" uuid,
	"method" text,
	"reference" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"request_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_document_id_unique" UNIQUE("document_id"),
	CONSTRAINT "ledger_entries_reverses_id_unique" UNIQUE("reverses_id"),
	CONSTRAINT "ledger_entries_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "ledger_entries_of_customer" UNIQUE("customer_id","id"),
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('invoice', 'payment', 'credit', 'refund', 'write_off', 'adjustment')),
	CONSTRAINT "ledger_entries_method_known" CHECK ("ledger_entries"."method" in ('card', 'etransfer', 'cheque', 'cash', 'eft')),
	CONSTRAINT "ledger_entries_cents_range" CHECK ("ledger_entries"."cents" between -999999999999 and 999999999999),
	CONSTRAINT "ledger_entries_sign" CHECK (case "ledger_entries"."kind"
        when 'invoice' then "ledger_entries"."cents" >= 0
        when 'credit' then "ledger_entries"."cents" <= 0
        when 'payment' then case when "ledger_entries"."reverses_id" is null then "ledger_entries"."cents" < 0 else "ledger_entries"."cents" > 0 end
        when 'refund' then "ledger_entries"."cents" > 0
        when 'write_off' then "ledger_entries"."cents" < 0
        else "ledger_entries"."cents" <> 0 end),
	CONSTRAINT "ledger_entries_allocated_range" CHECK ("ledger_entries"."allocated_cents" between 0 and abs(cents)),
	CONSTRAINT "ledger_entries_due" CHECK ("ledger_entries"."cents" <= 0 or "ledger_entries"."due_on" is not null),
	CONSTRAINT "ledger_entries_document" CHECK (("ledger_entries"."kind" in ('invoice', 'credit')) = ("ledger_entries"."document_id" is not null)),
	CONSTRAINT "ledger_entries_method" CHECK (("ledger_entries"."kind" in ('payment', 'refund')) = ("ledger_entries"."method" is not null)),
	CONSTRAINT "ledger_entries_reverses_payment" CHECK ("ledger_entries"."reverses_id" is null or "ledger_entries"."kind" = 'payment'),
	CONSTRAINT "ledger_entries_explained" CHECK ("ledger_entries"."kind" not in ('write_off', 'adjustment') or "ledger_entries"."note" ~ '[^[:space:]]'),
	CONSTRAINT "ledger_entries_not_ahead" CHECK ("ledger_entries"."document_id" is not null or "ledger_entries"."occurred_on" <= ("ledger_entries"."created_at" at time zone 'Etc/GMT+7')::date),
	CONSTRAINT "ledger_entries_reference_length" CHECK (char_length("ledger_entries"."reference") <= 100),
	CONSTRAINT "ledger_entries_note_length" CHECK (char_length("ledger_entries"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "reminders_sent" (
	"document_id" uuid NOT NULL,
	"step" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_sent_document_id_step_pk" PRIMARY KEY("document_id","step"),
	CONSTRAINT "reminders_sent_step_form" CHECK ("reminders_sent"."step" ~ '[^[:space:]]' and char_length("reminders_sent"."step") <= 50)
);
--> statement-breakpoint
CREATE TABLE "statements_sent" (
	"customer_id" uuid NOT NULL,
	"month" date NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_sent_customer_id_month_pk" PRIMARY KEY("customer_id","month"),
	CONSTRAINT "statements_sent_month_first_day" CHECK (extract(day from "statements_sent"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "order_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "order_links_token_hash_form" CHECK ("order_links"."token_hash" ~ '^[A-Za-z0-9_-]{43}$')
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_ref" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_id_form" CHECK ("payment_events"."id" ~ '[^[:space:]]' and char_length("payment_events"."id") <= 255),
	CONSTRAINT "payment_events_type_form" CHECK ("payment_events"."type" ~ '[^[:space:]]' and char_length("payment_events"."type") <= 255),
	CONSTRAINT "payment_events_object_ref_length" CHECK (char_length("payment_events"."object_ref") <= 255)
);
--> statement-breakpoint
CREATE TABLE "payment_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"action" text NOT NULL,
	"cents" bigint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"request_id" uuid,
	"document_id" uuid,
	"entry_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_jobs_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "payment_jobs_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "payment_jobs_action_known" CHECK ("payment_jobs"."action" in ('hold', 'capture', 'release', 'refund')),
	CONSTRAINT "payment_jobs_state_known" CHECK ("payment_jobs"."state" in ('waiting', 'done', 'refused', 'stuck')),
	CONSTRAINT "payment_jobs_cents" CHECK (("payment_jobs"."action" = 'release') = ("payment_jobs"."cents" is null)),
	CONSTRAINT "payment_jobs_cents_range" CHECK ("payment_jobs"."cents" between 1 and 99999999),
	CONSTRAINT "payment_jobs_attempts_not_negative" CHECK ("payment_jobs"."attempts" >= 0),
	CONSTRAINT "payment_jobs_ended" CHECK (("payment_jobs"."state" in ('done', 'refused')) = ("payment_jobs"."ended_at" is not null)),
	CONSTRAINT "payment_jobs_answer_length" CHECK (char_length("payment_jobs"."answer") <= 500)
);
--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"takes_door" boolean DEFAULT false NOT NULL,
	"takes_etransfer" boolean DEFAULT false NOT NULL,
	"takes_card" boolean DEFAULT false NOT NULL,
	"etransfer_email" text DEFAULT '' NOT NULL,
	"etransfer_note" text DEFAULT '' NOT NULL,
	"confirm_hours" smallint DEFAULT 24 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_settings_one_row" CHECK ("payment_settings"."id"),
	CONSTRAINT "payment_settings_etransfer_email" CHECK ("payment_settings"."etransfer_email" ~ '^([^@[:space:]]+@[^@[:space:]]+)?$' and char_length("payment_settings"."etransfer_email") <= 320
        and (not "payment_settings"."takes_etransfer" or "payment_settings"."etransfer_email" <> '')),
	CONSTRAINT "payment_settings_etransfer_note_length" CHECK (char_length("payment_settings"."etransfer_note") <= 1000),
	CONSTRAINT "payment_settings_confirm_hours_range" CHECK ("payment_settings"."confirm_hours" between 1 and 168)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid,
	"document_id" uuid,
	"request_id" uuid NOT NULL,
	"state" text DEFAULT 'confirming' NOT NULL,
	"cents" bigint NOT NULL,
	"held_cents" bigint DEFAULT 0 NOT NULL,
	"captured_cents" bigint DEFAULT 0 NOT NULL,
	"refunding_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"hold_on" date,
	"capture_before" timestamp (3) with time zone,
	"is_current" boolean DEFAULT true NOT NULL,
	"replaces_id" uuid,
	"setup_ref" text,
	"intent_ref" text,
	"payer_ref" text,
	"card_ref" text,
	"card_print" text,
	"card_brand" text DEFAULT '' NOT NULL,
	"card_last4" text DEFAULT '' NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"entry_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "payments_setup_ref_unique" UNIQUE("setup_ref"),
	CONSTRAINT "payments_intent_ref_unique" UNIQUE("intent_ref"),
	CONSTRAINT "payments_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "payments_one_subject" CHECK (num_nonnulls("payments"."order_id", "payments"."document_id") <= 1),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('confirming', 'to_hold', 'holding', 'held', 'capturing', 'captured', 'released', 'needs_customer', 'failed')),
	CONSTRAINT "payments_cents_range" CHECK ("payments"."cents" between 1 and 99999999),
	CONSTRAINT "payments_held_range" CHECK ("payments"."held_cents" between 0 and 99999999),
	CONSTRAINT "payments_captured_within" CHECK ("payments"."captured_cents" between 0 and "payments"."held_cents"),
	CONSTRAINT "payments_refunded_within" CHECK ("payments"."refunded_cents" >= 0 and "payments"."refunding_cents" >= 0
        and "payments"."refunded_cents" + "payments"."refunding_cents" <= "payments"."captured_cents"),
	CONSTRAINT "payments_held_amount" CHECK ("payments"."state" not in ('held', 'capturing') or ("payments"."held_cents" > 0 and "payments"."captured_cents" = 0)),
	CONSTRAINT "payments_captured_amount" CHECK (("payments"."state" = 'captured') = ("payments"."captured_cents" > 0) and ("payments"."captured_cents" > 0) = ("payments"."entry_id" is not null)),
	CONSTRAINT "payments_hold_on_of_order" CHECK ("payments"."hold_on" is null or "payments"."order_id" is not null),
	CONSTRAINT "payments_replaces_of_order" CHECK ("payments"."replaces_id" is null or "payments"."order_id" is not null),
	CONSTRAINT "payments_refusal_length" CHECK (char_length("payments"."refusal") <= 100),
	CONSTRAINT "payments_card_brand_length" CHECK (char_length("payments"."card_brand") <= 50),
	CONSTRAINT "payments_card_last4_form" CHECK ("payments"."card_last4" ~ '^([0-9]{4})?$')
);
--> statement-breakpoint
CREATE TABLE "customer_price_lists" (
	"customer_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "customer_price_lists_customer_id_list_id_pk" PRIMARY KEY("customer_id","list_id"),
	CONSTRAINT "customer_price_lists_rank_range" CHECK ("customer_price_lists"."rank" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "customer_prices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"note" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_prices_price_positive" CHECK ("customer_prices"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "customer_prices_note_length" CHECK (char_length("customer_prices"."note") <= 500),
	CONSTRAINT "customer_prices_days_in_order" CHECK ("customer_prices"."ends_on" >= "customer_prices"."starts_on")
);
--> statement-breakpoint
CREATE TABLE "price_list_items" (
	"list_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"price_per_lb" numeric(10, 2),
	"min_lb" numeric(10, 2),
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_list_items_list_id_product_id_pk" PRIMARY KEY("list_id","product_id"),
	CONSTRAINT "price_list_items_priced_or_not" CHECK ("price_list_items"."is_offered" = ("price_list_items"."price_per_lb" is not null)),
	CONSTRAINT "price_list_items_price_positive" CHECK ("price_list_items"."price_per_lb" between 0.01 and 10000),
	CONSTRAINT "price_list_items_min_lb_range" CHECK ("price_list_items"."min_lb" between 0.01 and 10000)
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_name_unique" UNIQUE("name"),
	CONSTRAINT "price_lists_name_form" CHECK ("price_lists"."name" ~ '[^[:space:]]' and char_length("price_lists"."name") <= 100),
	CONSTRAINT "price_lists_note_length" CHECK (char_length("price_lists"."note") <= 2000),
	CONSTRAINT "price_lists_days_in_order" CHECK ("price_lists"."ends_on" >= "price_lists"."starts_on")
);
--> statement-breakpoint
CREATE TABLE "scheduled_prices" (
	"product_id" uuid NOT NULL,
	"applies_on" date NOT NULL,
	"price_per_lb" numeric(10, 2) NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scheduled_prices_product_id_applies_on_pk" PRIMARY KEY("product_id","applies_on"),
	CONSTRAINT "scheduled_prices_price_positive" CHECK ("scheduled_prices"."price_per_lb" between 0.01 and 10000)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_adopted_by_users_id_fk" FOREIGN KEY ("adopted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_exceptions" ADD CONSTRAINT "day_exceptions_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_decisions" ADD CONSTRAINT "holiday_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_links" ADD CONSTRAINT "run_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_ship_to_fk" FOREIGN KEY ("customer_id","ship_to_id") REFERENCES "public"."ship_tos"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_days" ADD CONSTRAINT "zone_days_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_prefixes" ADD CONSTRAINT "zone_prefixes_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_mappings" ADD CONSTRAINT "image_mappings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_import_rows" ADD CONSTRAINT "data_import_rows_import_id_data_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."data_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_imports" ADD CONSTRAINT "data_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_imports" ADD CONSTRAINT "data_imports_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_charges" ADD CONSTRAINT "order_charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_substitutes_fk" FOREIGN KEY ("substitutes_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_users_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ship_to_fk" FOREIGN KEY ("customer_id","ship_to_id") REFERENCES "public"."ship_tos"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_prices" ADD CONSTRAINT "label_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_parents" ADD CONSTRAINT "lot_parents_child_id_lots_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_parents" ADD CONSTRAINT "lot_parents_parent_id_lots_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_claims" ADD CONSTRAINT "pack_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_claims" ADD CONSTRAINT "pack_claims_packer_id_users_id_fk" FOREIGN KEY ("packer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_packed_by_users_id_fk" FOREIGN KEY ("packed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_box_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders_off_runs" ADD CONSTRAINT "orders_off_runs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders_off_runs" ADD CONSTRAINT "orders_off_runs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_stop_id_run_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."run_stops"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_signature_id_attachments_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_photo_id_attachments_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_link_id_run_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."run_links"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_events" ADD CONSTRAINT "stop_events_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "word_drafts" ADD CONSTRAINT "word_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_imports" ADD CONSTRAINT "bank_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_import_id_bank_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bank_imports"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_batches" ADD CONSTRAINT "export_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_files" ADD CONSTRAINT "export_files_batch_id_export_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."export_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exported_documents" ADD CONSTRAINT "exported_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exported_documents" ADD CONSTRAINT "exported_documents_batch_id_export_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."export_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_aliases" ADD CONSTRAINT "sender_aliases_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_credit_request_id_credit_requests_id_fk" FOREIGN KEY ("credit_request_id") REFERENCES "public"."credit_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_request_lines" ADD CONSTRAINT "credit_request_lines_document_line_fk" FOREIGN KEY ("document_id","line_position") REFERENCES "public"."document_lines"("document_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_invoice_id_documents_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_requests" ADD CONSTRAINT "credit_requests_credit_note_id_documents_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_order_fk" FOREIGN KEY ("document_id","order_position") REFERENCES "public"."document_orders"("document_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_corrects_fk" FOREIGN KEY ("corrects_id","corrects_position") REFERENCES "public"."document_lines"("document_id","position") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_lines" ADD CONSTRAINT "document_lines_tax_fk" FOREIGN KEY ("document_id","tax_code") REFERENCES "public"."document_taxes"("document_id","tax_code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_orders" ADD CONSTRAINT "document_orders_note_fk" FOREIGN KEY ("note_id","order_id") REFERENCES "public"."document_orders"("document_id","order_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_taxes" ADD CONSTRAINT "document_taxes_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_series_document_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."document_series"("series") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_corrects_fk" FOREIGN KEY ("customer_id","corrects_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skipped_numbers" ADD CONSTRAINT "skipped_numbers_series_document_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."document_series"("series") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_credit_fk" FOREIGN KEY ("customer_id","credit_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_debit_fk" FOREIGN KEY ("customer_id","debit_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_document_fk" FOREIGN KEY ("customer_id","document_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_fk" FOREIGN KEY ("customer_id","reverses_id") REFERENCES "public"."ledger_entries"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders_sent" ADD CONSTRAINT "reminders_sent_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements_sent" ADD CONSTRAINT "statements_sent_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_jobs" ADD CONSTRAINT "payment_jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_document_fk" FOREIGN KEY ("customer_id","document_id") REFERENCES "public"."documents"("customer_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_replaces_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_price_lists" ADD CONSTRAINT "customer_price_lists_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_price_lists" ADD CONSTRAINT "customer_price_lists_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_items" ADD CONSTRAINT "price_list_items_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_items" ADD CONSTRAINT "price_list_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_prices" ADD CONSTRAINT "scheduled_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_prices" ADD CONSTRAINT "scheduled_prices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "profiles_admins" ON "profiles" USING btree ("id") WHERE is_admin;--> statement-breakpoint
CREATE INDEX "profiles_staff" ON "profiles" USING btree ("id") WHERE staff_role is not null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_invitations_invited_by" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "customers_company_name" ON "customers" USING btree ("company_name","id");--> statement-breakpoint
CREATE INDEX "customers_guest_email" ON "customers" USING btree ("guest_email") WHERE guest_email <> '';--> statement-breakpoint
CREATE INDEX "customers_adopted_by" ON "customers" USING btree ("adopted_by") WHERE adopted_by is not null;--> statement-breakpoint
CREATE INDEX "invitations_of_customer" ON "invitations" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_owner" ON "members" USING btree ("customer_id") WHERE role = 'owner';--> statement-breakpoint
CREATE INDEX "members_of_user" ON "members" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ship_tos_default" ON "ship_tos" USING btree ("customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "day_exceptions_date" ON "day_exceptions" USING btree ("date");--> statement-breakpoint
CREATE INDEX "run_links_of_run" ON "run_links" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "runs_date" ON "runs" USING btree ("date","zone_id");--> statement-breakpoint
CREATE INDEX "zone_prefixes_of_zone" ON "zone_prefixes" USING btree ("zone_id");--> statement-breakpoint
CREATE INDEX "image_mappings_product" ON "image_mappings" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "images_uploaded_by" ON "images" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "data_import_rows_by_state" ON "data_import_rows" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "data_imports_newest" ON "data_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_open" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "contact_messages_robots" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null and robot_sign is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_handled" ON "contact_messages" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_newest" ON "wholesale_inquiries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_open" ON "wholesale_inquiries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_robots" ON "wholesale_inquiries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE handled_at is null and robot_sign is not null;--> statement-breakpoint
CREATE INDEX "wholesale_inquiries_handled" ON "wholesale_inquiries" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting_topic" ON "mail_outbox" USING btree ("topic") WHERE sent_at is null and topic is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" USING btree ("created_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "backup_runs_newest" ON "backup_runs" USING btree ("started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_items_product" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_items_sums" ON "order_items" USING btree ("order_id","product_id","known_lb");--> statement-breakpoint
CREATE INDEX "order_items_substitutes" ON "order_items" USING btree ("substitutes_item_id");--> statement-breakpoint
CREATE INDEX "orders_run" ON "orders" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "orders_stop" ON "orders" USING btree ("stop_id");--> statement-breakpoint
CREATE INDEX "orders_delivery_day" ON "orders" USING btree ("delivery_day","status");--> statement-breakpoint
CREATE INDEX "orders_awaiting" ON "orders" USING btree ("awaits_until") WHERE awaits_until is not null;--> statement-breakpoint
CREATE INDEX "orders_id_parts" ON "orders" USING gin (replace(id::text, '-', '') gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_customer_newest" ON "orders" USING btree ("customer_id","placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_sums" ON "orders" USING btree ("placed_at","status","is_new_client","customer_id","total_price","id");--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("status") WHERE not is_new_client;--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("customer_id") WHERE hold_reason is not null and released_at is null;--> statement-breakpoint
CREATE INDEX "orders_po_number" ON "orders" USING btree ("customer_id","po_number") WHERE po_number <> '';--> statement-breakpoint
CREATE INDEX "orders_new_client" ON "orders" USING btree ("customer_id") WHERE is_new_client and status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_status_newest" ON "orders" USING btree ("status","placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lot_parents_of_parent" ON "lot_parents" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "lots_newest" ON "lots" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "packages_serial_once" ON "packages" USING btree ("serial") WHERE serial is not null and voided_at is null;--> statement-breakpoint
CREATE INDEX "packages_of_item" ON "packages" USING btree ("order_item_id","packed_at");--> statement-breakpoint
CREATE INDEX "packages_of_lot" ON "packages" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "former_slugs_product" ON "former_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "products_name_lower" ON "products" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "products_active_name" ON "products" USING btree ("name","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (name gin_trgm_ops,search_words gin_trgm_ops,replace(search_words, ' ', '') gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_likeness" ON "products" USING gist (search_words gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_active_category" ON "products" USING btree ("category","name","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stop_events_of_stop" ON "stop_events" USING btree ("stop_id","recorded_at");--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "bank_imports_newest" ON "bank_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bank_rows_open" ON "bank_rows" USING btree ("occurred_on") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "bank_rows_of_import" ON "bank_rows" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "bank_rows_decided" ON "bank_rows" USING btree ("state","decided_at") WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX "export_batches_newest" ON "export_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "exported_documents_of_batch" ON "exported_documents" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "sender_aliases_of_customer" ON "sender_aliases" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "attachments_of_customer" ON "attachments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "credit_request_lines_of_item" ON "credit_request_lines" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "credit_requests_open" ON "credit_requests" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "credit_requests_of_order" ON "credit_requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "credit_requests_of_customer" ON "credit_requests" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "document_lines_corrects" ON "document_lines" USING btree ("corrects_id","corrects_position") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "document_lines_of_item" ON "document_lines" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "document_orders_of_order" ON "document_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_corrects" ON "documents" USING btree ("corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "documents_number_parts" ON "documents" USING gin (lower(document_number) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "documents_total" ON "documents" USING btree ("total");--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_customer_newest" ON "documents" USING btree ("customer_id","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_delivery_notes" ON "documents" USING btree ("customer_id","number") WHERE kind = 'delivery_note';--> statement-breakpoint
CREATE INDEX "allocations_of_credit" ON "allocations" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "allocations_of_debit" ON "allocations" USING btree ("debit_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_history" ON "ledger_entries" USING btree ("customer_id","occurred_on","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_open" ON "ledger_entries" USING btree ("customer_id","due_on","cents","allocated_cents") WHERE allocated_cents <> abs(cents);--> statement-breakpoint
CREATE INDEX "ledger_entries_newest" ON "ledger_entries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_links_of_order" ON "order_links" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_events_received_at" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_events_of_object" ON "payment_events" USING btree ("object_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_jobs_settle_once" ON "payment_jobs" USING btree ("payment_id") WHERE action in ('capture', 'release') and state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_jobs_hold_once" ON "payment_jobs" USING btree ("payment_id") WHERE action = 'hold' and state <> 'refused';--> statement-breakpoint
CREATE INDEX "payment_jobs_of_payment" ON "payment_jobs" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_jobs_waiting" ON "payment_jobs" USING btree ("not_before") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_current_of_order" ON "payments" USING btree ("order_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "payments_of_customer" ON "payments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_of_card" ON "payments" USING btree ("card_print","created_at");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("state","capture_before") WHERE state not in ('captured', 'released', 'failed');--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_price_lists_of_list" ON "customer_price_lists" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX "customer_prices_of_product" ON "customer_prices" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "price_list_items_of_product" ON "price_list_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "scheduled_prices_due" ON "scheduled_prices" USING btree ("applies_on") WHERE applied_at is null;
--> statement-breakpoint
-- ----------------------------------------------------------------------------------------------------------
-- Names sort as people expect and as browsers do (Intl.Collator("en-CA", { numeric: true })): by letters
-- before case and accents, and numbers by their value. Every comparison and index of the columns follows.
create collation natural_order (provider = icu, locale = 'en-CA-u-kn-true');
--> statement-breakpoint
alter table products alter column name set data type text collate natural_order;
--> statement-breakpoint
alter table customers alter column company_name set data type text collate natural_order;
--> statement-breakpoint
-- Room on each page for the new version of its rows: where nothing indexed changes, as with prices, no
-- index is written (a heap-only update). Those of the search take 0.2 ms a row.
alter table products set (fillfactor = 50);
--> statement-breakpoint
-- One price for each customer, product and day.
alter table customer_prices add constraint customer_prices_once exclude using gist (
  customer_id with =, product_id with =, daterange(starts_on, ends_on, '[]') with &&
);
--> statement-breakpoint
create view invoice_balances as
select documents.id as document_id, ledger_entries.id as entry_id, ledger_entries.customer_id, document_number,
  issued_on, documents.due_on, cents as total_cents, allocated_cents, cents - allocated_cents as open_cents
from ledger_entries join documents on documents.id = document_id
where ledger_entries.kind = 'invoice';
--> statement-breakpoint
-- The rows that every shop has from the beginning.
insert into document_series (series, kind, last_number)
values ('INV', 'invoice', 0), ('CN', 'credit_note', 0), ('DN', 'delivery_note', 0);
--> statement-breakpoint
insert into shop_settings default values;
--> statement-breakpoint
insert into payment_settings default values;
--> statement-breakpoint
comment on column products.search_words is 'Name, other names and cut type as the search compares them; written by a trigger.';
comment on view invoice_balances is 'What of each invoice is open.';
comment on table accounts is 'Ways of signing in; provider "credential" holds the password hash. Written by better-auth.';
comment on table allocations is 'Which payment or credit settles which amount owed. Append-only; a negative row takes back.';
comment on table attachments is 'Private images, encoded anew: photos of claims, photos and signatures at the door.';
comment on table audit_log is 'Who changed what, when, from what to what. Append-only.';
comment on table authenticator_apps is 'Authenticator apps of staff (RFC 6238); secrets are encrypted with AUTH_SECRET.';
comment on table backup_runs is 'The shop''s own backups and their proofs, newest of each kept for a year.';
comment on table bank_imports is 'A bank''s files of e-transfers.';
comment on table bank_mappings is 'What a bank''s columns mean, by the file''s head row.';
comment on table bank_rows is 'The rows of a bank''s files, each once however often it is uploaded.';
comment on table boxes is 'The boxes that an order goes out in.';
comment on table claim_ticks is 'Claims of the shop that somebody has confirmed.';
comment on table contact_messages is 'What the contact form sent. handled_at null: nobody has dealt with it yet.';
comment on table credit_request_lines is 'What a credit request claims, by pounds or dollars of a line.';
comment on table credit_requests is 'Credit that somebody asked for; approving it issues a credit note.';
comment on table customer_price_lists is 'Which price lists a customer has; the lowest rank is asked first.';
comment on table customer_prices is 'A customer''s own prices; their windows do not overlap.';
comment on table customers is 'Whom the shop sells to. Orders and invoices belong to a customer; accounts are its members.';
comment on table data_import_rows is 'The rows of such a file as they were compared with what the shop has.';
comment on table data_imports is 'Files that somebody brings from elsewhere: products, prices, clients, sites, balances.';
comment on table day_exceptions is 'Days that differ from the weekly rule.';
comment on table delivery_demand is 'How often postal codes were asked for that no zone covers.';
comment on table delivery_waitlist is 'Who wants to be told when we deliver to their postal code.';
comment on table document_lines is 'Lines of a document as issued: what is billed, in lb. Immutable.';
comment on table document_orders is 'The orders that a document is about. Immutable. Changes notify orders_changed.';
comment on table document_series is 'Number series of documents, without gaps: incrementing a row locks it.';
comment on table document_taxes is 'Taxes of a document by code, as issued. Immutable.';
comment on table documents is 'Invoices, credit notes and delivery notes as issued. Immutable but for the address of the PDF.';
comment on table export_batches is 'Exports for accounting programs.';
comment on table export_files is 'The files of an export, byte for byte.';
comment on table exported_documents is 'The documents that an accounting program has.';
comment on table former_slugs is 'Slugs that products had before, so that old links lead to them. Written by a trigger.';
comment on table health_troubles is 'What is wrong with the shop now, each told to the owner once.';
comment on table holiday_decisions is 'Holidays that the owner has decided about.';
comment on table image_mappings is 'Which image stands where, position 0 first; the section product has the ids of products as keys. Changes notify catalog_changed.';
comment on table images is 'The images in the bucket, by path. Changes notify catalog_changed.';
comment on table import_mappings is 'What the columns of such files mean, by their kind and head row.';
comment on table invitations is 'Invitations to become a member. Only the hash of the mailed token is kept.';
comment on table kept_values is 'What the owner changed from its default, one value for each group of settings. Changes notify settings_changed.';
comment on table known_browsers is 'Browsers that have signed in to an account before, as digests.';
comment on table label_prices is 'What the scale prints on its labels, by product and day; weights are derived from it.';
comment on table ledger_entries is 'What customers owe (positive) and have paid. Append-only.';
comment on table lot_parents is 'What a lot was cut or ground from.';
comment on table lots is 'Where meat came from.';
comment on table mail_outbox is 'Mails, each with a job that delivers it. failed_at: given up, and the owner sees it.';
comment on table members is 'Which accounts act for which customer, in which role. site_ids null: at all sites.';
comment on table opening_balances is 'What a customer owed when the shop began to keep its account: once for each.';
comment on table order_charges is 'What an order costs besides its lines.';
comment on table order_items is 'Lines of an order, quantity in lb. Name and price copied at placing; subtotal computed here.';
comment on table order_links is 'Links that open a guest''s order; digests of their tokens.';
comment on table order_reminders is 'Reminders to order before a cut-off, each sent once.';
comment on table orders is 'What clients ordered. request_id makes placing idempotent. Changes notify orders_changed.';
comment on table orders_off_runs is 'Orders that were moved or cancelled while their run was out.';
comment on table pack_claims is 'Who is packing an order; advice, expires after two minutes.';
comment on table packages is 'What was weighed for the lines of orders. Append-only: only voiding changes a row.';
comment on table paper_logos is 'Logos as papers print them, which issued documents name by their digest.';
comment on table passkeys is 'Public keys of devices that are a second factor (Web Authentication).';
comment on table payment_events is 'Events the provider''s webhook told of, each once.';
comment on table payment_jobs is 'What the card provider is asked for, each a row before it is sent; the id is the idempotency key.';
comment on table payment_settings is 'Which ways of paying retail customers are offered: one row.';
comment on table payments is 'Payments by card: holds of orders, charges of invoices. Captured never exceeds held, refunded never captured.';
comment on table price_list_items is 'The products of a price list: their prices, or that they are not offered.';
comment on table price_lists is 'Lists of prices for several customers, in force on some days.';
comment on table products is 'What the shop sells by the pound. Prices in dollars per lb. Changes notify catalog_changed.';
comment on table profiles is 'What an account may do besides acting for its customer; same id.';
comment on table rate_limits is 'How often something was done by somebody in a while that ends at ends_at. Keys are digests.';
comment on table recovery_codes is 'Digests of codes that each stand in once for a second factor.';
comment on table reminders_sent is 'Reminders of invoices that were sent, each once.';
comment on table run_links is 'The links that open a run on a driver''s telephone.';
comment on table run_stops is 'The stops of a run, one per site.';
comment on table runs is 'A zone on a day: its limits, and what is booked.';
comment on table scheduled_prices is 'Catalogue prices that take effect on a day.';
comment on table seeds is 'What has been planted once; a seed named here never runs again.';
comment on table sender_aliases is 'Who paid for whom, as a person confirmed.';
comment on table sessions is 'Who is signed in where. Written by better-auth.';
comment on table ship_tos is 'Sites of a customer, where orders go. One is the default.';
comment on table shop_settings is 'What the owner decides about the shop as a whole; one row.';
comment on table skipped_numbers is 'Numbers of documents issued after the backup that the shop was restored from.';
comment on table staff_invitations is 'Who was invited to join the staff and has not answered. The link is in verifications.';
comment on table statements_sent is 'Monthly statements that were sent, each once.';
comment on table stop_events is 'What was reported of a stop. Append-only.';
comment on table users is 'People who can sign in. Written by better-auth; addresses lower-case.';
comment on table verifications is 'Pending proofs: confirmation of an address, reset of a password. Written by better-auth.';
comment on table wholesale_inquiries is 'What the wholesale form sent. handled_at null: nobody has dealt with it yet.';
comment on table word_drafts is 'A page''s texts as somebody of the staff last previewed them, for them alone. What is saved is in kept_values.';
comment on table zone_days is 'On which weekdays a zone is served, and on what conditions.';
comment on table zone_prefixes is 'Which postal codes a zone covers; the longest prefix wins.';
comment on table zones is 'Where we deliver, and where orders are picked up.';

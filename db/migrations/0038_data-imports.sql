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
ALTER TABLE "data_import_rows" ADD CONSTRAINT "data_import_rows_import_id_data_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."data_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_imports" ADD CONSTRAINT "data_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_imports" ADD CONSTRAINT "data_imports_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_balances" ADD CONSTRAINT "opening_balances_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_import_rows_by_state" ON "data_import_rows" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "data_imports_newest" ON "data_imports" USING btree ("created_at");
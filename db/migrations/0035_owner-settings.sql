CREATE TABLE "kept_files" (
	"digest" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_files_digest_form" CHECK ("kept_files"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "kept_files_type_known" CHECK ("kept_files"."type" in ('image/png')),
	CONSTRAINT "kept_files_size" CHECK (octet_length("kept_files"."content") between 1 and 524288)
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
comment on table kept_values is 'What the owner changed from its default, one value for each group of settings. Changes notify settings_changed.';
--> statement-breakpoint
comment on table kept_files is 'The owner''s small files, such as the logo, by the SHA-256 of their content.';
--> statement-breakpoint
-- settings_changed: once per transaction, whatever the number of rows.
create function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end $$;
--> statement-breakpoint
create trigger kept_values_notify after insert or update or delete or truncate on kept_values
  for each statement execute function notify_settings_changed();

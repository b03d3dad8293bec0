CREATE TABLE "pictures" (
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
	CONSTRAINT "pictures_path_form" CHECK ("pictures"."path" ~ '^(products|pages|sections)/[a-z0-9][a-z0-9-]*\.(jpg|webp)$' and char_length("pictures"."path") <= 200),
	CONSTRAINT "pictures_version_positive" CHECK ("pictures"."version" > 0),
	CONSTRAINT "pictures_digest_form" CHECK ("pictures"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "pictures_content_type_known" CHECK ("pictures"."content_type" in ('image/jpeg', 'image/webp')),
	CONSTRAINT "pictures_width_within" CHECK ("pictures"."width" between 1 and 20000),
	CONSTRAINT "pictures_height_within" CHECK ("pictures"."height" between 1 and 20000),
	CONSTRAINT "pictures_bytes_positive" CHECK ("pictures"."bytes" > 0),
	CONSTRAINT "pictures_preview_length" CHECK (char_length("pictures"."preview") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_uploaded_by" ON "pictures" USING btree ("uploaded_by");--> statement-breakpoint

create trigger pictures_notify after insert or update or delete or truncate on pictures
  for each statement execute function notify_catalog_changed();
--> statement-breakpoint
comment on table pictures is 'The pictures in the bucket, by path. Changes notify catalog_changed.';

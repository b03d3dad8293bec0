CREATE TABLE "site_photos" (
	"site_id" uuid NOT NULL,
	"attachment_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_photos_site_id_attachment_id_pk" PRIMARY KEY("site_id","attachment_id")
);
--> statement-breakpoint
ALTER TABLE "site_photos" ADD CONSTRAINT "site_photos_site_id_ship_tos_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."ship_tos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_photos" ADD CONSTRAINT "site_photos_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_photos_attachment" ON "site_photos" USING btree ("attachment_id");--> statement-breakpoint
comment on table site_photos is 'Pictures of a customer''s site that show drivers where to go';

ALTER TABLE "images" ADD COLUMN "alt" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "shot" text;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_alt_form" CHECK ("images"."alt" ~ '[^[:space:]]' and char_length("images"."alt") <= 200);--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_shot_known" CHECK ("images"."shot" in ('raw', 'cooked', 'hand', 'thickness'));--> statement-breakpoint
-- Those that came with the shop are named after their digest, and nobody has sent them.
update images set is_sample = true
where uploaded_by is null and path like '%-' || left(digest, 8) || '.webp';

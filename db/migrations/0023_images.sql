-- One word for an image: the table was named before the code settled on it.
alter table pictures rename to images;--> statement-breakpoint
alter table images rename constraint pictures_pkey to images_pkey;--> statement-breakpoint
alter table images rename constraint pictures_path_form to images_path_form;--> statement-breakpoint
alter table images rename constraint pictures_version_positive to images_version_positive;--> statement-breakpoint
alter table images rename constraint pictures_digest_form to images_digest_form;--> statement-breakpoint
alter table images rename constraint pictures_content_type_known to images_content_type_known;--> statement-breakpoint
alter table images rename constraint pictures_width_within to images_width_within;--> statement-breakpoint
alter table images rename constraint pictures_height_within to images_height_within;--> statement-breakpoint
alter table images rename constraint pictures_bytes_positive to images_bytes_positive;--> statement-breakpoint
alter table images rename constraint pictures_preview_length to images_preview_length;--> statement-breakpoint
alter table images rename constraint pictures_uploaded_by_users_id_fk to images_uploaded_by_users_id_fk;--> statement-breakpoint
alter index pictures_uploaded_by rename to images_uploaded_by;--> statement-breakpoint
alter trigger pictures_notify on images rename to images_notify;--> statement-breakpoint
comment on table images is 'The images in the bucket, by path. Changes notify catalog_changed.';

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
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_entity_known";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "staff_role" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_invitations_invited_by" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "profiles_staff" ON "profiles" USING btree ("id") WHERE staff_role is not null;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_staff_role_known" CHECK ("profiles"."staff_role" in ('packer', 'driver', 'bookkeeper', 'catalogue'));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_one_staff_role" CHECK (not ("profiles"."is_admin" and "profiles"."staff_role" is not null));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_entity_known" CHECK ("audit_log"."entity" in ('order', 'product', 'image', 'client', 'inquiry', 'lot', 'setting', 'delivery', 'run', 'price', 'payment', 'bank', 'credit', 'export', 'account', 'staff'));
--> statement-breakpoint
-- staff_changed: an account's role among staff was given, changed or taken; its id.
create function notify_staff_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('staff_changed', old.id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger profiles_notify_staff after update of is_admin, staff_role on profiles
  for each row when (old.is_admin is distinct from new.is_admin or old.staff_role is distinct from new.staff_role)
  execute function notify_staff_changed();
--> statement-breakpoint
create trigger profiles_notify_staff_gone after delete on profiles
  for each row when (old.is_admin or old.staff_role is not null)
  execute function notify_staff_changed();
--> statement-breakpoint
comment on table staff_invitations is 'Who was invited to join the staff and has not answered. The link is in verifications.';

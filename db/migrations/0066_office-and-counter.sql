ALTER TABLE "profiles" DROP CONSTRAINT "profiles_staff_role_known";--> statement-breakpoint
ALTER TABLE "staff_invitations" DROP CONSTRAINT "staff_invitations_role_known";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_staff_role_known" CHECK ("profiles"."staff_role" in ('packer', 'driver', 'office', 'counter', 'bookkeeper', 'catalogue'));--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_role_known" CHECK ("staff_invitations"."role" in ('owner', 'packer', 'driver', 'office', 'counter', 'bookkeeper', 'catalogue'));
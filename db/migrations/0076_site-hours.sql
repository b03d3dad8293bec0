ALTER TABLE "ship_tos" ADD COLUMN "receives_from" time;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "receives_to" time;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_receives" CHECK (("ship_tos"."receives_from" is null) = ("ship_tos"."receives_to" is null) and ("ship_tos"."receives_from" is null or "ship_tos"."receives_from" < "ship_tos"."receives_to"));
ALTER TABLE "customers" ADD COLUMN "pack_rank" smallint;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "share_lb" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "share_pieces" integer;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "label_number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "packages_label_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 100001 CACHE 1);--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_label_number_unique" UNIQUE("label_number");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_pack_rank_range" CHECK ("customers"."pack_rank" between 1 and 99);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_share_range" CHECK ("order_items"."share_lb" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_share_pieces_range" CHECK ("order_items"."share_pieces" between 0 and 10000);
ALTER TABLE "till_sales" ADD COLUMN "device" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tills" ADD COLUMN "devices" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "till_sales" ADD CONSTRAINT "till_sales_device_range" CHECK ("till_sales"."device" between 0 and 702);--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_devices_range" CHECK ("tills"."devices" between 0 and 703);
CREATE TABLE "orders_off_runs" (
	"run_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"taken_off_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_off_runs_run_id_order_id_pk" PRIMARY KEY("run_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "orders_off_runs" ADD CONSTRAINT "orders_off_runs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders_off_runs" ADD CONSTRAINT "orders_off_runs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;
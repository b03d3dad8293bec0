CREATE TABLE "customer_merges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"into_id" uuid NOT NULL,
	"moved" jsonb NOT NULL,
	"merged_by" uuid,
	"merged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "allocations" DROP CONSTRAINT "allocations_credit_fk";
--> statement-breakpoint
ALTER TABLE "allocations" DROP CONSTRAINT "allocations_debit_fk";
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "account_id" uuid GENERATED ALWAYS AS (coalesce(merged_into, id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_into_id_customers_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_merged_by_users_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_merges_once" ON "customer_merges" USING btree ("customer_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "customer_merges_into" ON "customer_merges" USING btree ("into_id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_into_customers_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ship_tos" ADD CONSTRAINT "ship_tos_merged_into_ship_tos_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."ship_tos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_credit_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_debit_fk" FOREIGN KEY ("debit_id") REFERENCES "public"."ledger_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_account" ON "customers" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_elsewhere" CHECK ("customers"."merged_into" <> "customers"."id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_rests" CHECK ("customers"."merged_into" is null or ("customers"."inactive_at" is not null and "customers"."guest_email" = ''));--> statement-breakpoint
comment on table customer_merges is 'Records of one business that were merged, with what moved from one to the other, to bring it back';

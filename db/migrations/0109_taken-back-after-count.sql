CREATE TABLE "till_take_backs" (
	"receipt_id" uuid PRIMARY KEY NOT NULL,
	"cash" text,
	"move_id" uuid,
	"taken_back_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_take_backs_move_id_unique" UNIQUE("move_id"),
	CONSTRAINT "till_take_backs_cash_known" CHECK ("till_take_backs"."cash" is null or "till_take_backs"."cash" in ('given back', 'never received', 'still here')),
	CONSTRAINT "till_take_backs_given_back" CHECK (("till_take_backs"."move_id" is not null) = ("till_take_backs"."cash" is not distinct from 'given back'))
);
--> statement-breakpoint
ALTER TABLE "till_take_backs" ADD CONSTRAINT "till_take_backs_receipt_id_till_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."till_receipts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_take_backs" ADD CONSTRAINT "till_take_backs_move_id_till_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."till_moves"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
comment on table till_take_backs is 'Payments taken back after their drawer was counted, and where their cash is. Append-only';

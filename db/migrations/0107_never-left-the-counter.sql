ALTER TABLE "returned_goods" DROP CONSTRAINT "returned_goods_place_known";--> statement-breakpoint
ALTER TABLE "returned_goods" DROP CONSTRAINT "returned_goods_sold_again";--> statement-breakpoint
ALTER TABLE "returned_goods" ALTER COLUMN "credit_request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD COLUMN "credit_note_id" uuid;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_credit_note_id_documents_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "returned_goods_of_note" ON "returned_goods" USING btree ("credit_note_id") WHERE credit_note_id is not null;--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_credited_by" CHECK (("returned_goods"."place" = 'counter') = ("returned_goods"."credit_note_id" is not null)
        and ("returned_goods"."place" = 'counter') = ("returned_goods"."credit_request_id" is null));--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_place_known" CHECK ("returned_goods"."place" in ('truck', 'client', 'counter'));--> statement-breakpoint
ALTER TABLE "returned_goods" ADD CONSTRAINT "returned_goods_sold_again" CHECK ("returned_goods"."outcome" = 'waste' or "returned_goods"."place" = 'counter' or ("returned_goods"."place" = 'truck'
        and "returned_goods"."temperature_c" is not null and "returned_goods"."temperature_c" <= 4 and "returned_goods"."minutes_out" is not null));--> statement-breakpoint
comment on column returned_goods.credit_note_id is 'The note of a refund at the counter: its goods never left, and went back to their lot.';

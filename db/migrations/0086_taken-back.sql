ALTER TABLE "stock_entries" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cuttings" ADD COLUMN "taken_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cuttings" ADD COLUMN "taken_back_by" uuid;--> statement-breakpoint
ALTER TABLE "cuttings" ADD COLUMN "taken_back_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cuttings" ADD COLUMN "taken_back" jsonb;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "voided_by" uuid;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "void_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "removed_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "reverses_id" uuid;--> statement-breakpoint
ALTER TABLE "cuttings" ADD CONSTRAINT "cuttings_taken_back_by_users_id_fk" FOREIGN KEY ("taken_back_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_reverses_id_stock_entries_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."stock_entries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_reversed_once" UNIQUE("reverses_id");--> statement-breakpoint
ALTER TABLE "cuttings" ADD CONSTRAINT "cuttings_taken_back_reason_length" CHECK (char_length("cuttings"."taken_back_reason") <= 500);--> statement-breakpoint
ALTER TABLE "cuttings" ADD CONSTRAINT "cuttings_taken_back_wholly" CHECK (("cuttings"."taken_back_at" is null) = ("cuttings"."taken_back" is null));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_void_reason_length" CHECK (char_length("receipts"."void_reason") <= 500);--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_of_something" CHECK ("stock_entries"."product_id" is not null or "stock_entries"."lot_id" is not null);
--> statement-breakpoint
-- Meat that is no product was received without an entry: the stock of its lots begins with what came of them,
-- less what was cut.
INSERT INTO "stock_entries" ("lot_id", "kind", "lb", "reason", "entered_by", "entered_at")
SELECT line.lot_id, 'received', sum(line.lb), 'Receipt ' || receipts.number, receipts.created_by, receipts.created_at
FROM receipt_lines AS line JOIN receipts ON receipts.id = line.receipt_id
WHERE line.lot_id IS NOT NULL AND line.product_id IS NULL
  AND NOT EXISTS (SELECT FROM stock_entries WHERE stock_entries.lot_id = line.lot_id)
GROUP BY line.lot_id, receipts.id;
--> statement-breakpoint
INSERT INTO "stock_entries" ("lot_id", "kind", "lb", "reason", "entered_by", "entered_at")
SELECT cutting_inputs.lot_id, part.kind, -part.lb, 'Cutting ' || cuttings.number, cuttings.cut_by, cuttings.cut_at
FROM cutting_inputs JOIN cuttings ON cuttings.id = cutting_inputs.cutting_id
  CROSS JOIN LATERAL (VALUES ('cut from', cutting_inputs.lb - cutting_inputs.waste_lb), ('waste', cutting_inputs.waste_lb)) AS part (kind, lb)
WHERE NOT cutting_inputs.is_in_stock AND part.lb > 0
  AND EXISTS (SELECT FROM stock_entries WHERE stock_entries.lot_id = cutting_inputs.lot_id
    AND stock_entries.product_id IS NULL AND stock_entries.kind = 'received');
--> statement-breakpoint
UPDATE "cutting_inputs" SET "is_in_stock" = true
WHERE NOT is_in_stock AND EXISTS (SELECT FROM stock_entries WHERE stock_entries.lot_id = cutting_inputs.lot_id
  AND stock_entries.product_id IS NULL AND stock_entries.kind = 'received');
--> statement-breakpoint
-- What was packed while nobody counted its product leaves its lot, unless somebody has counted that since.
INSERT INTO "stock_entries" ("product_id", "lot_id", "kind", "lb", "pieces", "package_id", "entered_by", "entered_at")
SELECT order_items.product_id, packages.lot_id, 'packed', -packages.net_lb, -coalesce(packages.pieces, 0),
  packages.id, packages.packed_by, packages.packed_at
FROM packages JOIN order_items ON order_items.id = packages.order_item_id
WHERE packages.voided_at IS NULL
  AND EXISTS (SELECT FROM stock_entries WHERE stock_entries.lot_id = packages.lot_id
    AND stock_entries.kind IN ('received', 'cut into'))
  AND NOT EXISTS (SELECT FROM stock_entries WHERE stock_entries.lot_id = packages.lot_id
    AND stock_entries.kind = 'count')
  AND NOT EXISTS (SELECT FROM stock_entries WHERE stock_entries.package_id = packages.id);

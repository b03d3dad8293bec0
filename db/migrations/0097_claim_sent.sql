ALTER TABLE "receipts" ADD COLUMN "claim_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "claim_sent_by" uuid;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "claim_sent_how" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_claim_sent_by_users_id_fk" FOREIGN KEY ("claim_sent_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_claim_sent_wholly" CHECK ("receipts"."claim_sent_at" is not null or ("receipts"."claim_sent_by" is null and "receipts"."claim_sent_how" = ''));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_claim_sent_how_length" CHECK (char_length("receipts"."claim_sent_how") <= 200);--> statement-breakpoint
comment on column receipts.claim_sent_at is 'When the claim was last sent to the supplier; null if nobody noted it.';--> statement-breakpoint
-- The audit log had it alone until now. An account that was deleted since is not named.
update receipts set claim_sent_at = last.at, claim_sent_by = last.actor_id, claim_sent_how = last.how
from (
  select distinct on (entity_id) entity_id, at, actor_id, coalesce(after ->> 'sentHow', '') as how
  from audit_log where entity = 'receipt' and action = 'claim sent'
  order by entity_id, id desc
) as last
where receipts.id::text = last.entity_id;

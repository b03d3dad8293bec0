-- Goods refused at the door were claimed even if nobody had entered that the supplier billed them.
-- A claim that was sent or settled says that they were; any other one is none until it is entered.
update receipt_lines set invoiced_lb = receipt_lines.lb
from receipts
where receipts.id = receipt_lines.receipt_id
  and (receipts.claim_sent_at is not null or receipts.credited_at is not null)
  and not receipt_lines.is_accepted and receipt_lines.claimed_cents is not null
  and receipt_lines.invoiced_lb is null and receipt_lines.invoiced_cents is null;--> statement-breakpoint
update receipt_lines set cost_cents = null, claimed_cents = null
where not is_accepted and claimed_cents is not null
  and invoiced_lb is null and invoiced_cents is null;

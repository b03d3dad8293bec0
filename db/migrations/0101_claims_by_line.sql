ALTER TABLE "receipt_lines" ADD COLUMN "credited_cents" bigint;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD COLUMN "credited_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_credited_not_negative" CHECK ("receipt_lines"."credited_cents" >= 0);--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_credited_reason_length" CHECK (char_length("receipt_lines"."credited_reason") <= 300);--> statement-breakpoint
comment on column receipt_lines.credited_cents is 'Cents of the claim that the supplier credited; null while it is open.';--> statement-breakpoint
-- Until now only their sum was known, and what was not credited was divided by claim, with the
-- largest remainders rounded up. Kept like that, no lot's cost changes.
update receipt_lines set credited_cents = parts.claimed - parts.whole
  - case when parts.place <= parts.lost - parts.wholes then 1 else 0 end
from (
  select *, sum(whole) over (partition by receipt_id) as wholes,
    row_number() over (partition by receipt_id order by rest desc, position) as place
  from (
    select *, coalesce(div(lost * claimed, nullif(claim, 0)), 0) as whole,
      coalesce(mod(lost * claimed, nullif(claim, 0)), 0) as rest
    from (
      select line.id, line.receipt_id, line.position, coalesce(line.claimed_cents, 0)::numeric as claimed,
        sum(coalesce(line.claimed_cents, 0)) over (partition by line.receipt_id) as claim,
        sum(coalesce(line.claimed_cents, 0)) over (partition by line.receipt_id)
          - receipts.credited_cents as lost
      from receipt_lines as line join receipts on receipts.id = line.receipt_id
      where receipts.credited_cents is not null
    ) as claims
  ) as shares
) as parts
where parts.id = receipt_lines.id;

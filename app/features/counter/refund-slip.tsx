import { Link } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useResultFocus } from "#app/components/page/use-result-focus.ts";
import { partsInWords } from "#app/domain/door/till/refund-ways.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { MailReceipt } from "./payments.tsx";
import { meatInWords, whyThisWay } from "./refund.ts";
import type { RefundSheet } from "./sale.ts";
import { Row, Slip, SlipLines, SlipTotals } from "./till/receipt.tsx";

interface RefundSlipProps {
  refund: RefundSheet;
  receiptNumber: string;
  taxNumber: string;
  answer: FormAnswer | undefined;
}

/** Slip of a refund: for the customer, and for the shop to sign. */
export function RefundSlip({ refund, receiptNumber, taxNumber, answer }: RefundSlipProps) {
  const { documentNumber, parts, roundingCents } = refund;
  const said = useResultFocus<HTMLParagraphElement>(refund.requestId);
  return (
    <div className="grid gap-4">
      <p ref={said} role="status" tabIndex={-1} className="text-title tabular-nums print:hidden">
        Give back: {partsInWords(parts)}
      </p>
      <Slip title="Refund slip" taxNumber={taxNumber}>
        <p className="mt-3 text-base font-semibold">Refund</p>
        <p>Credit note {documentNumber}</p>
        <p>For receipt {receiptNumber}</p>
        <p>{formatDateTime(refund.givenAt)}</p>
        <SlipLines lines={refund.lines} />
        <div className="border-t border-black pt-2">
          <SlipTotals totals={refund.totals} />
          {roundingCents !== 0 && <Row label="Cash rounding" cents={roundingCents} />}
          {parts.map(({ method, cents, reference }) => (
            <Row
              key={method}
              label={["Given back:", tillMethodText[method].title, reference]
                .filter(Boolean)
                .join(" ")}
              cents={cents}
            />
          ))}
        </div>
        <p className="mt-3 break-words">Why: {refund.reason}</p>
        <p>{meatInWords(refund.neverLeft)}</p>
        {refund.otherwise && <p className="break-words">{whyThisWay(refund.otherwise)}</p>}
        <p className="mt-10 border-t border-black pt-1">Signature of who got it</p>
        <p className="mt-3">All amounts in Canadian dollars.</p>
      </Slip>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <Button variant="secondary" onClick={() => window.print()}>
          Print refund slip
        </Button>
        <Link className="link min-h-11 content-center" to=".">
          Show the receipt
        </Link>
      </div>
      <MailReceipt answer={answer} refund={refund.requestId} />
    </div>
  );
}

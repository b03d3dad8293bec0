import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import {
  billedAgainInWords,
  type CreditRequest,
  claimInWords,
  creditedInWords,
  grantedInWords,
  reasonText,
} from "#app/domain/claims/credit.ts";
import { CreditBadge } from "#app/domain/claims/credit-badge.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";

interface OwnCreditsProps {
  credits: CreditRequest[];
  namesOrder?: boolean;
  photosAt: string | null;
}

/** Requested credits, and their outcomes. */
export function OwnCredits({ credits, namesOrder = false, photosAt }: OwnCreditsProps) {
  return (
    <ul className="border-t border-ink">
      {credits.map((credit) => (
        <li key={credit.id} className="border-b border-rule py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
            <p className="min-w-0">
              {namesOrder && (
                <>
                  <Link to={`/dashboard/orders/${credit.orderId}`} className="link tabular-nums">
                    {orderName(credit.orderNumber)}
                  </Link>
                  {", "}
                </>
              )}
              <span className="text-ink-soft">
                <Moment at={credit.createdAt} time />
              </span>
            </p>
            <CreditBadge credit={credit} />
          </div>
          {credit.lines.map((line) => (
            <p key={line.position} className="mt-2 break-words">
              <span className="font-semibold">{line.productName}</span>: {claimInWords(line)},{" "}
              {reasonText[line.reason].toLowerCase()}
              {line.granted && <span className="font-semibold">: {grantedInWords(line)}</span>}
              {line.note && <span className="block text-ink-soft">{line.note}</span>}
              {photosAt && line.photoId && (
                <a
                  href={`${photosAt}/${line.photoId}`}
                  target="_blank"
                  rel="noreferrer"
                  className="link block w-fit"
                >
                  Photo<span className="sr-only"> of {line.productName} (opens in a new tab)</span>
                </a>
              )}
            </p>
          ))}
          <Outcome credit={credit} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ credit: { creditNote, decisionNote } }: { credit: CreditRequest }) {
  if (!creditNote && !decisionNote) return null;
  return (
    <p className="mt-2 break-words">
      {creditNote && (
        <>
          {creditedInWords(creditNote)}
          {creditNote.url ? (
            <>
              {": "}
              <InvoiceDownload number={creditNote.number} url={creditNote.url} className="link">
                {creditNote.number}
              </InvoiceDownload>
            </>
          ) : (
            ` with ${creditNote.number}`
          )}
          {creditNote.billedAgain.length > 0 && `, ${billedAgainInWords(creditNote)}`}
        </>
      )}
      {decisionNote && <span className="block text-ink-soft">{decisionNote}</span>}
    </p>
  );
}

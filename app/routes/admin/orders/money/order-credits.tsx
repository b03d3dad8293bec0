import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import {
  type AdminCreditRequest,
  billedAgainInWords,
  claimInWords,
  creditedInWords,
  grantedInWords,
  reasonText,
  sourceText,
} from "#app/domain/claims/credit.ts";
import { CreditBadge } from "#app/domain/claims/credit-badge.tsx";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { useMay } from "#app/routes/admin/use-frame-facts.ts";

/** The credits requested for an order, and their outcomes. */
export function OrderCredits({ credits }: { credits: AdminCreditRequest[] }) {
  const may = useMay();
  if (credits.length === 0) return null;
  const asked = ({ source, createdAt }: AdminCreditRequest) => (
    <>
      {sourceText[source]}, <Moment at={createdAt} time />
    </>
  );
  return (
    <section aria-labelledby="order-credits" className="mt-12 print:hidden">
      <h2 id="order-credits" className="border-b border-ink pb-3 text-title">
        Credits
      </h2>
      <ul>
        {credits.map((credit) => (
          <li key={credit.id} className="border-b border-rule py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-6">
              {may("money") ? (
                <Link
                  to={`/admin/credits/${credit.id}`}
                  className="link inline-flex min-h-11 items-center"
                >
                  {/* A flex container would lose the space before the time. */}
                  <span>{asked(credit)}</span>
                </Link>
              ) : (
                <span>{asked(credit)}</span>
              )}
              <CreditBadge credit={credit} />
            </div>
            {credit.lines.map((line) => (
              <p key={line.position} className="break-words">
                {line.productName}: {claimInWords(line)}, {reasonText[line.reason].toLowerCase()}
                {line.granted && `: ${grantedInWords(line)}`}
              </p>
            ))}
            {credit.creditNote && (
              <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
                {creditedInWords(credit.creditNote)}
                {credit.creditNote.url ? (
                  <InvoiceDownload
                    number={credit.creditNote.number}
                    url={credit.creditNote.url}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {credit.creditNote.number}
                  </InvoiceDownload>
                ) : (
                  `with ${credit.creditNote.number}`
                )}
                {credit.creditNote.billedAgain.length > 0 && (
                  <span>{billedAgainInWords(credit.creditNote)}</span>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

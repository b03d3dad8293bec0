import {
  type ClaimedLine,
  claimInWords,
  grantedInWords,
  reasonText,
} from "#app/domain/claims/credit.ts";
import type { BilledClaim } from "#app/domain/claims/credits.server.ts";
import { formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

/** Shows a claim for a line, and the billed part of it. */
export function Claim({ line, billed }: { line: ClaimedLine; billed: BilledClaim | undefined }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-b border-rule py-5 sm:grid-cols-2">
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold break-words">{line.productName}</h2>
        <p className="mt-1">
          {claimInWords(line)}, {reasonText[line.reason].toLowerCase()}
          {line.granted && <span className="font-semibold">: {grantedInWords(line)}</span>}
        </p>
        {line.note && (
          <p className="mt-1 break-words whitespace-pre-line text-ink-soft">{line.note}</p>
        )}
        {billed && (
          <p className="mt-3 text-[0.9375rem] text-ink-soft">
            Billed{" "}
            {billed.unit === "lb"
              ? `${formatLb(Number(billed.packed))} × ${formatPricePerLb(toCents(billed.unitPrice))}`
              : formatDollars(billed.unitPrice)}
            . Still to credit at most{" "}
            {billed.unit === "lb" && `${formatLb(Number(billed.leftLb))} or `}
            {formatDollars(billed.leftAmount)}.
          </p>
        )}
      </div>
      {line.photoId && (
        <a
          href={`/admin/attachments/${line.photoId}`}
          target="_blank"
          rel="noreferrer"
          className="block sm:justify-self-end"
        >
          <img
            src={`/admin/attachments/${line.photoId}`}
            alt={`Sent with the claim about ${line.productName}`}
            loading="lazy"
            className="max-h-60 max-w-full border border-rule"
          />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}

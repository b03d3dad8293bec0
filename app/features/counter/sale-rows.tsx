import { Link } from "react-router";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { whyThisWay } from "./refund.ts";
import type { SaleRow } from "./sold.server.ts";

/** Counter sales with their numbers and totals. */
export function SaleRows({ sales }: { sales: readonly SaleRow[] }) {
  if (sales.length === 0) return null;
  return (
    <ul aria-label="Sales" className="mt-3 border-t border-ink">
      {sales.map((one) => (
        <li
          key={one.id}
          className="flex break-inside-avoid flex-wrap items-center justify-between gap-x-4 border-b border-rule pb-1"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <Link
              className="link min-h-11 content-center whitespace-nowrap"
              to={`/admin/counter/sales/${one.id}`}
            >
              {one.documentNumber}
            </Link>
            <span className="text-ink-soft">
              <span className="whitespace-nowrap">{one.slip}</span>, {formatDateTime(one.soldAt)}
              {one.isOffline && ", sold without network"}
            </span>
            <span className="basis-full sm:basis-auto">{paidInWords(one)}</span>
          </span>
          <span className="tabular-nums">{formatCents(one.totalCents)}</span>
          {one.refunds.map(
            ({ requestId, documentNumber, cents, method, otherwise, otherDrawer }) => (
              <span key={`${requestId} ${method}`} className="basis-full text-sm">
                {otherDrawer === null
                  ? "Given back"
                  : `Given back at another drawer, ${otherDrawer}`}
                : {formatCents(-cents)} {tillMethodText[method].by},{" "}
                <Link
                  className="link whitespace-nowrap"
                  to={`/admin/counter/sales/${one.id}?refund=${requestId}`}
                >
                  {documentNumber}
                </Link>
                {otherwise && (
                  <span className="block break-words text-ink-soft">{whyThisWay(otherwise)}</span>
                )}
              </span>
            ),
          )}
          {one.hasRemarks && (
            <span className="basis-full text-sm font-semibold text-cancelled">To review</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "Card terminal"; "Cash $41.05" if rounded; with several methods, each with its amount. */
function paidInWords({ payments, isOnAccount, totalCents }: SaleRow): string {
  if (isOnAccount) return "On account";
  const [first, ...others] = payments;
  if (!first) return "";
  if (others.length === 0) {
    const { title } = tillMethodText[first.method];
    return first.cents === totalCents ? title : `${title} ${formatCents(first.cents)}`;
  }
  return payments
    .map(({ method, cents }) => `${formatCents(cents)} ${tillMethodText[method].by}`)
    .join(", ");
}

import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import {
  type CashUp,
  countedInWords,
  differenceOf,
  differencesOf,
  dueAgainInWords,
} from "#app/domain/door/cash-up.ts";
import { doorMethodText, sumByMethod } from "#app/domain/door/door-receipt.ts";
import { ReceiptLine } from "#app/features/runs/receipt-line.tsx";
import type { Run } from "#app/features/runs/run.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { doorMethods } from "#db/schema/values/door.ts";
import { useFrameFacts, useMay } from "../use-frame-facts.ts";

interface MoneyPanelProps {
  run: Run;
  cashUp: CashUp | null;
  /** True if the run is today's or over. */
  isDue: boolean;
}

export function MoneyPanel({ run, cashUp, isDue }: MoneyPanelProps) {
  const maySell = useMay()("sell");
  const isOwner = useFrameFacts()?.staffRole === "owner";
  const taken = sumByMethod(run.receipts);
  const isNothing = run.receipts.length === 0;
  if (isNothing && !cashUp && !(isDue && maySell)) return null;
  const late = run.receipts.filter(({ isLate, isTakenBack }) => isLate && !isTakenBack);
  // The others are shown at their stops.
  const off = run.receipts.filter(({ offRunOf }) => offRunOf !== "");
  return (
    <section aria-labelledby="money" className="mt-10">
      <h2 id="money" className="border-t border-ink pt-3 text-title">
        Money
      </h2>
      {isNothing ? (
        <p className="mt-2 text-ink-soft">The driver has recorded no payment.</p>
      ) : (
        <dl className="mt-2 tabular-nums">
          {doorMethods.map((method) => (
            <div key={method} className="flex justify-between border-b border-rule py-2">
              <dt>{doorMethodText[method].title}</dt>
              <dd className="font-semibold">{formatCents(taken[method])}</dd>
            </div>
          ))}
        </dl>
      )}
      {off.map((one) => (
        <p key={one.requestId} className="mt-2 break-words tabular-nums">
          {one.offRunOf}: <ReceiptLine receipt={one} />
        </p>
      ))}
      {cashUp ? (
        <>
          <p className="mt-3">
            <strong>Cashed up</strong> by {cashUp.confirmedBy},{" "}
            <Moment at={cashUp.confirmedAt} time />
          </p>
          <p className="tabular-nums">
            Counted:{" "}
            {doorMethods
              .map(
                (method) =>
                  `${doorMethodText[method].title.toLowerCase()} ${countedInWords(cashUp, method)}`,
              )
              .join(", ")}
          </p>
          {differencesOf(cashUp).length > 0 && (
            <p
              className={
                differenceOf(cashUp) < 0 ? "font-semibold text-cancelled" : "font-semibold"
              }
            >
              {differencesOf(cashUp).join(", ")}: “{cashUp.reason}”
            </p>
          )}
          {dueAgainInWords(cashUp, run.receipts).map((said) => (
            <p key={said} className="mt-2">
              {said}
            </p>
          ))}
          {late.length > 0 && (
            <p className="mt-2 font-semibold">
              {late.length === 1 ? "A payment" : `${late.length} payments`} arrived after that:{" "}
              {formatCents(late.reduce((sum, { cents }) => sum + cents, 0))}. It is in no count yet:
              have an owner take the cash-up back, then cash up again.
            </p>
          )}
          {isOwner && (
            <ButtonLink
              to={`/admin/runs/${run.id}/take-back`}
              variant="secondary"
              size="sm"
              className="mt-3"
            >
              Take the cash-up back
            </ButtonLink>
          )}
        </>
      ) : (
        maySell &&
        (isDue || !isNothing) && (
          <ButtonLink to={`/admin/runs/${run.id}/cash-up`} variant="secondary" className="mt-4">
            Cash up
          </ButtonLink>
        )
      )}
    </section>
  );
}

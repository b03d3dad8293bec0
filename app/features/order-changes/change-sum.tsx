import { useEffect, useRef } from "react";
import { useSubmit } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { promiseInWords, type StoredCosts, storedCosts } from "#app/domain/orders/order-costs.ts";
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";

/** The button, and the form sent for it, that asks what a change comes to and changes nothing. */
export const sumIntent = "sum";

/** What an order would come to; or why it can't be changed so. */
export interface ChangeSum {
  costs: StoredCosts | null;
  problem: string | null;
}

/** How long nothing is typed before the sum is asked for, in milliseconds. */
const pauseMs = 600;

/**
 * Asks for the new sum once somebody stops typing, by the form's own action.
 *
 * @returns what the form does as it is typed into, and as it is sent
 */
export function useChangeSum() {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onInput({ currentTarget: form }: { currentTarget: HTMLFormElement }) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const fields = new FormData(form);
        fields.set("intent", sumIntent);
        void submit(fields, { method: "post", replace: true, preventScrollReset: true });
      }, pauseMs);
    },
    onSubmit: () => clearTimeout(timer.current),
  };
}

interface ChangeSumProps {
  /** The order as it is stored. */
  stored: StoredCosts & { charges: readonly { description: string }[] };
  /** Of what was typed; undefined before anything was. */
  sum: ChangeSum | undefined;
}

/** What the order comes to as it would be changed: fee, taxes, estimate and the most that is charged. */
export function ChangeSumFacts({ stored, sum }: ChangeSumProps) {
  const isLive = useHydrated();
  const before = storedCosts(stored);
  const costs = sum?.costs ?? stored;
  const { taxes, estimateCents, mostCents } = storedCosts(costs);
  const isOther = mostCents !== before.mostCents || estimateCents !== before.estimateCents;
  return (
    <section aria-label="New total" className="mt-6 max-w-md border-t border-ink pt-4">
      <div role="status">
        {sum?.problem ? (
          <p className="font-semibold text-cancelled">{sum.problem}</p>
        ) : (
          <>
            <dl className="space-y-1.5 tabular-nums">
              {costs.charges.map(({ amount }, at) => (
                <Fact
                  // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells charges apart.
                  key={at}
                  label={stored.charges[at]?.description ?? "Delivery"}
                  value={formatDollars(amount)}
                />
              ))}
              {taxes.map(({ label, cents }) => (
                <Fact key={label} label={label} value={formatCents(cents)} />
              ))}
              <div className="flex justify-between gap-4 text-title font-semibold">
                <dt>{isOther ? "New estimate" : "Estimate"}</dt>
                <dd className="font-display">
                  {isOther && (
                    <s className="mr-2 text-base font-normal text-ink-soft">
                      {formatCents(before.estimateCents)}
                    </s>
                  )}
                  {formatCents(estimateCents)}
                </dd>
              </div>
            </dl>
            <p className="mt-2">{promiseInWords(mostCents)}</p>
          </>
        )}
      </div>
      {!isLive && (
        <Button type="submit" name="intent" value={sumIntent} variant="secondary" className="mt-4">
          Show the new total
        </Button>
      )}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { Button } from "#app/components/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { type NamedCosts, promiseInWords, storedCosts } from "#app/domain/orders/order-costs.ts";
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";

/** Intent that calculates a change without saving it; of a button and of background requests. */
export const sumIntent = "sum";

export const saveIntent = "save";

export interface ChangeSum {
  costs: NamedCosts | null;
  problem: string | null;
}

/** Milliseconds without typing before the sum is requested. */
const pauseMs = 600;

/**
 * Asks for the new sum through the form's own action once the user pauses typing. Returns the
 * form's handlers, whether the shown sum is outdated, and whether the change is being saved.
 */
export function useChangeSum() {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);
  const { state, formData } = useNavigation();
  const sent = formData?.get("intent");
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isAsking: isWaiting || (state === "submitting" && sent === sumIntent),
    isSaving: sent === saveIntent,
    onInput({ currentTarget: form }: { currentTarget: HTMLFormElement }) {
      clearTimeout(timer.current);
      setIsWaiting(true);
      timer.current = setTimeout(() => {
        setIsWaiting(false);
        const fields = new FormData(form);
        fields.set("intent", sumIntent);
        void submit(fields, { method: "post", replace: true, preventScrollReset: true });
      }, pauseMs);
    },
    onSubmit() {
      clearTimeout(timer.current);
      setIsWaiting(false);
    },
  };
}

interface ChangeSumProps {
  stored: NamedCosts & { charges: readonly { description: string }[] };
  sum: ChangeSum | undefined;
  isAsking: boolean;
}

/** The changed order's total: lines, fee, taxes, estimate and the maximum charge. */
export function ChangeSumFacts({ stored, sum, isAsking }: ChangeSumProps) {
  const isLive = useHydrated();
  const before = storedCosts(stored);
  const costs = sum?.costs ?? stored;
  const { taxes, estimateCents, mostCents } = storedCosts(costs);
  const isOther = mostCents !== before.mostCents || estimateCents !== before.estimateCents;
  return (
    <section aria-label="New total" className="mt-6 max-w-md border-t border-ink pt-4">
      <div role="status" aria-busy={isAsking}>
        {sum?.problem && !isAsking ? (
          <p className="font-semibold text-cancelled">{sum.problem}</p>
        ) : (
          <>
            <dl className={clsx("space-y-1.5 tabular-nums", isAsking && "opacity-40")}>
              {costs.items.map(
                ({ productName, subtotal, substitutesItemId }, at) =>
                  substitutesItemId === null && (
                    <Fact
                      // biome-ignore lint/suspicious/noArrayIndexKey: a product can have two lines.
                      key={at}
                      label={productName}
                      value={formatDollars(subtotal)}
                    />
                  ),
              )}
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
            <p className="mt-2">{isAsking ? "Working it out …" : promiseInWords(mostCents)}</p>
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

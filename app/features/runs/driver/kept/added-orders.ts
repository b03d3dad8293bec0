import { useCallback, useEffect, useMemo, useState } from "react";
import type { Run } from "../../run.ts";
import { stored } from "./report-queue.ts";

/** Returns orders added since the driver last looked; seen ones are stored on the phone. */
export function useAddedOrders(run: Run) {
  const kept = useMemo(() => stored(`run-orders:${run.id}`), [run.id]);
  const [seen, setSeen] = useState<readonly string[] | null>(null);
  const ids = run.stops.flatMap(({ orders }) => orders.map(({ id }) => id));
  const wanted = ids.join(" ");
  useEffect(() => {
    const known = kept.read();
    // A phone that opens the run for the first time treats all orders as seen.
    if (known === null) kept.write(wanted);
    setSeen((known ?? wanted).split(" "));
  }, [kept, wanted]);
  const take = useCallback(() => {
    kept.write(wanted);
    setSeen(wanted.split(" "));
  }, [kept, wanted]);
  const added = useMemo(
    () => new Set(seen === null ? [] : wanted.split(" ").filter((id) => id && !seen.includes(id))),
    [seen, wanted],
  );
  return { added, take };
}

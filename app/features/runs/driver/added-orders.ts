import { useCallback, useEffect, useMemo, useState } from "react";
import type { Run } from "../run.ts";
import { stored } from "./report-queue.ts";

/**
 * Which of a run's orders were added since the driver last looked: what they have seen is kept on the
 * phone, so that an order that came while there was no network is told when there is.
 */
export function useAddedOrders(run: Run) {
  const kept = useMemo(() => stored(`run-orders:${run.id}`), [run.id]);
  const [seen, setSeen] = useState<readonly string[] | null>(null);
  const ids = run.stops.flatMap(({ orders }) => orders.map(({ id }) => id));
  const wanted = ids.join(" ");
  useEffect(() => {
    const known = kept.read();
    // All of them are new to a phone that opens the run: nothing was added.
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

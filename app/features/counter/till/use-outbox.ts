import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { awaitShop, isShopCut, isShopThere } from "#app/lib/browser/connection.ts";
import type { QueueState } from "#app/lib/send-queue.ts";
import { type Sale, type StoredSale, saleSchema } from "../sale.ts";
import { createSaleOutbox, kept, type SaleAnswer, sendSale } from "./outbox.ts";

const unheard: QueueState<Sale> = { waiting: [], line: "open" };

/** A sale that was paid and that the shop did not take, and why. */
export interface RefusedSale {
  sale: Sale;
  message: string;
}

/** The till's outbox: what is not sent yet, what the shop gave numbers since, and what it did not take. */
export function useOutbox(tillId: string, lastSlip: number) {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, StoredSale>>(new Map());
  const [refused, setRefused] = useState<RefusedSale[]>([]);
  const stored = useMemo(
    () => ({ slip: kept(`till-slip:${tillId}`), refused: kept(`till-refused:${tillId}`) }),
    [tillId],
  );

  const changeRefused = useCallback(
    (how: (before: RefusedSale[]) => RefusedSale[]) => {
      const next = how(readRefused(stored.refused.read()));
      stored.refused.write(next.length > 0 ? JSON.stringify(next) : null);
      setRefused(next);
    },
    [stored],
  );

  const outbox = useMemo(
    () =>
      createSaleOutbox(tillId, (sale, answer) => {
        if (answer.kind === "done") {
          setNumbers((before) => new Map(before).set(sale.requestId, answer.sale));
        } else {
          changeRefused((before) => [...before, { sale, message: answer.message }]);
        }
      }),
    [tillId, changeRefused],
  );
  const { waiting, line } = useSyncExternalStore(outbox.subscribe, outbox.getState, () => unheard);
  useEffect(() => {
    changeRefused((before) => before);
    return outbox.start();
  }, [outbox, changeRefused]);

  const isWaiting = waiting.length > 0;
  // A browser doesn't always notice that its network is back: the shop is asked while something waits.
  useEffect(() => (isWaiting ? awaitShop(outbox.retryNow) : undefined), [isWaiting, outbox]);
  useEffect(() => {
    if (line === "lost") void isShopThere();
  }, [line]);

  /** The next number of this till, which no other sale of this browser has. */
  function nextSlip(): number {
    const own = Number(stored.slip.read() ?? "0");
    const slip = Math.max(lastSlip, Number.isInteger(own) ? own : 0) + 1;
    stored.slip.write(String(slip));
    return slip;
  }

  /**
   * Sells: at once where the shop answers; else it is kept, and sent once it does. Nothing that was paid is
   * lost, and nothing is sold twice.
   */
  async function sell(sale: Sale): Promise<Exclude<SaleAnswer, { kind: "signed out" }> | "kept"> {
    // On account it has to be asked; what is paid doesn't wait for a line that is known to be cut.
    const isOpen = line === "open" && waiting.length === 0 && !isShopCut();
    const answer = isOpen || sale.onAccount ? await sendSale(tillId, sale) : null;
    if (answer && answer.kind !== "signed out") return answer;
    if (sale.onAccount) {
      return {
        kind: "refused",
        message: "The shop can’t be reached, so nothing can go on account. Take the money now.",
      };
    }
    outbox.add({ ...sale, isOffline: true });
    return "kept";
  }

  return {
    ...{ waiting, line, numbers, refused, sell, nextSlip },
    retryNow: outbox.retryNow,
    sendAgain({ sale }: RefusedSale) {
      changeRefused((before) => before.filter((one) => one.sale.requestId !== sale.requestId));
      outbox.add(sale);
    },
  };
}

function readRefused(text: string | null): RefusedSale[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(entries)) return [];
  return entries.flatMap(({ sale, message }: Partial<RefusedSale>) => {
    const { data } = saleSchema.safeParse(sale);
    return data ? [{ sale: data, message: String(message) }] : [];
  });
}

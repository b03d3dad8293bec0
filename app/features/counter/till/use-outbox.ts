import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { watchStored } from "#app/lib/browser/browser-storage.ts";
import { awaitShop, isShopCut, isShopThere } from "#app/lib/browser/connection.ts";
import type { QueueState } from "#app/lib/send-queue.ts";
import { type Sale, type StoredSale, saleSchema } from "../sale.ts";
import { alone, createSaleOutbox, kept, ownDevice, type SaleAnswer, sendSale } from "./outbox.ts";

const unheard: QueueState<Sale> = { waiting: [], line: "open" };

export interface RefusedSale {
  sale: Sale;
  message: string;
}

/** `stored` is null for a sale kept until the shop answers. */
type SellAnswer =
  | Extract<SaleAnswer, { kind: "refused" }>
  | { kind: "sold"; sale: Sale; stored: StoredSale | null };

/** Returns the number after the last one known here or to the shop. */
function nextSlip(own: string | null, lastKnown: number): number {
  const last = Number(own ?? "0");
  return Math.max(lastKnown, Number.isInteger(last) ? last : 0) + 1;
}

/**
 * Sends the sales that this browser made offline, from any page of the till: unsent ones, numbers
 * assigned since, and refused ones.
 */
export function useSending(tillId: string) {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, StoredSale>>(new Map());
  const [refused, setRefused] = useState<RefusedSale[]>([]);
  const refusedKey = `till-refused:${tillId}`;
  const stored = useMemo(() => kept(refusedKey), [refusedKey]);

  const changeRefused = useCallback(
    (how: (before: RefusedSale[]) => RefusedSale[]) => {
      const next = how(readRefused(stored.read()));
      stored.write(next.length > 0 ? JSON.stringify(next) : null);
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
  // One may be settled or sent again in another tab.
  useEffect(
    () => watchStored(refusedKey, () => setRefused(readRefused(stored.read()))),
    [refusedKey, stored],
  );

  const isWaiting = waiting.length > 0;
  // Browsers don't always notice that their network is back, so poll while sales wait.
  useEffect(() => (isWaiting ? awaitShop(outbox.retryNow) : undefined), [isWaiting, outbox]);
  useEffect(() => {
    if (line === "lost") void isShopThere();
  }, [line]);
  return { outbox, waiting, line, numbers, refused, changeRefused };
}

/** The till's outbox, with selling at once or later. */
export function useOutbox(tillId: string, lastSlip: number) {
  const { outbox, waiting, line, numbers, refused, changeRefused } = useSending(tillId);
  const ownSlip = useMemo(() => kept(`till-slip:${tillId}`), [tillId]);
  useEffect(() => {
    // Requested while online, to have it when offline.
    void ownDevice(tillId);
  }, [tillId]);

  /**
   * Sells now if the shop answers, else stores the sale to send it later. No paid sale is lost or
   * sold twice. Its slip number is used once it is stored here or there.
   */
  async function sell(unnumbered: Omit<Sale, "slip" | "device">): Promise<SellAnswer> {
    const device = await ownDevice(tillId);
    if (device === null) {
      return {
        kind: "refused",
        message:
          "This browser has to reach the shop once before it can sell here. Nothing was sold: try again.",
      };
    }
    return alone(`till-slip:${tillId}`, async () => {
      const slip = nextSlip(ownSlip.read(), device === 0 ? lastSlip : 0);
      const sale = { ...unnumbered, slip, device };
      const answer = await sellNumbered(sale);
      if (answer.kind === "refused") return answer;
      ownSlip.write(String(slip));
      return answer;
    });
  }

  function settle({ sale }: RefusedSale) {
    changeRefused((before) => before.filter((one) => one.sale.requestId !== sale.requestId));
  }

  async function sellNumbered(sale: Sale): Promise<SellAnswer> {
    // Sales on account need the shop; paid ones don't wait while it is known to be unreachable.
    const isOpen = line === "open" && waiting.length === 0 && !isShopCut();
    const answer = isOpen || sale.onAccount ? await sendSale(tillId, sale) : null;
    if (answer?.kind === "done") return { kind: "sold", sale, stored: answer.sale };
    if (answer?.kind === "refused") return answer;
    if (sale.onAccount) {
      return {
        kind: "refused",
        message:
          answer?.kind === "signed out"
            ? "You are signed out, so nothing can go on account. Sign in again: this sale is kept for you."
            : "The shop can’t be reached, so nothing can go on account. Take the money now.",
      };
    }
    outbox.add({ ...sale, isOffline: true });
    return { kind: "sold", sale, stored: null };
  }

  return {
    waiting,
    line,
    numbers,
    refused,
    sell,
    retryNow: outbox.retryNow,
    /** Removes a refused sale from this browser; it is never stored. */
    settle,
    sendAgain(one: RefusedSale) {
      settle(one);
      outbox.add(one.sale);
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

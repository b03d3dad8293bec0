import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { mostSaleLines, type SaleLine, saleSchema } from "../sale.ts";
import { kept, ownKey, parsed } from "./outbox.ts";

/** The current sale's lines. The request id is stored with them, so that it is paid once. */
export interface Basket {
  requestId: string;
  lines: SaleLine[];
}

/** A paid basket, as this browser's other tabs see it. */
export interface PaidBasket {
  requestId: string;
  /** The slip's number until the shop has assigned the receipt's. */
  number: string;
  /** Id of the order; null until the shop has stored the sale. */
  id: string | null;
}

export const basketKey = (tillId: string, userId: string) => ownKey("till-lines", tillId, userId);

/** True if this browser keeps somebody's unpaid sale at a till. */
export const keepsSaleOf = (tillId: string): boolean =>
  withStorage((storage) =>
    Object.keys(storage).some((key) => key.startsWith(basketKey(tillId, ""))),
  ) ?? false;

export const noBasket: Basket = { requestId: "", lines: [] };

const lineSchema = saleSchema.shape.lines.element;

/**
 * Keeps one person's basket at a till in the browser's storage, for all tabs: a change or payment
 * in one applies to the others. It outlives the session, and is separate for each user. Without
 * storage, each tab has its own.
 */
export function createBasketStore(tillId: string, userId: string) {
  const basket = kept(basketKey(tillId, userId));
  const paid = kept(`till-paid:${tillId}`);
  // Tells an emptied basket from a browser without storage.
  let isShared = false;

  function current(own: Basket): Basket {
    const text = basket.read();
    if (text !== null) {
      isShared = true;
      return readBasket(text);
    }
    return isShared ? noBasket : own;
  }

  function write(next: Basket): Basket {
    basket.write(next.lines.length > 0 ? JSON.stringify(next) : null);
    isShared = isShared || basket.read() !== null;
    // As every tab reads it, so that lines in memory compare equal to the stored ones.
    return current(next);
  }

  return {
    current,
    change(own: Basket, how: (lines: SaleLine[]) => SaleLine[]): Basket {
      const { requestId, lines } = current(own);
      const next = how(lines);
      return write(
        next.length === 0 ? noBasket : { requestId: requestId || newUuid(), lines: next },
      );
    },
    /** Empties a paid basket in all tabs; a newer one stays. */
    paid(own: Basket, sold: PaidBasket): Basket {
      paid.write(JSON.stringify(sold));
      const now = current(own);
      return now.requestId === sold.requestId ? write(noBasket) : now;
    },
    /** Returns the payment of this basket in another tab; null if none is known. */
    paidAs(requestId: string): PaidBasket | null {
      const last = parsed(paid.read()) as PaidBasket | null;
      return requestId !== "" && last?.requestId === requestId ? last : null;
    },
  };
}

/** Says why a line can't be added to a sale's other lines; empty if it can. */
export function whyNotAdded(line: SaleLine, others: readonly SaleLine[]): string {
  // Such as a label's weight with four decimals.
  if (!lineSchema.safeParse(line).success) {
    return "The till can’t take this label. Choose the product and type the weight.";
  }
  if (others.length >= mostSaleLines) {
    return `A sale can have at most ${mostSaleLines} lines. Take its payment, and add this to the next sale.`;
  }
  const isThere = line.serial && others.some(({ serial }) => serial === line.serial);
  return isThere ? "This package is in this sale already." : "";
}

/**
 * Reads a stored basket, without the lines that can't be read. Lines without a request id were
 * stored by an earlier version.
 */
function readBasket(text: string): Basket {
  const stored = parsed(text) as Partial<Basket> | SaleLine[] | null;
  const isOld = Array.isArray(stored);
  const all: unknown = isOld ? stored : stored?.lines;
  const lines = Array.isArray(all)
    ? all.flatMap((line) => lineSchema.safeParse(line).data ?? [])
    : [];
  const { data } = saleSchema.shape.requestId.safeParse(isOld ? "" : stored?.requestId);
  return lines.length === 0 ? noBasket : { requestId: data ?? newUuid(), lines };
}

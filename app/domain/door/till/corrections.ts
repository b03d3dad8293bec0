import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import type { TillMethod } from "#db/schema/values/tills.ts";
import { drawerInWords } from "./open-drawer.ts";
import { tillMethodText } from "./till.ts";
import type { TakenBack, TillReceipt } from "./till-receipts.server.ts";

interface Paid {
  method: TillMethod;
  cents: number;
}

/** A payment at a till that was recorded wrongly. */
export interface Correction<Receipt = { id: string }> {
  receipt: Receipt;
  was: Paid;
  /** The payments that replaced it; empty if it was only taken back. */
  now: (Paid & { id: string })[];
  at: Date;
  by: string;
  why: string;
  /** Where its cash is; empty if it is no cash, or its drawer was not counted yet. */
  cash: string;
}

/** The facts that identify wrong payments. */
type Correctable = Pick<
  TillReceipt,
  "id" | "orderId" | "method" | "cents" | "bookedAt" | "takenBack"
>;

/**
 * Returns the payments that were taken back, in order, each with its replacements: the payments for
 * its order that were booked in the same transaction, as a correction of the method does.
 */
export function correctionsAmong<Receipt extends Correctable>(
  receipts: readonly Receipt[],
): Correction<Receipt>[] {
  return receipts.flatMap((receipt) => {
    const { orderId, method, cents, takenBack } = receipt;
    if (!takenBack || cents < 0) return [];
    const now = receipts.filter(
      (one) => one.orderId === orderId && one.bookedAt.getTime() === takenBack.at.getTime(),
    );
    const { at, by, why } = takenBack;
    return {
      receipt,
      was: { method, cents },
      at,
      by,
      why,
      cash: cashInWords(method, takenBack),
      now: now.map((one) => ({ id: one.id, method: one.method, cents: one.cents })),
    };
  });
}

/** Returns "Recorded as $20.00 in cash, corrected to $20.00 by card terminal on Nov 28, …: why". */
export function correctionInWords({ was, now, at, by, why, cash }: Correction): string {
  const became =
    now.length === 0 ? "taken back" : `corrected to ${now.map(paidInWords).join(" and ")}`;
  const who = by === "" ? "" : `, by ${by}`;
  const said = `Recorded as ${paidInWords(was)}, ${became} on ${formatDateTime(at)}${who}: ${why}`;
  return cash === "" ? said : `${ended(said)} ${cash}`;
}

function cashInWords(method: TillMethod, back: TakenBack): string {
  return method === "cash" && back.isAfterCount ? placeInWords(back) : "";
}

/** Says where the cash of a payment is that was taken back after its drawer was counted. */
export function placeInWords({ cash, givenBackAt }: Pick<TakenBack, "cash" | "givenBackAt">) {
  switch (cash) {
    case "given back":
      return ended(
        `Its cash was given back out of the drawer of ${givenBackAt ? drawerInWords(givenBackAt) : "a till"}`,
      );
    case "never received":
      return "Its cash was never received.";
    case "still here":
      return "Its cash stayed here, to be recorded for something else.";
    case null:
      return "Nobody has said where its cash is.";
  }
}

const paidInWords = ({ method, cents }: Paid) =>
  `${formatCents(cents)} ${tillMethodText[method].by}`;

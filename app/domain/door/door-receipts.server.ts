import { and, eq, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { openItems, settle, settledCentsWhere } from "#app/domain/ledger/allocations.server.ts";
import { book } from "#app/domain/ledger/book-entries.server.ts";
import { refusalText } from "#app/domain/ledger/book-form.ts";
import { refusalIn } from "#app/domain/ledger/book-refused.server.ts";
import { type OpenItem, settledInOrder } from "#app/domain/ledger/ledger-entry.ts";
import { isDueAtStop } from "#app/domain/orders/payment-words.ts";
import { penniesInWords } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import {
  documentOrders,
  documents,
  dueFrom,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import { doorReceipts } from "#db/schema/money/door.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { isPlaced, orders } from "#db/schema/orders.ts";
import { mostAtDoorCents } from "#db/schema/values/door.ts";
import { bookRounding } from "./book-rounding.server.ts";
import { askedFor, type DoorReceipt, isSameCheque, likest, takenInWords } from "./door-receipt.ts";
import type { DoorSettings } from "./door-settings.ts";
import { officePayments } from "./office-payments.server.ts";
import { type PaidStop, receiptsAt } from "./stored-receipts.server.ts";

type Debt = Awaited<ReturnType<typeof openItems>>[number];

/** Why money is not booked. */
type DoorRefusal = "gone" | "too much" | "amount" | "taken already";

export interface TakenAtDoor
  extends Pick<
    DoorReceipt,
    | "requestId"
    | "method"
    | "cents"
    | "dueCents"
    | "reference"
    | "reason"
    | "photoId"
    | "takenBy"
    | "takenAt"
  > {
  /** Numbers of the invoices that the client named; empty if none. */
  invoices: readonly string[];
  /** The value of goods refused at the stop and not credited yet. */
  refusedCents: number;
  linkId: string;
}

/**
 * Books what a driver took as a payment. It settles the invoices that the client named first; where
 * something is due at the stop, only a cheque may be for older ones unless the owner allows it. The
 * rest of a cheque with named invoices settles the oldest. Other money settles the invoices of the
 * stop's orders where they are due there by the client's terms, and then the oldest if the owner
 * allows it or nothing is due for the delivery.
 *
 * Idempotent, also if the office booked it before, whatever that booking settles: the receipt then
 * says so and books nothing, and the part that settles nothing yet settles the named invoices.
 * Money is booked even if less is open by now, and a cheque even if more than is due, also for
 * older invoices alone; the rest becomes the client's credit. All money of a stop that orders have
 * left since is booked too, as the driver could not know that; their invoices count as the stop's.
 * The caller holds the locks of the stop's orders, customer, run and stop.
 *
 * @throws Refusal<DoorRefusal>
 */
export async function bookAtDoor(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  stop: PaidStop,
  taken: TakenAtDoor,
  { takesOlder }: DoorSettings,
): Promise<void> {
  const [known] = await tx
    .select({ stopId: doorReceipts.stopId })
    .from(doorReceipts)
    .where(eq(doorReceipts.requestId, taken.requestId));
  if (known?.stopId === stop.id) return;
  if (known) refuse("gone", "This payment was recorded at another stop.");
  refuseOddAmount(taken);
  const { method, cents } = taken;
  const left = await invoicesOff(tx, stop);
  const invoices = [...(await invoicesAt(tx, stop.id)), ...left];
  const isEmptied = (await tx.$count(orders, and(eq(orders.stopId, stop.id), isPlaced))) === 0;
  const debts = await openItems(tx, stop.customerId);
  const ids = invoices.map(({ id }) => id);
  const here = debts.filter(({ documentId }) => documentId !== null && ids.includes(documentId));
  const openHere = sumCents(here, ({ openCents }) => openCents);

  // An invoice issued under other terms than the client's present ones is due by its own.
  const dueNow = invoices.filter(({ dueFrom: day }) => day <= stop.date);
  const isDueHere =
    (!isEmptied || left.length > 0) &&
    (dueNow.length > 0 || invoices.length === 0) &&
    (await areDueAtStop(tx, stop, dueNow, here));
  // If nothing is due, a client on terms can still pay the open amount.
  const isOnTerms = !isEmptied && left.length === 0 && !isDueHere;
  const takesOpen = takesOlder || isOnTerms;
  const allCents = sumCents(debts, ({ openCents }) => openCents);
  const olderCents = takesOpen ? allCents - openHere : 0;
  const same = await sameByOffice(tx, stop, taken);
  if (same) {
    const { entryId, bookedAt: knownSince } = same;
    const documents = saidOf(taken, debts, { here, takesOlder: takesOpen }).flatMap(
      ({ documentId }) => documentId ?? [],
    );
    // What the office chose stays. If it chose nothing, only the client's word is known.
    if (documents.length > 0) {
      const { customerId } = stop;
      const settles = { documents, rest: "nothing yet" as const };
      await settle(tx, { userId: null }, { customerId, entryId }, settles);
    }
    const reason = taken.reason || isForInWords(taken.invoices);
    await store(tx, actor, stop, { ...taken, reason }, { entryId, knownSince });
    return;
  }
  const earlier = (await receiptsAt(tx, stop.id)).filter(({ isTakenBack }) => !isTakenBack);
  const open = openHere + olderCents;
  const twice = likest(earlier, taken);
  // A client on terms may owe far more: only its number distinguishes a second cheque.
  const untoldCents = method === "cheque" && !takesOlder ? openHere : open;
  if (twice && (cents > askedFor(untoldCents, method) || isSameCheque(twice, taken))) {
    refuse(
      "taken already",
      `${ended(`${takenInWords(twice)} was recorded here on ${formatDateTime(twice.takenAt)}, by ${twice.takenBy}`)} Nothing was booked twice.`,
    );
  }
  // A cheque has one amount; the driver can't give a part of it back.
  const isCheque = method === "cheque";
  const isHanded = isCheque && (debts.length > 0 || earlier.length > 0);
  // The driver took it before they could know that the order had left the run.
  const isTakenUnaware = isEmptied || left.length > 0;
  if (invoices.length === 0 && olderCents === 0 && !isHanded && !isTakenUnaware) {
    refuse(
      "gone",
      "Nothing is due at this stop: its order has no invoice yet. Give the money back, or call the office.",
    );
  }
  // Only the driver's own earlier payments make the amount wrong, not those by other ways.
  const billed = sumCents(invoices, ({ totalCents }) => totalCents);
  const takenBefore = sumCents(earlier, (one) => one.cents);
  const most = Math.max(open, billed + olderCents - takenBefore);
  if (!isCheque && !isTakenUnaware && cents > askedFor(most, method)) {
    refuse(
      "too much",
      most <= 0
        ? "Nothing is due at this stop any more. Give the money back, or call the office."
        : `Only ${formatCents(askedFor(most, method))} is due at this stop. Give the rest back, or call the office.`,
    );
  }
  // If nothing is open here, a cheque is for older invoices.
  const isForHere = isDueHere && (openHere > 0 || !isCheque);
  await bookNew(tx, actor, stop, taken, {
    ids,
    here,
    debts,
    isDueHere: isForHere,
    takesOlder: takesOpen,
  });
}

/** True if the stop's invoices are to be paid there, by the client's terms. */
async function areDueAtStop(
  tx: Transaction,
  { customerId }: PaidStop,
  invoices: readonly { id: string; paymentWay: string | null }[],
  here: readonly { documentId: string | null; openCents: number }[],
): Promise<boolean> {
  const { termsKind, invoicePer } = customers;
  const [terms] = await tx
    .select({ termsKind, invoicePer })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!terms) throw new Error("A stop's customer is gone");
  const open = invoices.map(({ id, paymentWay }) => ({
    paymentWay,
    openCents: here.find(({ documentId }) => documentId === id)?.openCents ?? 0,
  }));
  return isDueAtStop(terms, open);
}

function refuseOddAmount({ method, cents, dueCents, reason, invoices }: TakenAtDoor): void {
  if (cents <= 0) refuse("amount", "The amount has to be more than $0.00. Nothing was recorded.");
  if (cents > mostAtDoorCents) {
    refuse(
      "amount",
      `No more than ${formatCents(mostAtDoorCents)} can be recorded at a door. Check the amount.`,
    );
  }
  if (method === "cash" && cents % 5 !== 0) {
    refuse("amount", `${penniesInWords(cents)}. Check the amount.`);
  }
  const isExplained = reason.trim() !== "" || invoices.length > 0;
  if (cents !== askedFor(dueCents, method) && !isExplained) {
    refuse("amount", "It is not what is due. Say why, and record it again.");
  }
}

async function bookNew(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  stop: PaidStop,
  taken: TakenAtDoor,
  due: {
    ids: string[];
    here: readonly OpenItem[];
    /** All open debts, in the order in which payments settle them. */
    debts: readonly Debt[];
    isDueHere: boolean;
    takesOlder: boolean;
  },
): Promise<void> {
  const { method, cents, reference, requestId, takenBy } = taken;
  const { customerId } = stop;
  const by = { userId: null };
  const openHere = sumCents(due.here, ({ openCents }) => openCents);
  const older = due.debts.filter((one) => !due.here.includes(one));
  const openOlder = due.takesOlder ? sumCents(older, ({ openCents }) => openCents) : 0;
  const open = openHere + openOlder;
  // The amounts that may have been rounded: this stop's, less what was refused there and is not
  // credited yet, or all that is open, or all that is older if nothing is due here.
  const { refusedCents } = taken;
  const wholes = [openHere, openHere - refusedCents, open, open - refusedCents];
  if (!due.isDueHere) wholes.push(openOlder);
  const said = saidOf(taken, due.debts, due);
  const openSaid = sumCents(said, ({ openCents }) => openCents);
  if (said.length > 0) wholes.unshift(openSaid);
  // If some of a stop's invoices are on terms, the phone asked only for the others.
  if (taken.dueCents <= open) wholes.push(taken.dueCents);
  const rounded = wholes.find(
    (whole) => method === "cash" && whole > 0 && cents === askedFor(whole, method),
  );
  const roundingCents = rounded === undefined ? 0 : cents - rounded;
  const isOfStop =
    due.isDueHere &&
    (!due.takesOlder || rounded === openHere || rounded === openHere - refusedCents);
  const isCheque = method === "cheque";
  const ofStop = due.isDueHere ? due.ids : [];
  const settles =
    said.length > 0
      ? {
          documents: [
            ...said.flatMap(({ documentId }) => documentId ?? []),
            ...(isCheque ? [] : ofStop),
          ],
          rest: isOfStop && !isCheque ? ("nothing yet" as const) : ("oldest first" as const),
        }
      : {
          documents: ofStop,
          rest: isOfStop ? ("nothing yet" as const) : ("oldest first" as const),
        };
  try {
    const { entryId, settledCents } = await book(
      tx,
      by,
      {
        customerId,
        kind: "payment",
        cents: -cents,
        method,
        reference,
        requestId,
        // The phone may have been offline over midnight.
        occurredOn: pacificDay(taken.takenAt),
        note: `At the door, by ${takenBy}${taken.invoices.length > 0 ? `, for ${taken.invoices.join(", ")}` : ""}`,
      },
      // Otherwise the cents rounded up would settle something else, such as what the goods' credit
      // is about to settle.
      roundingCents > 0
        ? settledInOrder(cents - roundingCents, [
            ...said,
            ...[
              ...(due.isDueHere ? due.here : []),
              ...(isOfStop ? [] : due.isDueHere ? older : due.debts),
            ].filter(({ entryId }) => !said.some((one) => one.entryId === entryId)),
          ])
        : settles,
    );
    if (roundingCents !== 0) {
      await bookRounding(tx, by, { customerId, entryId }, { roundingCents, settles });
    }
    const overCents = cents - settledCents - Math.max(0, roundingCents);
    await store(tx, actor, stop, taken, { entryId, roundingCents, overCents });
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) refuse("amount", refusalText[refused]);
    throw error;
  }
}

/** Returns the open invoices that the client named, if the money may be for them. */
function saidOf(
  { method, invoices }: TakenAtDoor,
  debts: readonly Debt[],
  { here, takesOlder }: { here: readonly OpenItem[]; takesOlder: boolean },
): Debt[] {
  const mayBe =
    method === "cheque" || takesOlder ? debts : debts.filter((one) => here.includes(one));
  return mayBe.filter(
    ({ documentId, documentNumber }) =>
      documentId !== null && documentNumber !== null && invoices.includes(documentNumber),
  );
}

/** Returns "For INV-000012, INV-000013, as the client said"; empty if none was named. */
const isForInWords = (invoices: readonly string[]) =>
  invoices.length > 0 ? `For ${invoices.join(", ")}, as the client said`.slice(0, 500) : "";

async function store(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  stop: PaidStop,
  taken: TakenAtDoor,
  booked: {
    entryId: string;
    knownSince?: Date;
    roundingCents?: number;
    overCents?: number;
  },
): Promise<void> {
  const { id: stopId, runId, customerId } = stop;
  // `clock_timestamp()` follows the order of the run's lock, like cash-ups.
  await tx
    .insert(doorReceipts)
    .values({ ...taken, ...booked, stopId, runId, recordedAt: sql`clock_timestamp()` });
  const after = {
    amount: toDollars(taken.cents),
    method: taken.method,
    takenBy: taken.takenBy,
    ...(taken.reference && { reference: taken.reference }),
    ...(taken.reason && { reason: taken.reason }),
    ...(taken.invoices.length > 0 && { invoices: taken.invoices.join(", ") }),
  };
  const action = booked.knownSince ? "taken at the door, booked before" : "taken at the door";
  await recordAudit(
    tx,
    actor,
    { entity: "payment", entityId: customerId, action, after },
    { entity: "run", entityId: runId, action, after },
  );
}

/** Returns the invoices of a stop's orders, one order each; cancelled orders are not due. */
export function invoicesAt(tx: Transaction, stopId: string) {
  return invoicesWhere(tx, eq(orders.stopId, stopId));
}

async function invoicesWhere(tx: Transaction, which: SQL | undefined) {
  return tx
    .select({
      id: documents.id,
      totalCents: ledgerEntries.cents,
      paymentWay: orders.paymentWay,
      dueFrom,
    })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.documentId, documents.id))
    .innerJoin(orders, eq(orders.id, documentOrders.orderId))
    .where(
      and(
        which,
        isPlaced,
        eq(documents.kind, "invoice"),
        eq(documents.orderCount, 1),
        isStandingDocument,
      ),
    );
}

/** Returns the invoices of orders that left the run, for which the driver may have been paid. */
async function invoicesOff(tx: Transaction, { id, runId, customerId }: PaidStop) {
  return invoicesWhere(
    tx,
    and(
      eq(orders.customerId, customerId),
      sql`${orders.stopId} is distinct from ${id}`,
      sql`${orders.shipToId} is not distinct from (
        select ship_to_id from run_stops where run_stops.id = ${id})`,
      sql`exists (select from orders_off_runs
        where orders_off_runs.run_id = ${runId} and orders_off_runs.order_id = ${orders.id})`,
    ),
  );
}

/** Returns the office's booking of the same money, of the run's day or later and unmatched. */
async function sameByOffice(tx: Transaction, stop: PaidStop, taken: TakenAtDoor) {
  const takenOn = pacificDay(taken.takenAt);
  // A run may be driven before its day.
  const since = takenOn < stop.date ? takenOn : stop.date;
  const booked = await officePayments(
    tx,
    stop.customerId,
    and(
      sql`${ledgerEntries.occurredOn} >= ${since}::date`,
      sql`not exists (select from door_receipts where entry_id = ${ledgerEntries.id})`,
      // Money that was paid back is not the driver's.
      eq(settledCentsWhere(sql`debt.kind = 'refund'`), 0),
    ),
  );
  return likest(booked, taken);
}

function refuse(code: DoorRefusal, message: string): never {
  throw new Refusal<DoorRefusal>(code, message);
}

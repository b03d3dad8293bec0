import type { Report, ReportOf } from "#app/domain/delivery/runs/report.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { pacificDay } from "#app/lib/dates.ts";
import {
  mostRoundedCents,
  type OpenInvoice,
  type Run,
  type RunReceipt,
  type RunStop,
  takenAt,
} from "../run.ts";

// Payments and their undos, as they will be once the driver's phone has sent them.

/** Returns the run's receipts as they will be once the waiting payments are recorded. */
export function withPayments(run: Run, waiting: readonly Report[]): RunReceipt[] {
  const known = new Set(run.receipts.map(({ requestId }) => requestId));
  const added = waiting.flatMap((report) => {
    if (report.kind !== "paid" || known.has(report.requestId)) return [];
    const { requestId, stopId, method, cents, dueCents, reference, note, photoId, takenBy } =
      report;
    const customerId = run.stops.find(({ id }) => id === stopId)?.customerId ?? "";
    // Nobody knows what it settles before it is sent.
    const unsettled = {
      overCents: 0,
      hereCents: 0,
      olderCents: 0,
      isForOlder: false,
      settles: [],
    };
    const facts = { isKnown: false, isTakenBack: false, isLate: false, isCounted: false };
    const offRunOf = "";
    return [
      {
        requestId,
        stopId,
        customerId,
        method,
        cents,
        dueCents,
        reference,
        photoId,
        takenBy,
        ...facts,
        ...unsettled,
        offRunOf,
        reason: note,
        takenAt: new Date(report.at),
      },
    ];
  });
  const takenBack = new Set(
    waiting.flatMap((report) => (report.kind === "unpaid" ? report.paymentId : [])),
  );
  return [...run.receipts, ...added].map((receipt) =>
    takenBack.has(receipt.requestId) ? { ...receipt, isTakenBack: true } : receipt,
  );
}

/** Returns waiting reports that change a stop's sums: neither in the run yet, nor taken back. */
export function stillChanging(
  waiting: readonly Report[],
  { receipts }: Pick<Run, "receipts">,
): Report[] {
  const known = new Set(receipts.map(({ requestId }) => requestId));
  const isUnsentPayment = (one: Report) => one.kind === "paid" && !known.has(one.requestId);
  const unsent = new Set(waiting.filter(isUnsentPayment).map(({ requestId }) => requestId));
  const takenBack = new Set(
    waiting.flatMap((one) => (one.kind === "unpaid" ? [one.paymentId] : [])),
  );
  return waiting.filter((one) => {
    if (one.kind === "paid") return isUnsentPayment(one) && !takenBack.has(one.requestId);
    return one.kind !== "unpaid" || !unsent.has(one.paymentId);
  });
}

/** A stop, and the surplus of its payments, which is the client's credit. */
interface PaidStop {
  stop: RunStop;
  spareCents: number;
}

/** Returns a stop as the shop knows it, with the surplus of its payments. */
export function asRecorded(stop: RunStop, { receipts }: Pick<Run, "receipts">): PaidStop {
  const spareCents = sumCents(takenAt({ receipts }, stop), ({ overCents }) => overCents);
  return { stop, spareCents };
}

/** Applies a payment to a stop: to its chosen invoices, the amount due here, then older ones. */
export function paidAt(paid: PaidStop, report: ReportOf<"paid">): PaidStop {
  const stop = withInvoices(paid.stop, report);
  if (report.invoices.length > 0) return paidByChoice({ ...paid, stop }, paid.stop, report);
  return paidInOrder({ ...paid, stop }, report);
}

/** Deducts a payment from the open invoices, as far as the phone knows their amounts. */
function withInvoices(stop: RunStop, { method, cents, invoices }: ReportOf<"paid">): RunStop {
  const isDueHere = stop.toCollect !== null && (invoices.length === 0 || method !== "cheque");
  const rank = ({ number, isHere }: OpenInvoice) =>
    invoices.includes(number) ? 0 : isHere && isDueHere ? 1 : 2;
  const inOrder = [0, 1, 2].flatMap((one) =>
    stop.openInvoices.filter((invoice) => rank(invoice) === one),
  );
  let left = cents;
  const open = new Map<string, number | null>();
  const today = pacificDay(new Date());
  let overdueCents = stop.overdueCents;
  for (const { number, cents: due, dueOn } of inOrder) {
    const paid = Math.min(left, due ?? 0);
    if (dueOn && dueOn < today) overdueCents -= paid;
    // The phone can't know how much an invoice of unknown amount takes of the rest.
    left = due === null ? 0 : left - paid;
    open.set(number, due === null ? null : leftOf(method, due - paid));
  }
  const openInvoices = stop.openInvoices
    .map((one) => ({ ...one, cents: open.get(one.number) ?? null }))
    .filter((one) => one.cents !== 0);
  const accountCents = Math.max(0, stop.accountCents - cents);
  return { ...stop, openInvoices, accountCents, overdueCents: Math.max(0, overdueCents) };
}

/** Returns the amount left to pay, without the cents below the smallest coin if in cash. */
const leftOf = (method: ReportOf<"paid">["method"], open: number) =>
  method === "cash" && Math.abs(open) <= mostRoundedCents ? 0 : open;

function paidByChoice(
  { stop, spareCents }: PaidStop,
  before: RunStop,
  { method, cents }: ReportOf<"paid">,
): PaidStop {
  const sum = (of: RunStop, isHere: boolean) =>
    sumCents(
      of.openInvoices.filter((one) => one.isHere === isHere),
      (one) => one.cents ?? 0,
    );
  const here = sum(before, true) - sum(stop, true);
  const older = sum(before, false) - sum(stop, false);
  const isAllKnown = before.openInvoices.every((one) => one.cents !== null);
  const { toCollect } = stop;
  return {
    stop: {
      ...stop,
      toCollect: toCollect && { ...toCollect, cents: leftOf(method, toCollect.cents - here) },
      olderCents: Math.max(0, stop.olderCents - older),
    },
    spareCents: spareCents + (isAllKnown ? Math.max(0, leftOf(method, cents - here - older)) : 0),
  };
}

function paidInOrder(
  { stop, spareCents }: PaidStop,
  { method, cents }: ReportOf<"paid">,
): PaidStop {
  const { toCollect, olderCents } = stop;
  const due = Math.max(0, toCollect?.cents ?? 0);
  // Cash is asked for without the cents that there are no coins for.
  const isRounded = method === "cash" && Math.abs(cents - due) <= mostRoundedCents;
  const left = (open: number) =>
    method === "cash" && open <= mostRoundedCents ? 0 : Math.max(0, open);
  const rest = isRounded ? 0 : Math.max(0, cents - due);
  // If nothing is due here, the phone may not know how much of it settles something older.
  const over = toCollect || !stop.owesOlder ? Math.max(0, rest - olderCents) : 0;
  return {
    stop: {
      ...stop,
      toCollect: toCollect && { ...toCollect, cents: left(due - cents) },
      olderCents: rest > 0 ? left(olderCents - rest) : olderCents,
    },
    spareCents: spareCents + over,
  };
}

/**
 * Returns a stop once a payment is taken back: the amount that it paid is due again, less the
 * surplus of the stop's other payments, which pays it instead.
 */
export function unpaidAt(
  { stop, spareCents }: PaidStop,
  receipts: readonly RunReceipt[],
  { paymentId }: ReportOf<"unpaid">,
): PaidStop {
  const paid = receipts.find(({ requestId }) => requestId === paymentId);
  if (!paid) return { stop, spareCents };
  const { toCollect } = stop;
  const spare = Math.max(0, spareCents - paid.overCents);
  const here = Math.max(0, paid.hereCents - spare);
  const spareForOlder = Math.max(0, spare - paid.hereCents);
  return {
    stop: {
      ...stop,
      toCollect: toCollect && { ...toCollect, cents: toCollect.cents + here },
      olderCents: stop.olderCents + Math.max(0, paid.olderCents - spareForOlder),
      owesOlder: stop.owesOlder || paid.isForOlder,
    },
    spareCents: Math.max(0, spareForOlder - paid.olderCents),
  };
}

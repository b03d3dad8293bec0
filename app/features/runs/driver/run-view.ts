import { isAllRefused } from "#app/domain/delivery/runs/all-refused.ts";
import type { Report, ReportOf } from "#app/domain/delivery/runs/report.ts";
import { placedBetween } from "#app/domain/delivery/runs/stop-sequence.ts";
import { creditCents } from "#app/domain/documents/document-taxes.ts";
import { sumByMethod, sumsInWords } from "#app/domain/door/door-receipt.ts";
import {
  formatLb,
  hundredthsLb,
  lbLess,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import type { Waiting } from "#app/lib/send-queue.ts";
import {
  type Arriving,
  type HeldOrder,
  type MovedOrder,
  type Run,
  type RunLine,
  type RunOrder,
  type RunReceipt,
  type RunStop,
  type ToCollect,
  takenAt,
} from "../run.ts";
import { asRecorded, paidAt, stillChanging, unpaidAt, withPayments } from "./waiting-payments.ts";

/** A stop as shown to the driver. */
export interface ShownStop extends RunStop {
  /** From 1, in driving order. */
  number: number;
  /** True while a report is unsent or unanswered. */
  isWaiting: boolean;
  /** True while the message that the driver is near is unsent. */
  isTelling: boolean;
  taken: RunReceipt[];
  /** The unsent choice of a day for a second delivery; null if there is none. */
  comesAgain: ReportOf<"again"> | null;
}

/** Returns the run's stops as they will be once the waiting reports are recorded. */
export function shownStops(run: Run, waiting: readonly Waiting<Report>[]): ShownStop[] {
  const receipts = withPayments(
    run,
    waiting.map(({ op }) => op),
  );
  return inOrder(run.stops, waiting).map((stop, index) => {
    const own = waiting.map(({ op }) => op).filter(({ stopId }) => stopId === stop.id);
    const { stop: shown } = stillChanging(own, run).reduce(
      (before, report) => {
        if (report.kind === "paid") return paidAt(before, report);
        if (report.kind === "unpaid") return unpaidAt(before, receipts, report);
        const { spareCents } = before;
        return { stop: withReport(before.stop, report, run), spareCents };
      },
      asRecorded(stop, run),
    );
    const taken = takenAt({ receipts }, stop);
    const isTelling = own.some(({ kind }) => kind === "arriving");
    const comesAgain = own.find((report) => report.kind === "again") ?? null;
    return { ...shown, number: index + 1, isWaiting: own.length > 0, isTelling, taken, comesAgain };
  });
}

/** Returns the orders that the office took off a run, with recipients by unrecorded reports. */
export function movedByOffice(
  { moved }: Pick<Run, "moved">,
  unrecorded: readonly Report[],
): MovedOrder[] {
  return moved
    .filter(({ isByDriver }) => !isByDriver)
    .map((one) => {
      const said = unrecorded.find(
        (report) => report.kind === "delivered" && report.orderIds.includes(one.id),
      );
      return said?.kind === "delivered" ? { ...one, handedOverTo: said.receivedBy } : one;
    });
}

function inOrder(stops: readonly RunStop[], waiting: readonly Waiting<Report>[]): RunStop[] {
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const ids = waiting.reduce(
    (order, { op }) =>
      op.kind === "place"
        ? (placedBetween(order, op.stopId, { after: op.afterId, before: op.beforeId }) ?? order)
        : order,
    stops.map(({ id }) => id),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function withReport(
  stop: RunStop,
  report: Exclude<Report, { kind: "paid" | "unpaid" }>,
  { held }: Pick<Run, "held">,
): RunStop {
  switch (report.kind) {
    case "delivered":
    case "all_refused": {
      const { at, note } = report;
      const isHandedOver = report.kind === "delivered";
      const kept = isHandedOver && report.held !== "kept" ? [] : held;
      const orders = stop.orders.map((order) => {
        const own = kept.find(({ id }) => id === order.id);
        const isKept = own?.isWhole && (isHandedOver || !isAllRefused(order.lines));
        if (order.status !== "fulfilled" || isKept) return order;
        const lines = order.lines.map((line) => ({
          ...line,
          keptLb: toPounds(hundredthsLb(staysOf(own ? [own] : [], line))),
        }));
        return { ...order, lines, status: "delivered" as const };
      });
      const visit = {
        visitedAt: new Date(at),
        note,
        receivedBy: isHandedOver ? report.receivedBy : "",
        leftWith: isHandedOver ? report.leftWith : null,
      };
      return { ...stop, ...visit, orders, state: "delivered" };
    }
    case "not_home":
    case "kept":
      return { ...stop, state: report.kind, visitedAt: new Date(report.at), note: report.note };
    case "refused": {
      const refused = stop.orders
        .flatMap(({ lines }) => lines)
        .find(({ id }) => id === report.orderItemId);
      const less = refused?.billed ? creditCents(refused.billed, report.lb) : 0;
      const refuse = (line: RunLine) =>
        line.id === report.orderItemId
          ? { ...line, refusedLb: toPounds(sumLb([line.refusedLb, report.lb])) }
          : line;
      const orders = stop.orders.map((order) => ({ ...order, lines: order.lines.map(refuse) }));
      return { ...stop, orders, toCollect: stop.toCollect && lessRefused(stop.toCollect, less) };
    }
    case "undone": {
      const orders = stop.orders.map((order) => ({
        ...order,
        ...(order.status === "delivered" && { status: "fulfilled" as const }),
        lines: order.lines.map((line) => ({ ...line, refusedLb: "0.00", keptLb: "0.00" })),
      }));
      const visit = { receivedBy: "", leftWith: null, note: "", temperatureC: null, earlier: [] };
      const { toCollect } = stop;
      return {
        ...stop,
        ...visit,
        orders,
        state: "waiting",
        visitedAt: null,
        toCollect: toCollect && lessRefused(toCollect, -toCollect.refusedCents),
      };
    }
    case "again":
    case "box":
    case "place":
    case "arriving":
      return stop;
  }
}

function lessRefused(toCollect: ToCollect, cents: number): ToCollect {
  return {
    ...toCollect,
    cents: toCollect.cents - cents,
    refusedCents: toCollect.refusedCents + cents,
  };
}

/** True if nothing of a stop is packed, so that the driver has nothing for it on the truck. */
export function isUnpacked({ orders }: Pick<RunStop, "orders">): boolean {
  return orders.every(({ status }) => status === "pending");
}

/** Returns the next stop: the first unvisited one with something packed, even if passed over. */
export function nextAfter(
  stops: readonly ShownStop[],
  { number }: Pick<ShownStop, "number">,
): ShownStop | undefined {
  return stops.find(
    (stop) => stop.state === "waiting" && stop.number !== number && !isUnpacked(stop),
  );
}

/** Returns a stop's orders with meat on hold that are still to be handed over. */
export function heldAtStop(
  held: readonly HeldOrder[],
  { orders }: Pick<RunStop, "orders">,
): HeldOrder[] {
  const there = orders.filter(({ status }) => status !== "delivered");
  return held.filter((one) => there.some(({ id }) => id === one.id));
}

/** Returns a stop's packed orders of which something may be handed over. */
export function toHandOver(
  held: readonly HeldOrder[],
  { orders }: Pick<RunStop, "orders">,
): RunOrder[] {
  const whole = held.filter(({ isWhole }) => isWhole);
  return orders.filter(
    ({ id, status }) => status === "fulfilled" && !whole.some((one) => one.id === id),
  );
}

/** Money taken on a run, as it will be once the waiting reports are recorded. */
interface TakenOnRun {
  /** "cash $249.90, cheque $80.00"; empty for none. */
  sums: string;
  /** Payments at stops that have left the run since. */
  elsewhere: RunReceipt[];
}

/** Returns the payments on a run that were not taken back, for its driver, who hands them in. */
export function takenOnRun(run: Run, waiting: readonly Waiting<Report>[]): TakenOnRun {
  const there = withPayments(
    run,
    waiting.map(({ op }) => op),
  );
  const standing = there.filter(({ isTakenBack }) => !isTakenBack);
  const ids = new Set(run.stops.map(({ id }) => id));
  return {
    sums: sumsInWords(sumByMethod(standing)),
    elsewhere: standing.filter(({ stopId }) => !ids.has(stopId)),
  };
}

export interface RefusableLine extends RunLine {
  /** The number of its order, where the stop has several. */
  ofOrder: number | null;
}

/** Returns the lines of a stop that can still be refused: packed, and not refused as a whole. */
export function refusable({ orders }: Pick<RunStop, "orders">): RefusableLine[] {
  return orders
    .filter(({ status }) => status !== "pending")
    .flatMap(({ lines, number }) =>
      lines.map((line) => ({ ...line, ofOrder: orders.length > 1 ? number : null })),
    )
    .filter(
      ({ packedLb, refusedLb, keptLb }) => sumLb([packedLb, `-${refusedLb}`, `-${keptLb}`]) > 0,
    );
}

/**
 * Returns the newly refused pounds of a line when the driver gives the total refused, so that a
 * number typed again does not add up unseen; or why they can't be recorded.
 */
export function refusedAnew(
  line: Pick<RunLine, "packedLb" | "refusedLb" | "keptLb"> | undefined,
  typed: string,
): { lb: string; problem?: never } | { lb?: never; problem: string } {
  const total = typed.replace(",", ".");
  if (!/^\d{1,5}(\.\d{1,2})?$/.test(total) || Number(total) <= 0) {
    return { problem: "Please type pounds with at most two decimals, for example 4.5" };
  }
  const most = line ? lbLess(line.packedLb, line.keptLb) : 0;
  if (!line || toHundredthsLb(total) > most) {
    return { problem: `At most ${formatLb(most / 100)} of this line can be refused` };
  }
  const added = lbLess(total, line.refusedLb);
  if (added > 0) return { lb: toPounds(added) };
  return {
    problem: `${formatLb(Number(line.refusedLb))} of this line ${isOrAre(Number(line.refusedLb))} recorded as refused already. If more was refused, please type the total. If it was less, undo what was reported of this stop, and record it again.`,
  };
}

/** Hundredths of a lb of a line in held boxes, which the client is not offered. */
function staysOf(
  held: readonly HeldOrder[],
  { id, packedLb, refusedLb }: Pick<RunLine, "id" | "packedLb" | "refusedLb">,
): number {
  const stays = held.flatMap((one) => one.stays.filter(({ orderItemId }) => orderItemId === id));
  const most = Math.max(0, sumLb([packedLb, `-${refusedLb}`]));
  return Math.min(most, sumLb(stays.map(({ lb }) => lb)));
}

/** A line of which the client may still refuse something. */
export interface OfferedLine extends RunLine {
  /** Hundredths of a lb offered, and not refused yet. */
  left: number;
}

/**
 * Returns the lines that a client is offered at a stop and has not refused: of the orders to be
 * handed over, or of the delivered ones if there are none. Held boxes are not offered.
 */
export function offeredAt(
  held: readonly HeldOrder[],
  stop: Pick<RunStop, "orders">,
): OfferedLine[] {
  const coming = toHandOver(held, stop);
  const offered =
    coming.length > 0 ? coming : stop.orders.filter(({ status }) => status === "delivered");
  return offered
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const left =
        sumLb([line.packedLb, `-${line.refusedLb}`, `-${line.keptLb}`]) - staysOf(held, line);
      return left > 0 ? [{ ...line, left }] : [];
    });
}

/** True if a stop has something to hand over, and its client refused all of it. */
export function isAllRefusedAt(held: readonly HeldOrder[], stop: Pick<RunStop, "orders">): boolean {
  const lines = toHandOver(held, stop).flatMap((order) => order.lines);
  const isSomeRefused = lines.some(({ refusedLb }) => Number(refusedLb) > 0);
  return isSomeRefused && offeredAt(held, stop).length === 0;
}

/** True if a client has refused the last of the offered goods with these reports. */
export function isRestRefused(
  held: readonly HeldOrder[],
  stop: Pick<RunStop, "orders">,
  sent: readonly Report[],
): boolean {
  const refused = sent.flatMap((one) => (one.kind === "refused" ? [one] : []));
  return (
    refused.length > 0 &&
    offeredAt(held, stop).every(({ id, left }) => {
      const own = refused.filter(({ orderItemId }) => orderItemId === id);
      return sumLb(own.map(({ lb }) => lb)) >= left;
    })
  );
}

/** The driver's choices in a run that a phone stored before runs had them. */
const noChoices: Run["choices"] = {
  days: [],
  secondFee: "never",
  neighbours: false,
  temperature: "asked",
};

/** JSON has no dates. */
export function revivedRun(run: Run): Run {
  const date = (at: Date | null) => (at === null ? null : new Date(at));
  return {
    ...run,
    departedAt: date(run.departedAt),
    endedAt: date(run.endedAt ?? null),
    takenOver: run.takenOver ? { ...run.takenOver, at: new Date(run.takenOver.at) } : null,
    // A phone may have stored the run before these fields existed.
    moved: (run.moved ?? []).map((one) => ({
      ...one,
      isByDriver: one.isByDriver ?? false,
      isOut: one.isOut ?? false,
      wasOnBoard: one.wasOnBoard ?? true,
      handedOverTo: one.handedOverTo ?? null,
      boxes: one.boxes ?? 0,
      packedLb: one.packedLb ?? "0.00",
    })),
    held: (run.held ?? []).map((one) => ({
      ...one,
      lines: one.lines ?? [],
      stays: one.stays ?? [],
      isWhole: one.isWhole ?? false,
    })),
    leftBehind: run.leftBehind ?? [],
    settled: run.settled ?? [],
    boxMoves: run.boxMoves ?? [],
    boxStops: run.boxStops ?? [],
    choices: { ...noChoices, ...run.choices },
    receipts: (run.receipts ?? []).map((one) => ({
      ...one,
      takenAt: new Date(one.takenAt),
      hereCents: one.hereCents ?? Math.min(one.cents, one.dueCents),
      olderCents: one.olderCents ?? 0,
      isForOlder: one.isForOlder ?? false,
      settles: one.settles ?? [],
    })),
    stops: run.stops.map((stop) => ({
      ...stop,
      visitedAt: date(stop.visitedAt),
      undoObstacle: stop.undoObstacle ?? "",
      earlier: (stop.earlier ?? []).map((one) => ({ ...one, at: new Date(one.at) })),
      sitePhotos: stop.sitePhotos ?? [],
      leftWith: stop.leftWith ?? null,
      arriving: revivedArriving(stop.arriving),
      olderCents: stop.olderCents ?? 0,
      owesOlder: stop.owesOlder ?? false,
      accountCents: stop.accountCents ?? 0,
      overdueCents: stop.overdueCents ?? 0,
      openInvoices: stop.openInvoices ?? [],
      isBilledByOrder: stop.isBilledByOrder ?? false,
      otherRuns: stop.otherRuns ?? [],
      toCollect: stop.toCollect && {
        ...stop.toCollect,
        refusedCents: stop.toCollect.refusedCents ?? 0,
      },
      orders: stop.orders.map((order) => ({
        ...order,
        notes: order.notes ?? "",
        goodsCents: order.goodsCents ?? 0,
        goodsTaxCode: order.goodsTaxCode ?? "Z",
        lines: order.lines.map((line) => ({
          ...line,
          billed: line.billed ?? null,
          keptLb: line.keptLb ?? "0.00",
          weighedLb: line.weighedLb ?? "0.00",
        })),
      })),
    })),
  };
}

function revivedArriving(arriving: Arriving | undefined): Arriving {
  if (!arriving) return { by: null, to: "", whyNot: "", told: null };
  const { told } = arriving;
  const whyNot = arriving.whyNot ?? "";
  return { ...arriving, whyNot, told: told && { ...told, at: new Date(told.at) } };
}

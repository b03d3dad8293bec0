import { windowInWords } from "#app/domain/delivery/days.ts";
import { type CashUp, countedInWords, differencesOf } from "#app/domain/door/cash-up.ts";
import { doorMethodText, sumByMethod, sumsInWords } from "#app/domain/door/door-receipt.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { type DoorMethod, doorMethods } from "#db/schema/values/door.ts";
import { outcomeOf, unpackedInWords } from "../outcome.ts";
import {
  collected,
  loadedAt,
  loadOf,
  type MissedStop,
  notesAt,
  type Run,
  type RunOrder,
  type RunStop,
  type ToCollect,
  wholeAddress,
} from "../run.ts";
import { counted } from "./load-words.ts";

/** Returns the printing job of the run sheet, with the counted money once the run is cashed up. */
export function runSheetJob(run: Run, printedAt: Date, cashUp: CashUp | null = null): PrintJob {
  const load = loadOf(run.stops.flatMap(({ orders }) => orders));
  const cash = collected(run.stops);
  return {
    template: "features/runs/papers/run-sheet-layout",
    created: Math.floor(printedAt.getTime() / 1000),
    sheet: {
      title: `Run sheet, ${dateInWords(run.date)}`,
      zone: onOneLine(run.zone),
      driver: onOneLine(run.driver),
      printed: `Printed ${formatDateTime(printedAt)}`,
      summary: [
        counted(run.stops.length, "stop"),
        counted(load.boxes, "box", "boxes"),
        formatLb(Number(load.packedLb)),
        ...(cash ? [collectInWords(cash)] : []),
      ].join(", "),
      taken: sumsInWords(sumByMethod(run.receipts)),
      // The driver's takings are written here, and counted on the run's page.
      counted: cashUp ? countedOnSheet(cashUp) : "",
      handIn: !cashUp && (cash !== null || run.receipts.length > 0) ? doorMethods.map(titleOf) : [],
      stops: [
        ...run.stops.map((stop, index) => stopOnSheet(stop, String(index + 1), run)),
        ...run.missed.map((stop) => stopOnSheet(stop, "", run)),
      ],
    },
  };
}

/** "Cash $244.90 of $249.90, …, by Kim, Nov 26, 2026, 6:02 p.m. Cash $5.00 short: “A five was torn”" */
function countedOnSheet(cashUp: CashUp): string {
  const sums = doorMethods.map((method) => `${titleOf(method)} ${countedInWords(cashUp, method)}`);
  const who = `by ${cashUp.confirmedBy}, ${formatDateTime(cashUp.confirmedAt)}`;
  const differences = differencesOf(cashUp).join(", ");
  const why = differences ? ` ${differences}: “${onOneLine(cashUp.reason)}”` : "";
  return `${ended([...sums, who].join(", "))}${why}`;
}

const titleOf = (method: DoorMethod) => doorMethodText[method].title;

function stopOnSheet(stop: RunStop | MissedStop, number: string, run: Run) {
  const { boxes, packedLb } = loadOf(loadedAt(stop));
  const here: readonly RunOrder[] = stop.orders;
  const isMissed = "left" in stop;
  return {
    number,
    name: onOneLine(stop.name),
    address: wholeAddress(stop),
    phone: onOneLine(stop.phone),
    notes: notesAt(stop).map(onOneLine),
    orders: loadedAt(stop)
      .map((order) => orderNumber(order.number))
      .join(", "),
    window: isMissed ? "" : windowInWords(stop),
    boxes: String(boxes),
    lb: formatLb(Number(packedLb)),
    collect: stop.toCollect
      ? isOwed(stop.toCollect)
        ? cashInWords(stop.toCollect)
        : "Nothing"
      : "",
    outcome: outcomeOnSheet(run, stop),
    remark: [
      unpackedInWords(run, stop),
      run.held.some(({ id }) => here.some((order) => order.id === id))
        ? "On hold: do not hand over"
        : "",
    ]
      .filter(Boolean)
      .join(". "),
  };
}

/** The outcome, a line each: "Delivered, Nov 26, 2026, 10:32 a.m. Received by Kim." */
function outcomeOnSheet(run: Run, stop: RunStop | MissedStop): string[] {
  const { visits, unreported, back, moved, taken } = outcomeOf(run, stop);
  const said = visits.map(({ whole }) => whole);
  return [...said, unreported, ...back, ...moved, ...taken].filter(Boolean).map(onOneLine);
}

/** "$249.90", or "about $249.90" while unpacked. */
export function cashInWords({ cents, isFinal }: ToCollect): string {
  const due = formatCents(Math.max(0, cents));
  return isFinal ? due : `about ${due}`;
}

const isOwed = ({ cents }: Pick<ToCollect, "cents">) => cents > 0;

/** "to collect $249.90", or "nothing left to collect". */
export function collectInWords(toCollect: ToCollect): string {
  return isOwed(toCollect) ? `to collect ${cashInWords(toCollect)}` : "nothing left to collect";
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

import { windowInWords } from "#app/domain/delivery/days.ts";
import { doorMethodText, sumByMethod, sumsInWords } from "#app/domain/door/door-receipt.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { type DoorMethod, doorMethods } from "#db/schema/values/door.ts";
import { outcomeOf } from "../outcome.ts";
import {
  collected,
  isRefusedStop,
  loadOf,
  notesAt,
  type Run,
  type RunStop,
  type ToCollect,
  wholeAddress,
} from "../run.ts";

/** Printing job for the driver's run sheet: the stops in order, on Letter. */
export function runSheetJob(run: Run, printedAt: Date): PrintJob {
  const load = loadOf(run.stops.flatMap(({ orders }) => orders));
  const cash = collected(run.stops);
  return {
    template: "features/runs/papers/run-sheet",
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
        ...(cash ? [`to collect ${cashInWords(cash)}`] : []),
      ].join(", "),
      taken: sumsInWords(sumByMethod(run.receipts)),
      // The driver's takings are written here, and counted on the run's page.
      handIn: cash !== null || run.receipts.length > 0 ? doorMethods.map(titleOf) : [],
      stops: run.stops.map((stop, index) => stopOnSheet(stop, index, run)),
    },
  };
}

const titleOf = (method: DoorMethod) => doorMethodText[method].title;

function stopOnSheet(stop: RunStop, index: number, run: Run) {
  const { boxes, packedLb } = loadOf(stop.orders);
  const unpacked = stop.orders.filter(({ status }) => status === "pending");
  return {
    number: String(index + 1),
    name: onOneLine(stop.name),
    address: wholeAddress(stop),
    phone: onOneLine(stop.phone),
    notes: notesAt(stop).map(onOneLine),
    orders: stop.orders.map(({ number }) => orderNumber(number)).join(", "),
    window: windowInWords(stop),
    boxes: String(boxes),
    lb: formatLb(Number(packedLb)),
    collect: stop.toCollect ? cashInWords(stop.toCollect) : "",
    outcome: outcomeOnSheet(run, stop),
    remark: [
      unpacked.length > 0 ? "Not packed yet" : "",
      run.held.some(({ id }) => stop.orders.some((order) => order.id === id))
        ? "On hold: do not hand over"
        : "",
      stop.temperatureC === null
        ? ""
        : `${isRefusedStop(stop) ? "Refused" : "Handed over"} at ${Number(stop.temperatureC)} °C`,
    ]
      .filter(Boolean)
      .join(". "),
  };
}

/** What became of a stop, a line each: "Delivered Nov 26, 2026, 10:32 a.m. Received by Kim". */
function outcomeOnSheet(run: Run, stop: RunStop): string[] {
  const { result, by, back, taken } = outcomeOf(run, stop);
  const when = stop.state !== "waiting" && stop.visitedAt ? formatDateTime(stop.visitedAt) : "";
  const visited = [result, when].filter(Boolean).join(", ");
  const visit = by ? `${ended(visited)} ${by}` : visited;
  const note = result && stop.note ? `“${stop.note}”` : "";
  return [visit, note, ...back, ...taken].filter(Boolean).map(onOneLine);
}

/** "$249.90", or "about $249.90" while unpacked. */
export function cashInWords({ cents, isFinal }: ToCollect): string {
  const due = formatCents(Math.max(0, cents));
  return isFinal ? due : `about ${due}`;
}

/** "2 boxes, 19.5 lb"; without boxes if none were used. */
export function loadInWords({ boxes, packedLb }: { boxes: number; packedLb: string }): string {
  const pounds = formatLb(Number(packedLb));
  return boxes > 0 ? `${counted(boxes, "box", "boxes")}, ${pounds}` : pounds;
}

/** "1 box", "2 boxes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

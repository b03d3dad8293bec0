import { orderNumber } from "#app/domain/orders/order.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/lib/csv/csv.ts";
import { pacificTime } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { type Outcome, outcomeOf } from "../outcome.ts";
import { loadedAt, loadOf, type MissedStop, notesAt, type Run, type RunStop } from "../run.ts";

const linesOf = (lines: readonly string[]) => lines.filter(Boolean).join("\n");

const columns: CsvColumns<(RunStop | MissedStop) & { number: string; outcome: Outcome }> = {
  Stop: ({ number }) => number,
  Name: ({ name }) => name,
  Address: ({ address }) => address.replace(/\s+/g, " ").trim(),
  "Postal code": ({ postalCode }) => postalCode && formatPostalCode(postalCode),
  Country: () => "Canada",
  Phone: ({ phone }) => phoneAsText(phone),
  "Window from": ({ from }) => from.slice(0, 5),
  "Window to": ({ to }) => to.slice(0, 5),
  Boxes: (stop) => loadOf(loadedAt(stop)).boxes,
  "Packed lb": (stop) => loadOf(loadedAt(stop)).packedLb,
  "To collect": ({ toCollect }) => (toCollect ? toDollars(Math.max(0, toCollect.cents)) : ""),
  Notes: (stop) => notesAt(stop).join("\n"),
  Orders: (stop) =>
    loadedAt(stop)
      .map(({ number }) => orderNumber(number))
      .join(" "),
  Result: ({ outcome: { visits, unreported, unpacked } }) =>
    linesOf([...visits.map(({ result }) => result), unreported, unpacked]),
  "Visited (Pacific)": ({ outcome }) =>
    linesOf(outcome.visits.map(({ visit }) => pacificTime(visit.at))),
  "Received by": ({ outcome }) => linesOf(outcome.visits.map(({ by }) => by)),
  "Driver's note": ({ outcome }) => linesOf(outcome.visits.map(({ note }) => note)),
  "Came back": ({ outcome }) => outcome.back.join("\n"),
  Moved: ({ outcome }) => outcome.moved.join("\n"),
  "Paid at the door": ({ outcome }) => outcome.taken.join("\n"),
};

/** Exports a run's stops in order as a CSV file for a routing program; missed stops are last. */
export async function stopsCsv(run: Run): Promise<string> {
  async function* batches() {
    yield [...run.stops, ...run.missed].map((stop, index) => ({
      ...stop,
      number: index < run.stops.length ? String(index + 1) : "",
      outcome: outcomeOf(run, stop),
    }));
  }
  let text = "";
  for await (const piece of csvOf(columns, batches())) text += piece;
  return text;
}

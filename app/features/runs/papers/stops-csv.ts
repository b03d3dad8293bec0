import { orderNumber } from "#app/domain/orders/order.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/lib/csv/csv.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { loadOf, notesAt, type Run, type RunStop } from "../run.ts";

const columns: CsvColumns<RunStop & { number: number }> = {
  Stop: ({ number }) => number,
  Name: ({ name }) => name,
  Address: ({ address }) => address.replace(/\s+/g, " ").trim(),
  "Postal code": ({ postalCode }) => postalCode && formatPostalCode(postalCode),
  Country: () => "Canada",
  Phone: ({ phone }) => phoneAsText(phone),
  "Window from": ({ from }) => from.slice(0, 5),
  "Window to": ({ to }) => to.slice(0, 5),
  Boxes: ({ orders }) => loadOf(orders).boxes,
  "Packed lb": ({ orders }) => loadOf(orders).packedLb,
  "To collect": ({ toCollect }) => (toCollect ? toDollars(toCollect.cents) : ""),
  Notes: (stop) => notesAt(stop).join("\n"),
  Orders: ({ orders }) => orders.map(({ number }) => orderNumber(number)).join(" "),
};

/** Exports a run's stops in order as a CSV file for a routing program. */
export async function stopsCsv({ stops }: Run): Promise<string> {
  async function* batches() {
    yield stops.map((stop, index) => ({ ...stop, number: index + 1 }));
  }
  let text = "";
  for await (const piece of csvOf(columns, batches())) text += piece;
  return text;
}

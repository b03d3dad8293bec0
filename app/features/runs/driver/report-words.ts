import { type Report, refusalReasons } from "#app/domain/delivery/runs/report.ts";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { ordersSince } from "../outcome.ts";
import { isReported, type RunLine, type RunOrder, type RunStop } from "../run.ts";
import type { ShownStop } from "./run-view.ts";

/** Describes a report: "Delivered, received by Kim, product at 2.5 °C" */
export function reportInWords(report: Report, orders: readonly NamedLines[] = []): string {
  const photo = report.photoId ? "with a photo that was not sent" : "";
  const said = [...factsOf(report, orders), report.note && `“${report.note}”`, photo];
  return said.filter(Boolean).join(", ");
}

/** "Discard the record of $300.00 in cash from Sample Pub?" */
export function discardQuestion(report: Report, name: string): string {
  if (report.kind === "paid") return `Discard the record of ${takenInWords(report)} from ${name}?`;
  return `Discard the report of ${name}?`;
}

type NamedLines = Pick<RunOrder, "number"> & {
  lines: readonly Pick<RunLine, "id" | "productName">[];
};

/** Names a line: " of Ribeye Steak, order 1042"; empty if this phone no longer has it. */
function lineInWords(id: string, orders: readonly NamedLines[]): string {
  const order = orders.find(({ lines }) => lines.some((line) => line.id === id));
  const line = order?.lines.find((one) => one.id === id);
  return order && line ? ` of ${line.productName}, ${orderName(order.number).toLowerCase()},` : "";
}

function factsOf(report: Report, orders: readonly NamedLines[]): string[] {
  switch (report.kind) {
    case "delivered": {
      const { leftWith, receivedBy, temperatureC, signatureId, held } = report;
      return [
        "Delivered",
        `${leftWith ? "left with a neighbour" : "received by"} ${receivedBy}`,
        temperatureC === null ? "" : `product at ${Number(temperatureC)} °C`,
        signatureId ? "with a signature that was not sent" : "",
        held ? (held === "kept" ? "held meat stayed on the truck" : "held meat handed over") : "",
      ];
    }
    case "all_refused": {
      const { temperatureC } = report;
      return [
        "Nothing was handed over: all of it was refused",
        temperatureC === null ? "" : `product at ${Number(temperatureC)} °C`,
      ];
    }
    case "not_home":
      return ["No one there"];
    case "kept":
      return ["Not delivered: meat on hold"];
    case "again":
      return [`Comes again on ${dateInWords(report.date)}`];
    case "box":
      return [`Box ${report.box} goes with another stop`];
    case "place":
      return ["Put elsewhere in the order of stops"];
    case "undone":
      return ["What was reported here is taken back"];
    case "arriving":
      return ["The client was not told that you are ten minutes away"];
    case "refused":
      return [
        `${formatLb(Number(report.lb))}${lineInWords(report.orderItemId, orders)} refused: ${refusalReasons[report.reason]}`,
      ];
    case "paid":
      return [
        `Took ${takenInWords(report)}`,
        report.invoices.length > 0 ? `for ${report.invoices.join(", ")}` : "",
        `by ${report.takenBy}`,
      ];
    case "unpaid":
      return ["A payment is taken back"];
  }
}

/**
 * Confirms reports that leave the driver at the stop; empty for others. An undo is confirmed only
 * while the stop shows its effect, which ends if the shop refuses it. For a refused line, gives the
 * pounds that stand now: the shop may have refused the last ones, or the office corrected them.
 */
export function saidOf(
  stop: Pick<ShownStop, "state" | "orders" | "earlier" | "taken" | "isWaiting">,
  sent: readonly Report[],
): string {
  const back = sent.find(({ kind }) => kind === "undone" || kind === "unpaid");
  if (back?.kind === "undone") {
    if (isReported(stop)) return "";
    return stop.isWaiting
      ? "What was reported here will be taken back. This isn’t sent yet"
      : "What was reported here was taken back";
  }
  if (back?.kind === "unpaid") {
    if (stop.taken.some(({ requestId }) => requestId === back.paymentId)) return "";
    return stop.isWaiting
      ? "The payment will be taken back. This isn’t sent yet"
      : "The payment was taken back. Record the right one, if there is one";
  }
  const isOne = stop.orders.length === 1;
  const lines = stop.orders.flatMap(({ number, lines: own }) =>
    own.map((line) => ({ ...line, of: isOne ? "" : ` (${orderName(number).toLowerCase()})` })),
  );
  const refused = sent.flatMap((one) => {
    const line = one.kind === "refused" && lines.find(({ id }) => id === one.orderItemId);
    if (!line || Number(line.refusedLb) === 0) return [];
    return [`${formatLb(Number(line.refusedLb))} of ${line.productName}${line.of}`];
  });
  if (refused.length === 0) return "";
  const said = `Reported as refused: ${refused.join(", ")}`;
  return stop.isWaiting ? `${said}. This isn’t sent yet` : said;
}

/**
 * Says which orders the next report of a stop is about if orders were added after a visit: those
 * alone, or together with the undelivered ones, since all of them are on the truck.
 */
export function stillToReport(stop: Pick<RunStop, "orders" | "earlier">): string {
  const named = (numbers: readonly number[]) => numbers.map(orderName).join(", ");
  const added = ordersSince(stop);
  const before = stop.orders.filter(
    ({ number, status }) => status === "fulfilled" && !added.includes(number),
  );
  const rest =
    before.length === 0
      ? "that alone"
      : `that and of what nobody took before: ${named(before.map(({ number }) => number))}`;
  return `Still to report: ${named(added)}. What you report now is of ${rest}.`;
}

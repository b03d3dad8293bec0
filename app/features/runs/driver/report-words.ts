import { type Report, refusalReasons } from "#app/domain/delivery/runs/report.ts";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { RunLine, RunOrder } from "../run.ts";

/** Describes a report: "Delivered, received by Kim, product at 2.5 °C" */
export function reportInWords(report: Report, orders: readonly NamedLines[] = []): string {
  const photo = report.photoId ? "with a photo that was not sent" : "";
  const said = [...factsOf(report, orders), report.note && `“${report.note}”`, photo];
  return said.filter(Boolean).join(", ");
}

/** The parts of an order that name its lines. */
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
      return [`Took ${takenInWords(report)}`, `by ${report.takenBy}`];
  }
}

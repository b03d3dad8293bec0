import { type Report, refusalReasons } from "#app/domain/delivery/runs/report.ts";
import { takenInWords } from "#app/domain/door/door-receipt.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords } from "#app/lib/dates.ts";

/** What a report says, for whoever tells it to somebody: "Delivered, received by Kim, product at 2.5 °C" */
export function reportInWords(report: Report): string {
  const photo = report.photoId ? "with a photo that was not sent" : "";
  const said = [...factsOf(report), report.note && `“${report.note}”`, photo];
  return said.filter(Boolean).join(", ");
}

function factsOf(report: Report): string[] {
  switch (report.kind) {
    case "delivered": {
      const { leftWith, receivedBy, temperatureC, signatureId } = report;
      return [
        "Delivered",
        `${leftWith ? "left with a neighbour" : "received by"} ${receivedBy}`,
        temperatureC === null ? "" : `product at ${Number(temperatureC)} °C`,
        signatureId ? "with a signature that was not sent" : "",
      ];
    }
    case "not_home":
      return ["No one there"];
    case "again":
      return [`Comes again on ${dateInWords(report.date)}`];
    case "box":
      return [`Box ${report.box} goes with another stop`];
    case "place":
      return ["Put elsewhere in the order of stops"];
    case "arriving":
      return ["The client was not told that you are ten minutes away"];
    case "refused":
      return [`${formatLb(Number(report.lb))} refused: ${refusalReasons[report.reason]}`];
    case "paid":
      return [`Took ${takenInWords(report)}`, `by ${report.takenBy}`];
  }
}

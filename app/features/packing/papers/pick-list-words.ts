import { withoutDay } from "#app/domain/packages/packing.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatDateTime, formatFullDay } from "#app/lib/dates.ts";
import { onOneLine, poundsIn, unixSeconds } from "./paper-text.ts";
import type { PickList, PickListCut } from "./papers.ts";

const storages = { frozen: "Frozen", refrigerated: "Refrigerated" };

/** Print job for a pick list. */
export function pickListJob({ day, cuts, printedAt }: PickList): PrintJob {
  return {
    template: "features/packing/papers/pick-list-layout",
    created: unixSeconds(printedAt),
    sheet: {
      title: `Pick list ${day === withoutDay ? "without a day" : formatFullDay(day)}`,
      printed: `Printed ${formatDateTime(printedAt)}`,
      summary: `${count(cuts.length, "cut")}, ${poundsIn(cuts.map(({ totalLb }) => totalLb))}`,
      cuts: cuts.map((cut) => ({
        product: onOneLine(cut.product),
        storage: storages[cut.storage],
        total: totalOf(cut),
        splits: cut.splits.map((split) => ({
          customer: onOneLine(split.customer),
          orderNumber: onOneLine(split.orderNumber),
          ordered: onOneLine(split.ordered),
          note: onOneLine(split.note),
        })),
      })),
    },
  };
}

function totalOf({ totalLb, pieces }: PickListCut): string {
  const pounds = poundsIn([totalLb]);
  return pieces === null ? pounds : `${count(pieces, "piece")}, ${pounds}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

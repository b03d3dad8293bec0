import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatKg } from "#app/lib/amounts/weight.ts";
import { formatDateTime, formatFullDay } from "#app/lib/dates.ts";
import { forWhom, onOneLine, paragraphs, poundsIn, unixSeconds } from "./paper-text.ts";
import type { PackingSlip, PackingSlipLine, PackingSlipPackage } from "./papers.ts";

/** The slip's figures are inconsistent, so it must not go out with the goods. */
class PackingSlipContradictionError extends Error {
  override readonly name = "PackingSlipContradictionError";
}

const states: Record<PackingSlipLine["state"], string> = {
  packed: "",
  short: "Short",
  substituted: "Substituted",
  dropped: "Not available",
  open: "Not packed yet",
};

/** Print job for a packing slip. @throws PackingSlipContradictionError if it doesn't add up */
export function packingSlipJob(slip: PackingSlip): PrintJob {
  const { company, customer, orderNumber } = slip;
  check(slip);
  const packages = slip.lines.flatMap((line) => line.packages);
  const facts = [
    ["Order number", orderNumber],
    ...(slip.poNumber ? [["PO number", onOneLine(slip.poNumber)]] : []),
    ["Order date", formatFullDay(slip.placedOn)],
    ...(slip.delivery
      ? [
          [slip.delivery.kind === "pickup" ? "Pickup" : "Delivery", onOneLine(slip.delivery.when)],
          ["Run", onOneLine(slip.delivery.run)],
        ]
      : []),
    ["Packed", slip.packedOn ? formatFullDay(slip.packedOn) : "Not finished"],
    ["Packages", String(packages.length)],
    ...(slip.boxes.length > 0 ? [["Boxes", String(slip.boxes.length)]] : []),
    ["Total packed", sumOfLb(packages)],
  ];
  const notes = [
    ["Order notes", paragraphs(slip.notes)],
    ["Standing notes", paragraphs(slip.standingNotes)],
  ].filter(([, lines]) => lines && lines.length > 0);
  return {
    template: "features/packing/papers/packing-slip-layout",
    logo: company.logo,
    created: unixSeconds(slip.printedAt),
    sheet: {
      title: `Packing slip ${onOneLine(orderNumber)}`,
      seller: {
        name: company.name,
        shortName: company.shortName,
        suffix: company.nameSuffix,
        lines: company.lines,
      },
      printed: `Printed ${formatDateTime(slip.printedAt)}`,
      shipTo: shipTo(customer),
      facts,
      notes,
      lines: slip.lines.map((line, index) => lineOnSheet(line, index + 1)),
      total: { pieces: sumOfPieces(packages), kg: sumOfKg(packages), lb: sumOfLb(packages) },
      boxes: slip.boxes.map(({ number, lb, g }) => [`Box ${number}`, formatKg(g), poundsIn([lb])]),
      remarks: slip.remarks,
    },
  };
}

/**
 * Print job for slips, each on its own pages. @throws like `packingSlipJob`; RangeError for none
 */
export function packingSlipsJob(slips: PackingSlip[]): PrintJob {
  const [first, ...more] = slips.map(packingSlipJob);
  if (!first) throw new RangeError("No slips to print");
  if (more.length === 0) return first;
  const { seller } = first.sheet as { seller: unknown };
  const title = `Packing slips of ${slips.length} orders`;
  return { ...first, sheet: { title, seller, slips: [first, ...more].map(({ sheet }) => sheet) } };
}

function lineOnSheet(line: PackingSlipLine, number: number) {
  const isInPart = line.state === "substituted" && line.packages.length > 0;
  const state = isInPart ? "Partly substituted" : states[line.state];
  return {
    number: String(number),
    description: onOneLine(line.description),
    state: [state, onOneLine(line.remark)].filter(Boolean).join(": "),
    ordered: onOneLine(line.ordered),
    packed: line.packedLb === null ? "–" : sumOfLb(line.packages),
    packages: line.packages.map((it) => ({
      where: [it.lot && `Lot ${onOneLine(it.lot)}`, it.box && `Box ${it.box}`]
        .filter(Boolean)
        .join(" · "),
      pieces: it.pieces === null ? "" : String(it.pieces),
      kg: sumOfKg([it]),
      lb: sumOfLb([it]),
    })),
  };
}

/** Recipient and address; customers without a company are listed under their contact's name. */
function shipTo(customer: PackingSlip["customer"]) {
  const { company, contact, address, phone } = customer;
  const [first, second] = [onOneLine(company), onOneLine(contact)];
  const attention = first && second ? [`Attn. ${second}`] : [];
  return {
    title: forWhom(customer),
    name: first || second,
    lines: [...attention, ...paragraphs(address), onOneLine(phone)].filter(Boolean),
  };
}

function check({ orderNumber, lines, boxes }: PackingSlip): void {
  const contradiction = (what: string) =>
    new PackingSlipContradictionError(`Packing slip ${orderNumber} does not add up: ${what}`);
  for (const [index, { packages, packedLb }] of lines.entries()) {
    if (poundsIn([packedLb ?? "0"]) !== sumOfLb(packages)) {
      throw contradiction(`line ${index + 1}`);
    }
  }
  for (const { number, lb, g } of boxes) {
    const within = lines.flatMap((line) => line.packages).filter(({ box }) => box === number);
    if (poundsIn([lb]) !== sumOfLb(within) || formatKg(g) !== sumOfKg(within)) {
      throw contradiction(`box ${number}`);
    }
  }
}

const sumOfLb = (packages: PackingSlipPackage[]) => poundsIn(packages.map(({ netLb }) => netLb));

const sumOfKg = (packages: PackingSlipPackage[]) =>
  formatKg(packages.reduce((sum, { netG }) => sum + netG, 0));

/** Empty if no pieces were counted. */
function sumOfPieces(packages: PackingSlipPackage[]): string {
  const counted = packages.filter(({ pieces }) => pieces !== null);
  if (counted.length === 0) return "";
  return String(counted.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0));
}

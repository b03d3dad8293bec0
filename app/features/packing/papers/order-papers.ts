import { type Company, letterhead, oneLineAddress } from "#app/content/company.ts";
import { windowInWords } from "#app/domain/delivery/days.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { orderedInWords, piecesInWords } from "#app/domain/orders/order-quantity.ts";
import { wishInWords, withWish } from "#app/domain/orders/wishes/wish.ts";
import { isLotInCode, labelSerial } from "#app/domain/packages/labels/label-gtin.ts";
import type { LabelFacts } from "#app/domain/packages/labels/label-settings.ts";
import type {
  CutToPack,
  StationLine,
  StationOrder,
  StationPackage,
} from "#app/domain/packages/packing.ts";
import { boxCode } from "#app/domain/packages/scan/parse-scan.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { dateInWords, daysAfter, pacificDay, shortDateInWords } from "#app/lib/dates.ts";
import type { BoxLabel, PackingSlip, PackLabel, PackLabelGs1, PickList } from "./papers.ts";

/** Returns an order's packing slip, as far as it is packed. */
export function packingSlipOf(order: StationOrder, company: Company, printedAt: Date): PackingSlip {
  const isFinished = order.status === "fulfilled" || order.status === "delivered";
  return {
    company: letterhead(company),
    customer: customerOf(order),
    orderNumber: orderNumber(order.number),
    poNumber: order.poNumber,
    placedOn: pacificDay(order.placedAt),
    delivery: deliveryOf(order),
    packedOn: isFinished ? pacificDay(lastPacked(order) ?? printedAt) : null,
    notes: order.notes,
    standingNotes: order.standingNotes,
    lines: order.lines.map((line) => ({
      description: line.productName,
      // A substitute wasn't ordered; its row names the product it replaces.
      ordered: line.substitutesItemId ? "–" : withWish(orderedInWords(line), line.wish),
      packedLb: line.packages.length > 0 ? line.packedLb : null,
      packages: line.packages.map(({ netLb, netG, pieces, lotCode, boxNumber }) => ({
        netLb,
        netG,
        pieces,
        lot: lotCode,
        box: boxNumber,
      })),
      state: line.packState,
      remark: remarkOn(line, order.lines),
    })),
    boxes: boxesOf(order).map(({ number, lb, g }) => ({ number, lb, g })),
    remarks: [],
    printedAt,
  };
}

/** Returns a label for each box that isn't empty. */
export function boxLabelsOf(order: StationOrder, { name }: Company): BoxLabel[] {
  const boxes = boxesOf(order);
  const isClosed = order.lines.every(({ packState }) => packState !== "open");
  return boxes.map(({ number, labelNumber, lb, g, lines, packedBy, packedAt }) => ({
    company: { name },
    shipTo: customerOf(order),
    number,
    of: isClosed ? boxes.length : null,
    orderNumber: orderNumber(order.number),
    run: order.delivery
      ? `${shortDateInWords(order.delivery.day)}, ${order.delivery.zoneName}`
      : null,
    stop: order.delivery ? String(order.delivery.stop) : null,
    storage: lines.some(({ storage }) => storage === "frozen") ? "frozen" : "refrigerated",
    lb,
    g,
    contents: lines.map(({ count, pieces, productName }) =>
      pieces === null ? `${count} × ${productName}` : `${piecesInWords(pieces)} ${productName}`,
    ),
    code: boxCode(labelNumber),
    packedBy,
    packedAt,
  }));
}

/** Facts about products for labels, which an order doesn't have. */
interface LabelKnowledge {
  facts: readonly LabelFacts[];
  /** Dollars per pound, by product; only products whose label shows a price. */
  prices: ReadonlyMap<string, string>;
}

/** Returns a label for each package, in the order of the lines. */
export function packLabelsOf(
  order: StationOrder,
  { name, address }: Company,
  { facts, prices }: LabelKnowledge = { facts: [], prices: new Map() },
): PackLabel[] {
  const company = { name, address: oneLineAddress(address) };
  return order.lines.flatMap((line) => {
    const known = facts.find(({ itemNumber }) => itemNumber === line.itemNumber);
    return line.packages.map((one) => ({
      company,
      name: { en: line.productName, fr: known?.nameFr || null },
      wish: wishInWords(line.wish),
      order: forOrder(order),
      cutFromCanadaAaa: false,
      netG: one.netG,
      netLb: one.netLb,
      pieces: one.pieces,
      price: known?.isPriced ? priceOf(one, prices.get(line.productId ?? "")) : null,
      lot: one.lotCode,
      storage: line.storage,
      packedOn: line.storage === "frozen" ? null : pacificDay(one.packedAt),
      bestBefore: bestBeforeOf(line, one, known?.keepsDays ?? null),
      id: one.id,
      labelNumber: one.labelNumber,
      gs1: gs1Of(line, one),
    }));
  });
}

/** Whom a package is for. The stop precedes the name, because long names are clipped. */
function forOrder({ isCounter, number, delivery, companyName, contactName }: StationOrder): string {
  if (isCounter) return "";
  const stop = delivery && `Stop ${delivery.stop}`;
  return [orderName(number), stop, companyName || contactName].filter(Boolean).join(" · ");
}

/** Returns a package's price at the shelf price; clients' own prices don't apply. */
function priceOf({ netLb }: StationPackage, pricePerLb: string | undefined): PackLabel["price"] {
  if (pricePerLb === undefined) return null;
  const centsPerLb = toCents(pricePerLb);
  return { centsPerLb, totalCents: lineTotalCents(centsPerLb, toHundredthsLb(netLb)) };
}

/** Returns the last day it keeps refrigerated; null if it is packed frozen. */
function bestBeforeOf(
  { storage }: StationLine,
  { packedAt }: StationPackage,
  keepsDays: number | null,
): string | null {
  if (storage === "frozen" || keepsDays === null) return null;
  return daysAfter(pacificDay(packedAt), keepsDays);
}

/** Null without a GS1 prefix, or if the data doesn't fit. */
function gs1Of({ labelGtin }: StationLine, one: StationPackage): PackLabelGs1 | null {
  if (!labelGtin || !isLotInCode(one.lotCode) || one.netG > 999_999) return null;
  return { gtin: labelGtin, serial: labelSerial(one.id), weighedIn: one.unit };
}

/** Returns the list of what to cut on a day, by product. */
export function pickListOf(day: string, cuts: CutToPack[], printedAt: Date): PickList {
  return {
    day,
    cuts: cuts.map(({ productName, storage, orderedLb, pieces, orders }) => ({
      product: productName,
      storage,
      totalLb: orderedLb,
      pieces,
      splits: orders.map((line) => ({
        customer: line.companyName || "Unknown Client",
        orderNumber: orderNumber(line.orderNumber),
        ordered: withWish(orderedInWords(line), line.wish),
        note: line.notes,
      })),
    })),
    printedAt,
  };
}

interface PackedBox {
  number: number;
  labelNumber: number;
  lb: string;
  g: number;
  lines: {
    productName: string;
    storage: StationLine["storage"];
    count: number;
    /** Null unless counted in each of its packages. */
    pieces: number | null;
  }[];
  packedBy: string;
  packedAt: Date;
}

function boxesOf({ lines, boxes: opened }: StationOrder): PackedBox[] {
  const boxes = new Map<number, PackedBox>();
  for (const { productName, storage, packages } of lines) {
    for (const { boxNumber, pieces, netLb, netG, packedBy, packedAt } of packages) {
      const found = opened.find(({ number }) => number === boxNumber);
      if (!found) continue;
      const { number, labelNumber } = found;
      const empty = { number, labelNumber, lb: "0.00", g: 0, lines: [], packedBy, packedAt };
      const box = boxes.get(number) ?? empty;
      boxes.set(number, box);
      box.lb = toPounds(sumLb([box.lb, netLb]));
      box.g += netG;
      if (packedAt >= box.packedAt) Object.assign(box, { packedBy, packedAt });
      const line = box.lines.find((one) => one.productName === productName);
      if (line) {
        line.count += 1;
        line.pieces = line.pieces === null || pieces === null ? null : line.pieces + pieces;
      } else box.lines.push({ productName, storage, count: 1, pieces });
    }
  }
  return [...boxes.values()].sort((one, other) => one.number - other.number);
}

function lastPacked({ lines }: StationOrder): Date | undefined {
  const times = lines.flatMap(({ packages }) => packages.map(({ packedAt }) => packedAt.getTime()));
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/** Returns a line's substitute, what it replaces, and why. */
function remarkOn(line: StationLine, lines: StationLine[]): string {
  const sent = lines.filter(({ substitutesItemId }) => substitutesItemId === line.id);
  const replaced = lines.find(({ id }) => id === line.substitutesItemId);
  return [
    sent.length > 0 && `sent ${sent.map(({ productName }) => productName).join(", ")} instead`,
    replaced && `In place of ${replaced.productName}`,
    // The slip doesn't show who approved going over the promise.
    line.packState !== "packed" && line.packNote,
  ]
    .filter(Boolean)
    .join(", ");
}

/** For pickup, the address is the pickup location's. */
function customerOf({ companyName, contactName, phone, delivery, ...order }: StationOrder) {
  const isPickedUp = delivery?.kind === "pickup";
  const address = isPickedUp ? "" : order.address;
  return { company: companyName, contact: contactName, address, phone, isPickedUp };
}

function deliveryOf({ delivery }: StationOrder): PackingSlip["delivery"] {
  if (!delivery) return null;
  const { kind, day, from, to, zoneName, stop } = delivery;
  const when = `${dateInWords(day)}, ${windowInWords({ from, to })}`;
  return { kind, when, run: `${zoneName}, stop ${stop}` };
}

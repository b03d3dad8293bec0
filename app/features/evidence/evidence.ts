import { letterhead, type Shop } from "#app/content/company.ts";
import { windowInWords } from "#app/domain/delivery/days.ts";
import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import type { StopReport } from "#app/domain/delivery/runs/report.ts";
import {
  type AdminOrder,
  allNotes,
  type OrderItem,
  orderNumber,
} from "#app/domain/orders/order.ts";
import { weighedPackages } from "#app/domain/orders/order-line-words.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import type { CardPayment } from "#app/domain/payments/payment.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, formatDateTime } from "#app/lib/dates.ts";

/** Evidence about the order behind a card payment, for a bank that disputes it. */
export interface Evidence {
  payment: CardPayment & {
    intentRef: string | null;
    chargedAt: Date | null;
  };
  order: AdminOrder;
  reports: StopReport[];
  company: Shop["company"];
  printedAt: Date;
}

type Fact = [label: string, value: string];

const reported: Record<StopReport["kind"], string> = {
  delivered: "Delivered",
  not_home: "Nobody home",
  refused: "Not taken",
  kept: "Kept back by us: on hold",
  moved: "Given another day",
  undone: "Taken back",
};

/**
 * Print job with the evidence of a charge: the card, who ordered what and agreed to which sum, what
 * was weighed and billed, and who received it, with signature and photo.
 */
export function evidenceJob({ payment, order, reports, company, printedAt }: Evidence): PrintJob {
  const { name, shortName, nameSuffix, lines } = letterhead(company);
  const { number, customer, delivery, charges } = order;
  const images = reports.flatMap(({ signature, photo }) => [signature, photo]);
  const pictures = images.filter((image) => image !== null);
  const placeOf = (image: StopReport["photo"]) => (image ? pictures.indexOf(image) : null);
  return {
    template: "features/evidence/evidence-layout",
    logo: company.paperLogo,
    created: Math.floor(printedAt.getTime() / 1000),
    pictures,
    sheet: {
      title: `Card payment for order ${orderNumber(number)}`,
      printed: `Printed ${formatDateTime(printedAt)}`,
      seller: { name, shortName, suffix: nameSuffix, lines },
      parts: [
        { title: "Card", facts: cardFacts(payment) },
        {
          title: "Customer",
          facts: filled([
            ["Name", customer.companyName],
            ["Contact", customer.contactName],
            ["Email", customer.guestEmail && emailInWords(customer)],
            ["Phone", customer.phone],
            ["Address", customer.address],
          ]),
        },
        {
          title: "Order",
          facts: filled([
            ["Number", orderNumber(number)],
            ["ID", order.id],
            ["Placed", formatDateTime(order.placedAt)],
            ["Invoice", order.invoiceNumber ?? ""],
            ["Invoice total", order.invoiceTotal ? formatDollars(order.invoiceTotal) : ""],
            ["Customer's notes", allNotes(order)],
          ]),
        },
        { title: "Delivery", facts: deliveryFacts(delivery) },
      ],
      goods: {
        title: "Goods",
        columns: ["Item", "Ordered", "Packed", "Price", "Amount"],
        rows: [
          ...order.items.map((item) => ({
            cells: [
              item.productName,
              item.substitutesItemId === null ? orderedInWords(item) : "Replacement",
              item.packState === "open" ? "–" : formatLb(Number(item.packedLb)),
              formatPricePerLb(toCents(item.pricePerLb)),
              formatDollars(item.packState === "open" ? item.subtotal : item.finalAmount),
            ],
            notes: [item.packNote, weighedInWords(item)].filter(Boolean),
          })),
          ...[
            ...charges.map(({ description, amount }) => [description, amount] as const),
            ...order.taxes.map(({ label, amount }) => [label, amount] as const),
          ].map(([what, amount]) => ({
            cells: [what, "", "", "", formatDollars(amount)],
            notes: [],
          })),
        ],
      },
      reports: {
        title: "At the door",
        none: order.deliveredAt
          ? `Handed over ${formatDateTime(order.deliveredAt)}; nothing else was noted.`
          : "Nothing was reported.",
        rows: reports.map((report) => ({
          what: `${reportedOf(report, order)}, ${formatDateTime(report.happenedAt)}`,
          facts: filled([
            [order.isRefused ? "Refused by" : "Received by", report.receivedBy],
            ["Temperature", report.temperatureC === null ? "" : `${report.temperatureC} °C`],
            ["Not taken", report.refusedLb === null ? "" : formatLb(Number(report.refusedLb))],
            ["Note", report.note],
          ]),
          signature: placeOf(report.signature),
          photo: placeOf(report.photo),
        })),
      },
    },
  };
}

/** Names a report; nothing was delivered if the client refused all of it. */
function reportedOf(
  { kind }: Pick<StopReport, "kind">,
  { isRefused, deliveryKind }: Pick<AdminOrder, "isRefused" | "deliveryKind">,
): string {
  return kind === "delivered" && isRefused ? allRefusedInWords(deliveryKind) : reported[kind];
}

/** Time of weighing, and each package's weight; "" for a line taken as ordered. */
function weighedInWords(item: OrderItem): string {
  const packages = weighedPackages(item);
  const [first] = packages;
  const weights = packages.map(({ netLb }) => formatLb(Number(netLb))).join(", ");
  return first ? `Weighed ${formatDateTime(first.packedAt)}: ${weights}` : "";
}

function cardFacts(payment: Evidence["payment"]): Fact[] {
  const { cardBrand, cardLast4, cents, capturedCents, refundedCents } = payment;
  return filled([
    ["Card", cardLast4 && `${cardBrand} •••• ${cardLast4}`],
    ["Agreed to, at most", formatCents(cents)],
    ["Agreed", formatDateTime(payment.createdAt)],
    ["Charged", capturedCents > 0 ? formatCents(capturedCents) : "Nothing"],
    ["Charged at", payment.chargedAt ? formatDateTime(payment.chargedAt) : ""],
    ["Refunded", refundedCents > 0 ? formatCents(refundedCents) : "Nothing"],
    ["Reference", payment.intentRef ?? ""],
  ]);
}

function emailInWords({ guestEmail, unprovedEmail }: AdminOrder["customer"]): string {
  return unprovedEmail === null ? `${guestEmail}, confirmed by its reader` : guestEmail;
}

function deliveryFacts({ day, name, address, postalCode, phone, notes }: AdminOrder["delivery"]) {
  return filled([
    ["How", day?.kind === "pickup" ? "Pickup" : "Delivery"],
    ["Day", day ? `${dateInWords(day.date)}, ${windowInWords(day)}` : ""],
    ["To", name],
    ["Address", [address, postalCode].filter(Boolean).join(", ")],
    ["Phone", phone],
    ["For the driver", notes],
  ]);
}

function filled(facts: Fact[]): Fact[] {
  return facts
    .map(([label, value]): Fact => [label, value.replace(/\s+/g, " ").trim()])
    .filter(([, value]) => value !== "");
}

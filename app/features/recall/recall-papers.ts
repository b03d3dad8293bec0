import { type Company, letterhead } from "#app/content/company.ts";
import {
  type Balance,
  balanceOf,
  type LotBalance,
  ordersToStop,
  sumsOf,
  type TracedCustomer,
  type TracedLine,
} from "#app/domain/lots/lot-trace.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/lib/csv/csv.ts";
import { formatDateTime, pacificTime } from "#app/lib/dates.ts";
import { type Recall, type RecallNotice, recallName } from "./recall.ts";
import {
  answerInWords,
  countedOfLot,
  differenceInWords,
  differencesInWords,
  lossInWords,
  onHandInWords,
  packedInWords,
  receivedInWords,
  stateInWords,
  tookInWords,
  toStopInWords,
  whereInWords,
} from "./recall-words.ts";

/** All data of a recall. */
export interface RecallFile {
  recall: Recall;
  customers: TracedCustomer[];
  lots: LotBalance[];
}

interface Row {
  customer: TracedCustomer;
  line: TracedLine;
  notice: RecallNotice | undefined;
  /** True for a customer's first line, which shows the customer's answer. */
  isFirst: boolean;
}

const answered = (of: "usedLb" | "heldLb" | "discardedLb") => (row: Row) =>
  row.isFirst ? (row.notice?.answer?.[of] ?? "") : "";

const columns: CsvColumns<Row> = {
  Client: ({ customer }) => customer.companyName || customer.contactName || "Unknown Client",
  Contact: ({ customer }) => customer.contactName,
  Phone: ({ customer, line }) => phoneAsText(line.phone || customer.phone),
  Email: ({ customer }) => customer.email,
  Site: ({ line }) => line.site,
  Address: ({ line }) => line.address,
  Order: ({ line }) => orderNumber(line.orderNumber),
  Kind: ({ line }) => (line.isRetail ? "Retail" : "Wholesale"),
  Product: ({ line }) => line.productName,
  Lot: ({ line }) => line.lotCode,
  Packages: ({ line }) => line.packages,
  "Packed (lb)": ({ line }) => line.lb,
  "Came back (lb)": ({ line }) => line.backLb,
  State: ({ line }) => stateInWords(line),
  "Packed (Pacific)": ({ line }) => pacificTime(line.packedAt),
  "Delivered (Pacific)": ({ line }) => (line.deliveredAt ? pacificTime(line.deliveredAt) : ""),
  "Day of delivery": ({ line }) => line.deliveryDay,
  "Mailed (Pacific)": ({ notice }) => (notice?.mailedAt ? pacificTime(notice.mailedAt) : ""),
  "Answered (Pacific)": ({ notice, isFirst }) =>
    isFirst && notice?.answer ? pacificTime(notice.answer.answeredAt) : "",
  "Used (lb)": answered("usedLb"),
  "Held (lb)": answered("heldLb"),
  "Discarded (lb)": answered("discardedLb"),
};

function* rowsOf({ recall, customers }: RecallFile): Generator<Row> {
  const notices = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  for (const customer of customers) {
    for (const [index, line] of customer.lines.entries()) {
      yield { customer, line, notice: notices.get(customer.id), isFirst: index === 0 };
    }
  }
}

/** Exports a recall as a CSV file, one row for each order line and lot. */
export async function recallCsv(file: RecallFile): Promise<string> {
  async function* batches() {
    yield [...rowsOf(file)];
  }
  let text = "";
  for await (const piece of csvOf(columns, batches())) text += piece;
  return text;
}

/** Maximum number of lines on paper; beyond it, only customers are listed. The CSV has all. */
const mostLines = 2_000;

/** Printing job for a recall, for inspectors: what was found, whom we called, who answered what. */
export function recallJob(file: RecallFile, company: Company, printedAt: Date): PrintJob {
  const { recall, customers, lots } = file;
  const { name, shortName, nameSuffix, lines, logo } = letterhead(company);
  const sums = sumsOf(customers);
  const balance = balanceOf(lots);
  const notices = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  const lineCount = customers.reduce((sum, customer) => sum + customer.lines.length, 0);
  return {
    template: "features/recall/recall",
    logo,
    created: Math.floor(printedAt.getTime() / 1000),
    sheet: {
      title: `${recallName(recall)}: lot ${recall.lotCode}`,
      printed: `Printed ${formatDateTime(printedAt)}`,
      seller: { name, shortName, suffix: nameSuffix, lines },
      facts: [
        ["Why", recall.reason],
        ["Opened", [formatDateTime(recall.openedAt), recall.openedBy].filter(Boolean).join(", ")],
        ["Closed", closedInWords(recall)],
        [
          "Found",
          `${sums.customers} clients, ${sums.orders} orders, ${sums.packages} packages, ${pounds(sums.lb)}`,
        ],
        ["Search took", tookInWords(recall.found.ms)],
      ],
      toStop: ordersToStop(customers).map((order) => [
        `Order ${orderNumber(order.orderNumber)}`,
        `${order.client}: ${toStopInWords(order)}`,
      ]),
      calls: recall.calls.map((call) => [
        `${call.authority}, ${call.phone}`,
        `${formatDateTime(call.calledAt)}: ${call.answeredBy}${call.note ? `. ${call.note}` : ""}`,
      ]),
      noCalls: recall.isDrill ? "A drill calls nobody." : "Nobody was called yet.",
      balance: balanceInWords(balance),
      lots: lots.map((lot) => [
        `${lot.code}, ${lot.supplier}`,
        lot.receivedLb === null ? "–" : pounds(lot.receivedLb),
        packedInWords(lot),
        lot.intoLb === null ? "–" : pounds(lot.intoLb),
        pounds(lot.wastedLb),
        lossInWords(lot),
        countedOfLot(lot),
        onHandInWords(lot),
        differenceInWords(lot),
      ]),
      customers: customers.map((customer) => ({
        name: customer.companyName || customer.contactName || "Unknown Client",
        contact: [customer.contactName, customer.phone, customer.email].filter(Boolean).join(", "),
        answer: answerInWords(recall, notices.get(customer.id), customer),
        total: whereInWords(customer, notices.get(customer.id)?.answer),
        lines:
          lineCount > mostLines
            ? []
            : customer.lines.map((line) => [
                line.productName,
                `Lot ${line.lotCode}, order ${orderNumber(line.orderNumber)}`,
                [line.site, stateInWords(line)].filter(Boolean).join(", "),
                `${line.packages === 1 ? "1 package" : `${line.packages} packages`}, ${pounds(line.lb)}${Number(line.backLb) > 0 ? `, ${pounds(line.backLb)} came back` : ""}`,
              ]),
      })),
      shortened: lineCount > mostLines ? "The lines of the orders are in the CSV file." : "",
    },
  };
}

const pounds = (lb: string) => formatLb(Number(lb));

function closedInWords({ closedAt, closedBy, closeNote, isDrill, openedAt }: Recall): string {
  if (!closedAt) return isDrill ? "Still running" : "Still open";
  const took = isDrill
    ? `after ${Math.round((closedAt.getTime() - openedAt.getTime()) / 1000)} s`
    : "";
  return [formatDateTime(closedAt), closedBy, took, closeNote].filter(Boolean).join(", ");
}

/** Formats the parts of the balance. */
function balanceInWords(balance: Balance): [label: string, value: string][] {
  return [
    ["Received", receivedInWords(balance)],
    ["Packed", pounds(balance.packedLb)],
    ...(Number(balance.backLb) > 0
      ? [["Came back of it", pounds(balance.backLb)] as [string, string]]
      : []),
    ["Wasted", pounds(balance.wastedLb)],
    ...(Number(balance.cutLossLb) > 0
      ? [["Lost in cutting", pounds(balance.cutLossLb)] as [string, string]]
      : []),
    ["On hand", pounds(balance.onHandLb)],
    ...(balance.uncounted > 0
      ? [["By the books, not counted", pounds(balance.uncountedLb)] as [string, string]]
      : []),
    ...(Number(balance.outsideLb) > 0
      ? [["Into other lots", pounds(balance.outsideLb)] as [string, string]]
      : []),
    ...(Number(balance.countedLessLb) > 0
      ? [["Counts found short", pounds(balance.countedLessLb)] as [string, string]]
      : []),
    ...(Number(balance.countedMoreLb) > 0
      ? [["Counts found more", pounds(balance.countedMoreLb)] as [string, string]]
      : []),
    ["Difference", differencesInWords(balance)],
  ];
}

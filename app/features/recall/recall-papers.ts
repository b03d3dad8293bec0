import { type Company, letterhead } from "#app/content/company.ts";
import {
  type Balance,
  balanceOf,
  leftWith,
  ordersToStop,
  sumsOf,
  type TracedCustomer,
  type TracedLine,
} from "#app/domain/lots/lot-trace.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatLb, hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/lib/csv/csv.ts";
import { formatDateTime, pacificTime } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import {
  balanceRows,
  countedOfLot,
  differenceInWords,
  lossInWords,
  onHandInWords,
  openBalanceInWords,
  packedInWords,
} from "./balance-words.ts";
import { type Recall, type RecallMail, type RecallNotice, recallName } from "./recall.ts";
import type { RecallFile } from "./recall-file.ts";
import {
  answerInWords,
  callsInWords,
  clearInWords,
  mailStateOf,
  mayHaveInWords,
  stateInWords,
  toldAtOf,
  toldClients,
  toldInAll,
  tookInWords,
  toStopInWords,
  unnamedInWords,
  wasTold,
  whereInWords,
} from "./recall-words.ts";

/** How certain it is that a row's meat comes from the lots. */
const certainty = {
  certain: "Yes",
  "may have": "May be: packed without a lot",
  gone: "Was told, has nothing of it any more",
};

interface Row {
  customer: TracedCustomer;
  /** Null for a client who was notified but has nothing of it any more. */
  line: TracedLine | null;
  notice: RecallNotice | undefined;
  calls: string;
  /** True for a client's first row, which alone has their answer, so that its pounds add up. */
  isFirst: boolean;
  certainty: keyof typeof certainty;
}

const answered = (of: "usedLb" | "heldLb" | "discardedLb") => (row: Row) =>
  (row.isFirst && row.notice?.answer?.[of]) || "";

const columns: CsvColumns<Row> = {
  Client: ({ customer }) => customer.companyName || customer.contactName || "Unknown Client",
  "Of these lots": (row) => certainty[row.certainty],
  Contact: ({ customer }) => customer.contactName,
  Phone: ({ customer, line }) => phoneAsText(line?.phone || customer.phone),
  Email: ({ customer }) => customer.email,
  Site: ({ line }) => line?.site ?? "",
  Address: ({ line }) => line?.address ?? "",
  Order: ({ line }) => (line ? orderNumber(line.orderNumber) : ""),
  Kind: ({ line }) => (line ? (line.isRetail ? "Retail" : "Wholesale") : ""),
  Product: ({ line }) => line?.productName ?? "",
  Lot: ({ line }) => (line ? line.lotCode || "Not known" : ""),
  Packages: ({ line }) => line?.packages ?? "",
  "Packed (lb)": ({ line }) => line?.lb ?? "",
  "Came back (lb)": ({ line }) => line?.backLb ?? "",
  "With the client (lb)": ({ line }) => (line ? toPounds(hundredthsLb(leftWith(line))) : ""),
  State: ({ line }) => (line ? stateInWords(line) : ""),
  "Packed (Pacific)": ({ line }) => (line ? pacificTime(line.packedAt) : ""),
  "Delivered (Pacific)": ({ line }) => (line?.deliveredAt ? pacificTime(line.deliveredAt) : ""),
  "Day of delivery": ({ line }) => line?.deliveryDay ?? "",
  "Mailed (Pacific)": ({ notice }) => {
    const toldAt = toldAtOf(notice);
    return toldAt ? pacificTime(toldAt) : "";
  },
  Mail: ({ notice }) => {
    const state = mailStateOf(notice);
    return state ? mailText[state] : "";
  },
  Calls: ({ calls }) => calls,
  // The client's total over all lines, on the first of them.
  "Answered (Pacific)": ({ notice, isFirst }) =>
    isFirst && notice?.answer ? pacificTime(notice.answer.answeredAt) : "",
  "Client used, of all lines (lb)": answered("usedLb"),
  "Client held, of all lines (lb)": answered("heldLb"),
  "Client discarded, of all lines (lb)": answered("discardedLb"),
};

/** Further columns after an all clear: nothing is to be held back, and who was told should know. */
const columnsWhenClear = (recall: Recall): CsvColumns<Row> => ({
  "All clear (Pacific)": () => (recall.closedAt ? pacificTime(recall.closedAt) : ""),
  "All clear by": () => recall.closedBy,
  "What it released": () => clearInWords(recall),
  "To be told that the meat is good": ({ customer }) => (wasTold(recall, customer) ? "Yes" : "No"),
});

const mailText: Record<RecallMail["state"], string> = {
  delivered: "Delivered to the mail server",
  waiting: "Waits to be sent",
  failed: "Could not be delivered",
  file: "Written to a file, reached nobody",
};

function* rowsOf({ recall, customers, unnamed }: RecallFile): Generator<Row> {
  const notices = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  const named = new Set<string>();
  const of = (customer: TracedCustomer) => {
    const isFirst = !named.has(customer.id);
    named.add(customer.id);
    const calls = callsInWords(recall, customer);
    return { customer, notice: notices.get(customer.id), calls, isFirst };
  };
  for (const customer of customers) {
    for (const line of customer.lines) yield { ...of(customer), line, certainty: "certain" };
    if (customer.lines.length === 0) yield { ...of(customer), line: null, certainty: "gone" };
  }
  for (const customer of unnamed.customers) {
    for (const line of customer.lines) yield { ...of(customer), line, certainty: "may have" };
  }
}

/** Exports a recall as a CSV file, one row for each order line and lot. */
export async function recallCsv(file: RecallFile): Promise<string> {
  async function* batches() {
    yield [...rowsOf(file)];
  }
  let text = "";
  const all = file.recall.isUnfounded ? { ...columns, ...columnsWhenClear(file.recall) } : columns;
  for await (const piece of csvOf(all, batches())) text += piece;
  return text;
}

const nobody: Pick<RecallFile, "customers" | "unnamed"> = {
  ...{ customers: [], unnamed: { products: [], customers: [] } },
};

/** Maximum number of lines on paper; beyond it, only customers are listed. The CSV has all. */
const mostLines = 2_000;

/** Printing job for a recall, for inspectors: what was found, whom we called, who answered what. */
export function recallJob(file: RecallFile, company: Company, printedAt: Date): PrintJob {
  const { recall, lots, changes } = file;
  const isClear = recall.isUnfounded ?? false;
  // After an all clear, nobody is to be called except those who were told, as on the page.
  const told = isClear ? toldClients(recall, [...file.customers, ...file.unnamed.customers]) : [];
  const { customers, unnamed } = isClear ? nobody : file;
  const { name, shortName, nameSuffix, lines, logo } = letterhead(company);
  const sums = sumsOf(file.customers);
  const balance = balanceOf(lots);
  const notices = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  const lineCount = [...customers, ...unnamed.customers].reduce(
    (sum, customer) => sum + customer.lines.length,
    0,
  );
  const shown = (
    customer: TracedCustomer,
    { answer, total }: { answer: string; total: string },
  ) => ({
    name: customer.companyName || customer.contactName || "Unknown Client",
    contact: [customer.contactName, customer.phone, customer.email].filter(Boolean).join(", "),
    ...{ answer, total },
    lines: lineCount > mostLines ? [] : customer.lines.map(cellsOf),
  });
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
        [isClear ? "All clear" : "Closed", closedInWords(recall)],
        [
          "Found",
          [
            ...[countOf(sums.customers, "client"), countOf(sums.orders, "order")],
            ...[countOf(sums.packages, "package"), pounds(sums.lb)],
          ].join(", "),
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
      noCalls: noCallsInWords(recall),
      toldInAll: toldInAll(told),
      told: told.map((one) => [one.name, one.phone || one.email || "no phone number"]),
      isClear,
      balance: balanceOnPaper(balance, openBalanceInWords(file.unnamed)),
      lots: lots.map((lot) => [
        [lot.code, lot.meat, lot.supplier].filter(Boolean).join(", "),
        lot.receivedLb === null ? "–" : pounds(lot.receivedLb),
        packedInWords(lot),
        lot.intoLb === null ? "–" : pounds(lot.intoLb),
        pounds(lot.wastedLb),
        lossInWords(lot),
        countedOfLot(lot),
        onHandInWords(lot),
        differenceInWords(lot),
      ]),
      customers: customers.map((customer) => {
        const notice = notices.get(customer.id);
        return shown(customer, {
          answer: answerInWords(recall, notice, customer),
          total: whereInWords(customer, notice?.answer),
        });
      }),
      mayHaveTitle: unnamedInWords(unnamed),
      mayHave: unnamed.customers.map((customer) => {
        const { where, state, calls } = mayHaveInWords(recall, customer);
        const answer = [state, calls].filter(Boolean).join(". ");
        return shown(customer, { answer, total: where });
      }),
      changes,
      shortened: lineCount > mostLines ? "The lines of the orders are in the CSV file." : "",
    },
  };
}

const pounds = (lb: string) => formatLb(Number(lb));

/** The cells of a line on paper. */
function cellsOf(line: TracedLine): string[] {
  const back = Number(line.backLb) > 0 ? `, ${pounds(line.backLb)} came back` : "";
  return [
    line.productName,
    `${line.lotCode ? `Lot ${line.lotCode}` : "Lot not known"}, order ${orderNumber(line.orderNumber)}`,
    [line.site, stateInWords(line)].filter(Boolean).join(", "),
    `${countOf(line.packages, "package")}, ${pounds(line.lb)}${back}`,
  ];
}

function closedInWords(recall: Recall): string {
  const { closedAt, closedBy, closeNote, isDrill, isUnfounded, openedAt } = recall;
  if (!closedAt) return isDrill ? "Still running" : "Still open";
  if (isUnfounded) {
    const when = [formatDateTime(closedAt), closedBy].filter(Boolean).join(", ");
    return `${when}: ${clearInWords(recall)}. ${closeNote}`;
  }
  const took = isDrill
    ? `after ${Math.round((closedAt.getTime() - openedAt.getTime()) / 1000)} s`
    : "";
  return [formatDateTime(closedAt), closedBy, took, closeNote].filter(Boolean).join(", ");
}

function noCallsInWords({ isDrill, isUnfounded }: Recall): string {
  if (isDrill) return "A drill calls nobody.";
  return isUnfounded ? "Nobody was called before the all clear." : "Nobody was called yet.";
}

/** Returns the rows of the balance, and what of it is without a lot. */
function balanceOnPaper(balance: Balance, open: string): string[][] {
  return [
    ...balanceRows(balance).map(({ label, value, meaning }) => [label, value, meaning]),
    ...(open ? [["Lot not known", "", `${open}.`]] : []),
  ];
}

import { type Company, letterhead } from "#app/content/company.ts";
import {
  type Balance,
  balanceOf,
  leftWith,
  onTruck,
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
import { elsewhereInWords, type RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import { type Recall, type RecallNotice, recallName } from "./recall.ts";
import type { RecallFile } from "./recall-file.ts";
import {
  answerInWords,
  callsInWords,
  endedInWords,
  mayHaveInWords,
  noCallsInWords,
  stateInWords,
  tookInWords,
  toStopInWords,
  unnamedInWords,
  whereInWords,
} from "./recall-words.ts";
import {
  goodInWords,
  heldForInWords,
  lotsAfterClear,
  mailStateOf,
  mailText,
  tellGoodTitle,
  toCallAgain,
  toldBy,
  toldByInWords,
  toldClients,
  wasTold,
  whoInWords,
} from "./told-words.ts";

/** How certain it is that a row's meat comes from the lots. */
const certainty = {
  certain: "Yes",
  "may have": "May be: packed without a lot",
  gone: "Was told, has nothing of it any more",
};

interface Row {
  customer: RecallCustomer;
  /** Null for a notified client who has nothing of it any more. */
  line: TracedLine | null;
  notice: RecallNotice | undefined;
  /** The mail, call or answer that told the client, and the same in words. */
  told: ReturnType<typeof toldBy>;
  toldWords: string;
  calls: string;
  certainty: keyof typeof certainty;
}

/** A client's answer covers all their lines, and is repeated in each of them. */
const answered = (of: "usedLb" | "heldLb" | "discardedLb") => (row: Row) =>
  row.notice?.answer?.[of] ?? "";

const columns: CsvColumns<Row> = {
  Client: ({ customer }) => customer.companyName || customer.contactName || "Unknown Client",
  "Of these lots": (row) => certainty[row.certainty],
  Contact: ({ customer }) => customer.contactName,
  Phone: ({ customer, line }) => phoneAsText(line?.phone || customer.phone),
  Email: ({ customer }) => customer.email,
  Site: ({ line }) => line?.site ?? "",
  Address: ({ line }) => line?.address ?? "",
  Order: ({ line }) => (line ? orderNumber(line.orderNumber) : ""),
  Kind: ({ customer, line }) => {
    if (!line) return "";
    if (line.isOverCounter || customer.isCounter) return "Counter";
    return line.isRetail ? "Retail" : "Wholesale";
  },
  Product: ({ line }) => line?.productName ?? "",
  Lot: ({ line }) => (line ? line.lotCode || "Not known" : ""),
  Packages: ({ line }) => line?.packages ?? "",
  "Packed (lb)": ({ line }) => line?.lb ?? "",
  "Came back (lb)": ({ line }) => line?.backLb ?? "",
  "With the client (lb)": ({ line }) => (line ? toPounds(hundredthsLb(leftWith(line))) : ""),
  "On the truck (lb)": ({ line }) => (line ? toPounds(hundredthsLb(onTruck(line))) : ""),
  State: ({ line }) => (line ? stateInWords(line) : ""),
  "Packed (Pacific)": ({ line }) => (line ? pacificTime(line.packedAt) : ""),
  "Delivered (Pacific)": ({ line }) => (line?.deliveredAt ? pacificTime(line.deliveredAt) : ""),
  "Day of delivery": ({ line }) => line?.deliveryDay ?? "",
  "Mailed (Pacific)": ({ told }) => (told?.by === "mail" && told.at ? pacificTime(told.at) : ""),
  Mail: ({ notice }) => {
    const state = mailStateOf(notice);
    return state ? mailText[state] : "";
  },
  "Told by": ({ toldWords }) => toldWords,
  Calls: ({ calls }) => calls,
  "Answered (Pacific)": ({ notice }) =>
    notice?.answer ? pacificTime(notice.answer.answeredAt) : "",
  "Answered in other recalls, of all lines": ({ customer, notice }) =>
    elsewhereInWords(customer, notice?.answer).join(", "),
  "Client used, of all lines (lb)": answered("usedLb"),
  "Client held, of all lines (lb)": answered("heldLb"),
  "Client discarded, of all lines (lb)": answered("discardedLb"),
};

/** Columns for a recall that is over: how it ended, with nothing left to do. */
const columnsWhenOver = ({ recall, held }: RecallFile, closedAt: Date): CsvColumns<Row> => ({
  ...columns,
  Mail: ({ notice }) => {
    const state = mailStateOf(notice);
    // The file is as of the closing, and the mail may have been sent since.
    if (state === "waiting") return `${mailText.waiting} when it was closed`;
    return state ? mailText[state] : "";
  },
  "Recall ended": () => (recall.isUnfounded ? "All clear" : recall.isDrill ? "Drill" : "Closed"),
  "Ended (Pacific)": () => pacificTime(closedAt),
  ...(recall.isUnfounded && {
    "Tell it is good": ({ customer, line }: Row) => {
      if (!wasTold(recall, customer)) return "No";
      const [lot] = line ? lotsAfterClear([line], held).held : [];
      return lot ? `No: ${heldForInWords(lot)}` : "Yes";
    },
  }),
});

function* rowsOf({ recall, customers, unnamed }: RecallFile): Generator<Row> {
  const notices = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  const of = (customer: RecallCustomer) => {
    const calls = callsInWords(recall, customer);
    const told = toldBy(recall, customer);
    const toldWords = toldByInWords(recall, customer);
    return { customer, notice: notices.get(customer.id), told, toldWords, calls };
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
  const { closedAt } = file.recall;
  const all = closedAt ? columnsWhenOver(file, closedAt) : columns;
  for await (const piece of csvOf(all, batches())) text += piece;
  return text;
}

/** Maximum number of lines on paper; with more, only customers are listed. The CSV has all. */
const mostLines = 2_000;

/** Print job for a recall, for inspectors: what was found, whom we called, who answered what. */
export function recallJob(file: RecallFile, company: Company, printedAt: Date): PrintJob {
  const { recall, lots, customers, unnamed, changes } = file;
  const isClear = recall.isUnfounded ?? false;
  const isOver = recall.closedAt !== null;
  const told = isClear ? toldClients(recall, [...customers, ...unnamed.customers], file.held) : [];
  const { name, shortName, nameSuffix, lines, logo } = letterhead(company);
  const sums = sumsOf(customers);
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
    answer,
    total,
    lines: lineCount > mostLines ? [] : customer.lines.map(cellsOf),
  });
  return {
    template: "features/recall/recall-layout",
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
            ...[
              whoInWords({ customers: sums.customers, isAtCounter: sums.isAtCounter }),
              countOf(sums.orders, "order"),
            ],
            ...[countOf(sums.packages, "package"), pounds(sums.lb)],
          ].join(", "),
        ],
        ["Search took", tookInWords(recall.found.ms)],
      ],
      ended: endedInWords(recall, told),
      toStop: (isOver ? [] : ordersToStop(customers)).map((order) => [
        `Order ${orderNumber(order.orderNumber)}`,
        `${order.client}: ${toStopInWords(order)}`,
      ]),
      calls: recall.calls.map((call) => [
        `${call.authority}, ${call.phone}`,
        `${formatDateTime(call.calledAt)}: ${call.answeredBy}${call.note ? `. ${call.note}` : ""}`,
      ]),
      noCalls: noCallsInWords(recall),
      toldTitle: tellGoodTitle(toCallAgain(told)),
      told: toCallAgain(told).map((one) => [
        one.name,
        [one.phone || one.email || "no phone number", goodInWords(one)].filter(Boolean).join(": "),
      ]),
      balance: balanceOnPaper(balance, openBalanceInWords(unnamed), isOver),
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
          total: whereInWords(customer, notice?.answer, isOver),
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

function cellsOf(line: TracedLine): string[] {
  const truck = onTruck(line) > 0 ? `, ${formatLb(onTruck(line) / 100)} on the truck` : "";
  const back = Number(line.backLb) > 0 ? `, ${pounds(line.backLb)} came back` : "";
  return [
    line.productName,
    `${line.lotCode ? `Lot ${line.lotCode}` : "Lot not known"}, order ${orderNumber(line.orderNumber)}`,
    [line.site, stateInWords(line)].filter(Boolean).join(", "),
    `${countOf(line.packages, "package")}, ${pounds(line.lb)}${truck}${back}`,
  ];
}

function closedInWords(recall: Recall): string {
  const { closedAt, closedBy, closeNote, isDrill, isUnfounded, openedAt } = recall;
  if (!closedAt) return isDrill ? "Still running" : "Still open";
  if (isUnfounded) {
    const when = [formatDateTime(closedAt), closedBy].filter(Boolean).join(", ");
    return `${when}: ${closeNote}`;
  }
  const took = isDrill
    ? `after ${Math.round((closedAt.getTime() - openedAt.getTime()) / 1000)} s`
    : "";
  return [formatDateTime(closedAt), closedBy, took, closeNote].filter(Boolean).join(", ");
}

/** Returns the rows of the balance, with its parts that have no lot. */
function balanceOnPaper(balance: Balance, open: string, isOver: boolean): string[][] {
  return [
    ...balanceRows(balance, isOver).map(({ label, value, meaning }) => [label, value, meaning]),
    ...(open ? [["Lot not known", "", `${open}.`]] : []),
  ];
}

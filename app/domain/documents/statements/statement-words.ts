import {
  type AccountEntry,
  type Balance,
  debtInWords,
  type OpenDebt,
} from "#app/domain/ledger/account.ts";
import { type Ageing, ages, ageText } from "#app/domain/ledger/ageing.ts";
import { entryInWords } from "#app/domain/ledger/ledger-entry.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { StatementDays } from "./statement-days.ts";

/** An entry on a statement. Amounts are in cents. */
type StatementEntry = Omit<AccountEntry, "id" | "url" | "isReversed" | "balanceCents" | "settles">;

export interface Statement {
  days: StatementDays;
  today: string;
  printedAt: Date;
  seller: {
    name: string;
    shortName: string;
    nameSuffix: string;
    lines: string[];
    logo?: string | null;
  };
  payment: string[];
  customer: { company: string; contact: string; address: string };
  openingCents: number;
  /** Oldest first. */
  entries: StatementEntry[];
  balance: Balance;
  /** The part of the balance that was refused at the door and is under review, in cents. */
  lookedAtCents: number;
  /** Oldest due first, at most `mostOpen`. */
  debts: OpenDebt[];
  moreDebts: number;
  ageing: Ageing;
}

/** Returns the job that prints a statement. */
export function statementJob(statement: Statement): PrintJob {
  const { seller, customer, days, today, balance, entries, debts, moreDebts } = statement;
  let running = statement.openingCents;
  // Cached: many entries share a day, and formatting it takes longer than the rest of a row.
  const written = new Map<string, string>();
  const dayInWords = (day: string) => {
    const words = written.get(day) ?? formatFullDay(day);
    written.set(day, words);
    return words;
  };
  const rows = entries.map((entry) => {
    running += entry.cents;
    const { cents, reference, note, dueOn } = entry;
    const isInvoice = entry.kind === "invoice";
    return {
      date: dayInWords(entry.occurredOn),
      what: entryInWords(entry),
      notes: [
        isInvoice && dueOn ? `Due ${dayInWords(dueOn)}` : "",
        reference && `Reference ${oneLine(reference)}`,
        // Staff's notes on payments and write-offs are not for the customer.
        entry.kind === "adjustment" ? oneLine(note) : "",
      ].filter(Boolean),
      charge: cents >= 0 ? formatCents(cents) : "",
      payment: cents < 0 ? formatCents(-cents) : "",
      balance: formatCents(running),
    };
  });
  const name = customer.company || customer.contact || "Client";
  return {
    template: "domain/documents/statements/statement-layout",
    logo: seller.logo,
    created: Math.floor(statement.printedAt.getTime() / 1000),
    sheet: {
      title: "Statement of account",
      seller: {
        name: seller.name,
        shortName: seller.shortName,
        suffix: seller.nameSuffix,
        lines: seller.lines,
      },
      customer: {
        label: "For",
        name: oneLine(name),
        lines: [
          customer.company && customer.contact ? `Attn. ${oneLine(customer.contact)}` : "",
          ...customer.address.split(/\r\n|[\r\n]/).map(oneLine),
        ].filter(Boolean),
      },
      facts: [
        ["From", formatFullDay(days.from)],
        ["To", formatFullDay(days.to)],
        ["Issued", formatFullDay(today)],
        ["Overdue today", formatCents(balance.overdueCents)],
        ...(statement.lookedAtCents > 0
          ? [["Refused, being looked at", formatCents(statement.lookedAtCents)]]
          : []),
        [
          balance.balanceCents < 0 ? "Credit on account" : "Balance today",
          formatCents(Math.abs(balance.balanceCents)),
        ],
      ],
      columns: ["Date", "Description", "Charged", "Paid or credited", "Balance"],
      opening: ["Opening balance", formatCents(statement.openingCents)],
      rows,
      closing: [`Balance on ${formatFullDay(days.to)}`, formatCents(running)],
      open: {
        title: "Outstanding today",
        none: "Nothing is open.",
        columns: ["Item", "Date", "Due", "Amount", "Open"],
        rows: debts.map((debt) => [
          debtInWords(debt),
          dayInWords(debt.occurredOn),
          debt.dueOn < today ? `${dayInWords(debt.dueOn)}, overdue` : dayInWords(debt.dueOn),
          formatCents(debt.totalCents),
          formatCents(debt.openCents),
        ]),
        more:
          moreDebts > 0
            ? [
                `${moreDebts.toLocaleString("en-CA")} more, due later`,
                formatCents(balance.openCents - sumCents(debts, ({ openCents }) => openCents)),
              ]
            : null,
        total: ["Balance today", formatCents(balance.balanceCents)],
        credit:
          balance.creditCents > 0
            ? ["Paid or credited, not settled yet", formatCents(-balance.creditCents)]
            : null,
      },
      ageing: ages.map((age) => [ageText[age], formatCents(statement.ageing[age])]),
      payment: { title: "How to pay", ways: statement.payment },
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

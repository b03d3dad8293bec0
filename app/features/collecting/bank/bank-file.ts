import { type BankRowState, bankRowStates } from "#db/schema/values/money.ts";
import type { Proposal } from "./matching.ts";

/** Longest file of a bank, in bytes; a year of a busy account is a tenth of it. */
export const maxFileBytes = 5 * 1024 * 1024;

/** Most rows below its headings. */
export const maxFileRows = 20_000;

/** What came of reading a file. */
export interface FileOutcome {
  /** Rows that came in, and were added. */
  added: number;
  /** Rows of earlier files. */
  known: number;
  /** Rows that are no money received. */
  outgoing: number;
  /** Rows that could not be read, and the first of them. */
  refused: number;
  problems: { line: number; problem: string }[];
}

/** A bank's file. */
export interface BankFile {
  id: string;
  fileName: string;
  signature: string;
  createdAt: Date;
  /** Null until it is said what its columns mean. */
  outcome: FileOutcome | null;
  /** How many of its payments are to be decided, booked and ignored. */
  counts: Record<BankRowState, number>;
}

/** Reads a state from an address; anything unknown is `open`. */
export function rowStateIn(value: string | null): BankRowState {
  return bankRowStates.find((state) => state === value) ?? "open";
}

/** Money that came in. */
export interface BankRow {
  id: string;
  state: BankRowState;
  occurredOn: string;
  cents: number;
  sender: string;
  message: string;
  fileName: string;
  /** Who decided it, by email address; null for one that is open. */
  decidedBy: string | null;
  /** Of one that is booked. */
  booked: { entryId: string; customerId: string; companyName: string } | null;
}

/** What a payment may be, with the client's name. */
export interface NamedProposal extends Proposal {
  companyName: string;
}

/** A payment with what it may be, the likeliest first. */
export interface RowToDecide extends BankRow {
  proposals: NamedProposal[];
}

/** "12 new, 40 duplicates, 7 outgoing". */
export function outcomeInWords({ added, known, outgoing, refused }: FileOutcome): string {
  return [
    `${added} new`,
    `${known} ${known === 1 ? "duplicate" : "duplicates"}`,
    `${outgoing} outgoing`,
    ...(refused > 0 ? [`${refused} not readable`] : []),
  ].join(", ");
}

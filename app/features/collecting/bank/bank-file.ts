import { type BankRowState, bankRowStates } from "#db/schema/values/money.ts";
import type { Proposal } from "./matching.ts";

/** Maximum size of a bank's file, in bytes; a year of a busy account is a tenth of it. */
export const maxFileBytes = 5 * 1024 * 1024;

/** Maximum number of rows below the headings. */
export const maxFileRows = 20_000;

export interface FileOutcome {
  added: number;
  known: number;
  outgoing: number;
  /** Number of rows that couldn't be read, and the first of them. */
  refused: number;
  problems: { line: number; problem: string }[];
}

export interface BankFile {
  id: string;
  fileName: string;
  signature: string;
  createdAt: Date;
  /** Null until its columns are set. */
  outcome: FileOutcome | null;
  /** Number of its payments by state. */
  counts: Record<BankRowState, number>;
}

/** Reads a state from a URL; anything unknown is `open`. */
export function rowStateIn(value: string | null): BankRowState {
  return bankRowStates.find((state) => state === value) ?? "open";
}

export interface BankRow {
  id: string;
  state: BankRowState;
  occurredOn: string;
  cents: number;
  sender: string;
  message: string;
  fileName: string;
  /** Email address of the user who decided it; null while open. */
  decidedBy: string | null;
  /** Null unless booked. */
  booked: { entryId: string; customerId: string; companyName: string } | null;
}

export interface NamedProposal extends Proposal {
  companyName: string;
}

/** A payment with its proposals, the likeliest first. */
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

import { shopSources, textsIn } from "./table-writes.ts";

// Finds which file computes a named figure, from its SQL: a sum over one of the figure's columns,
// or the rest of an entry. Features may list rows; the sums belong to the owner.

interface Figure {
  /** The figures computed from these columns, as people call them. */
  names: string;
  owner: string;
  /** By table or view. */
  columns: Readonly<Record<string, readonly string[]>>;
}

export const figures: readonly Figure[] = [
  {
    names: "owed, open, overdue, over the limit",
    owner: "app/domain/ledger",
    columns: {
      ledger_entries: ["cents", "allocated_cents"],
      allocations: ["cents"],
      invoice_balances: ["open_cents", "allocated_cents"],
      customers: ["credit_limit"],
    },
  },
  {
    names: "promised",
    owner: "app/domain/orders",
    columns: {
      order_items: ["subtotal", "promised_amount", "final_amount"],
      order_charges: ["amount"],
    },
  },
  {
    names: "held",
    owner: "app/domain/payments",
    columns: { payments: ["held_cents", "captured_cents", "refunding_cents", "refunded_cents"] },
  },
  { names: "booked", owner: "app/domain/delivery", columns: { orders: ["booked_lb"] } },
  {
    names: "available",
    owner: "app/domain/lots",
    columns: { lots: ["received_lb"], lot_parents: ["lb"], packages: ["net_lb"] },
  },
];

export interface Summed {
  file: string;
  names: string;
  owner: string;
}

export function allSums(): Summed[] {
  return shopSources().flatMap(({ file, source }) =>
    /\bsum\(|allocated|credit_?limit/i.test(source) ? sumsIn(file, source) : [],
  );
}

export function sumsIn(file: string, source: string): Summed[] {
  // The rest of an entry in TypeScript is treated like SQL.
  const left = [...source.matchAll(/-\s+[\w.]{0,60}allocatedCents\b/g)].map(
    () => "- allocated_cents",
  );
  const texts = [...textsIn(file, source), ...left];
  return figures
    .filter((figure) => texts.some((text) => computes(text, figure)))
    .map(({ names, owner }) => ({ file, names, owner }));
}

function computes(text: string, { columns }: Figure): boolean {
  const sums = argumentsOf(text, "sum");
  return Object.entries(columns).some(([table, names]) =>
    names.some((name) => {
      // Qualified, or unqualified if the statement names the table.
      const isNamed = new RegExp(`\\b${table}\\b`).test(text);
      const column = new RegExp(
        `\\b${table}\\.${name}\\b${isNamed ? `|(?<![.\\w])${name}\\b` : ""}`,
      );
      if (sums.some((sum) => column.test(sum))) return true;
      if (name === "allocated_cents") return /-\s*(?:\w+\.)?allocated_cents\b/.test(text);
      return name === "credit_limit" && /[<>]=?\s*(?:\w+\.)?credit_limit\b/.test(text);
    }),
  );
}

function argumentsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, "gi"))].map(({ index, 0: call }) => {
    const begin = index + call.length;
    let depth = 1;
    let end = begin;
    for (; end < text.length && depth > 0; end += 1) {
      if (text[end] === "(") depth += 1;
      if (text[end] === ")") depth -= 1;
    }
    return text.slice(begin, end - 1);
  });
}

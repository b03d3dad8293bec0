import {
  type LotBalance,
  sumsOf,
  type TracedCustomer,
  type UnnamedMeat,
} from "#app/domain/lots/lot-trace.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { countOf } from "#app/lib/in-words.ts";
import type { Recall } from "./recall.ts";

/** The meat of a recall, traced by the books. */
export interface FoundMeat {
  customers: TracedCustomer[];
  lots: LotBalance[];
  /** Meat that may belong to it, since it was packed without a lot. */
  unnamed: UnnamedMeat;
}

/** All data of a recall; a closed one's are as they were when it was closed. */
export interface RecallFile extends FoundMeat {
  recall: Recall;
  /** What changed in the books since it was closed, a sentence each. */
  changes: string[];
}

export const nameOf = ({ companyName, contactName }: TracedCustomer) =>
  companyName || contactName || "Unknown Client";

/** Formats a client's packages by the books: "4 packages, 20.05 lb". */
function packedOf(customer: TracedCustomer | undefined): string {
  if (!customer || customer.lines.length === 0) return "nothing";
  const { packages, lb, backLb } = sumsOf([customer]);
  const back = Number(backLb) > 0 ? `, ${formatLb(Number(backLb))} came back` : "";
  return `${countOf(packages, "package")}, ${formatLb(Number(lb))}${back}`;
}

/** Lists the clients of a closed recall whose packages have changed in the books since. */
export function changesOf(
  kept: Pick<FoundMeat, "customers">,
  now: Pick<FoundMeat, "customers">,
): string[] {
  const was = new Map(kept.customers.map((one) => [one.id, one]));
  const is = new Map(now.customers.map((one) => [one.id, one]));
  const all = new Map([...now.customers, ...kept.customers].map((one) => [one.id, one]));
  return [...all.values()].flatMap((one) => {
    const [before, after] = [packedOf(was.get(one.id)), packedOf(is.get(one.id))];
    return before === after ? [] : [`${nameOf(one)}: ${before} when it was closed, ${after} now`];
  });
}

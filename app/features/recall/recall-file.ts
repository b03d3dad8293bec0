import {
  type LotBalance,
  sumsOf,
  type TracedCustomer,
  type UnnamedMeat,
} from "#app/domain/lots/lot-trace.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { countOf } from "#app/lib/in-words.ts";
import type { Recall } from "./recall.ts";

/** What is found of a recall by the books. */
export interface FoundMeat {
  customers: TracedCustomer[];
  lots: LotBalance[];
  /** What may be of it, since it was packed without a lot. */
  unnamed: UnnamedMeat;
}

/** All data of a recall; of a closed one as they were when it was closed. */
export interface RecallFile extends FoundMeat {
  recall: Recall;
  /** What the books say otherwise since it was closed, a sentence each. */
  changes: string[];
}

const nameOf = ({ companyName, contactName }: TracedCustomer) =>
  companyName || contactName || "Unknown Client";

/** Says what of a client's packages the books have: "4 packages, 20.05 lb". */
function packedOf(customer: TracedCustomer | undefined): string {
  if (!customer || customer.lines.length === 0) return "nothing";
  const { packages, lb, backLb } = sumsOf([customer]);
  const back = Number(backLb) > 0 ? `, ${formatLb(Number(backLb))} came back` : "";
  return `${countOf(packages, "package")}, ${formatLb(Number(lb))}${back}`;
}

/** Says what the books have of each client of a closed recall otherwise than when it was closed. */
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

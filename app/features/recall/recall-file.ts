import {
  type LotBalance,
  sumsOf,
  type TracedCustomer,
  type UnnamedMeat,
} from "#app/domain/lots/lot-trace.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { countOf } from "#app/lib/in-words.ts";
import { countedOfLot, lossInWords } from "./balance-words.ts";
import type { RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import type { Recall } from "./recall.ts";
import type { HeldLot } from "./told-words.ts";

export interface FoundMeat {
  customers: RecallCustomer[];
  lots: LotBalance[];
  /** Meat that may belong to it, because it was packed without a lot. */
  unnamed: UnnamedMeat;
}

/** All data of a recall; of a closed one, as of its closing. */
export interface RecallFile extends FoundMeat {
  recall: Recall;
  /** Its lots that are on hold today for any reason, also if it is closed. */
  held: HeldLot[];
  /** What changed in the books since it was closed, a sentence each. */
  changes: string[];
}

export const nameOf = ({ companyName, contactName }: TracedCustomer) =>
  companyName || contactName || "Unknown Client";

/** "4 packages, 20.05 lb" */
function packedOf(customer: TracedCustomer | undefined): string {
  if (!customer || customer.lines.length === 0) return "nothing";
  const { packages, lb, backLb } = sumsOf([customer]);
  const back = Number(backLb) > 0 ? `, ${formatLb(Number(backLb))} came back` : "";
  return `${countOf(packages, "package")}, ${formatLb(Number(lb))}${back}`;
}

/** Where the meat of a lot went, without packages, which are listed by client. */
const lotParts = {
  received: ({ receivedLb }) => (receivedLb === null ? "not known" : pounds(receivedLb)),
  "came back": ({ backLb }) => pounds(backLb),
  "thrown away": ({ wastedLb }) => pounds(wastedLb),
  "lost in cutting": lossInWords,
  "cut into other lots": ({ intoLb }) => (intoLb === null ? "not known" : pounds(intoLb)),
  "found by counts": countedOfLot,
} satisfies Record<string, (lot: LotBalance) => string>;

const pounds = (lb: string) => formatLb(Number(lb));

const since = (what: string, before: string, after: string) =>
  before === after ? [] : [`${what}: ${before} when it was closed, ${after} now`];

/**
 * Lists what has changed in the books since a recall was closed: its clients' packages, and what
 * became of its lots, such as held meat that was thrown away.
 */
export function changesOf(
  kept: Pick<FoundMeat, "customers" | "lots">,
  now: Pick<FoundMeat, "customers" | "lots">,
): string[] {
  const was = new Map(kept.customers.map((one) => [one.id, one]));
  const is = new Map(now.customers.map((one) => [one.id, one]));
  const all = new Map([...now.customers, ...kept.customers].map((one) => [one.id, one]));
  const lotNow = new Map(now.lots.map((lot) => [lot.id, lot]));
  return [
    ...[...all.values()].flatMap((one) =>
      since(nameOf(one), packedOf(was.get(one.id)), packedOf(is.get(one.id))),
    ),
    ...kept.lots.flatMap((before) => {
      const after = lotNow.get(before.id);
      if (!after) return [];
      return Object.entries(lotParts).flatMap(([part, of]) =>
        since(`Lot ${before.code}, ${part}`, of(before), of(after)),
      );
    }),
  ];
}

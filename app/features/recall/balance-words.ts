import {
  type Balance,
  differenceOf,
  isUncounted,
  type LotBalance,
  type UnnamedMeat,
} from "#app/domain/lots/lot-trace.ts";
import { formatLb, sumLb } from "#app/lib/amounts/weight.ts";
import { formatDate } from "#app/lib/dates.ts";

// The balance of a recall in words, on its page and its paper.

const pounds = (lb: string) => formatLb(Number(lb));

/** States what is unaccounted for of a lot, "12.5 lb missing", or that it wasn't counted. */
export function differenceInWords(lot: LotBalance): string {
  const differenceLb = differenceOf(lot);
  if (differenceLb === null) return "Not known";
  const difference = Number(differenceLb);
  if (difference === 0) {
    if (Number(lot.countedLb) < 0) return `${formatLb(-Number(lot.countedLb))} found short`;
    return isUncounted(lot) ? "Not counted" : "None";
  }
  return difference > 0 ? `${formatLb(difference)} missing` : `${formatLb(-difference)} too much`;
}

/**
 * "60 lb missing, 44 lb too much"; these don't offset each other. Includes what counts found short,
 * which is booked, but whose place nobody knows.
 */
export function differencesInWords({
  missingLb,
  surplusLb,
  unknown,
  countedLessLb,
}: Pick<Balance, "missingLb" | "surplusLb" | "unknown" | "countedLessLb">): string {
  const said = [
    Number(countedLessLb) > 0 ? `${pounds(countedLessLb)} found short` : "",
    Number(missingLb) > 0 ? `${pounds(missingLb)} missing` : "",
    Number(surplusLb) > 0 ? `${pounds(surplusLb)} too much` : "",
    unknown > 0 ? `not known of ${lots(unknown)}` : "",
  ].filter(Boolean);
  return said.join(", ") || "none";
}

const lots = (count: number) => (count === 1 ? "1 lot" : `${count} lots`);

/** States how much of a lot is on hand and when it was counted, or should be left if uncounted. */
export function onHandInWords({
  onHandLb,
  uncountedLb,
  countedAt,
}: Pick<LotBalance, "onHandLb" | "uncountedLb" | "countedAt">): string {
  if (onHandLb !== null) {
    return countedAt ? `${pounds(onHandLb)}, counted ${formatDate(countedAt)}` : pounds(onHandLb);
  }
  if (uncountedLb === null) return "Not counted";
  return Number(uncountedLb) === 0 ? pounds("0") : `${pounds(uncountedLb)} should be left`;
}

/** "198.66 lb, 14.11 lb came back" */
export function packedInWords({ packedLb, backLb }: Pick<LotBalance, "packedLb" | "backLb">) {
  const back = Number(backLb) > 0 ? `, ${pounds(backLb)} came back` : "";
  return `${pounds(packedLb)}${back}`;
}

/** States a lot's cutting loss; 0 if more came out than went in, which is a surplus. */
export function lossInWords({ cutLossLb }: Pick<LotBalance, "cutLossLb">): string {
  return formatLb(Math.max(0, Number(cutLossLb)));
}

/** States how much the counts of a lot differed: "5 lb short". */
export function countedOfLot({ countedLb }: Pick<LotBalance, "countedLb">): string {
  const counted = Number(countedLb);
  if (counted === 0) return pounds("0");
  return counted > 0 ? `${formatLb(counted)} more` : `${formatLb(-counted)} short`;
}

export interface BalanceRow {
  label: string;
  /** "59.62 lb"; with a plus or minus if it is a part of what was received. */
  value: string;
  meaning: string;
}

/**
 * Returns the balance of a recall as rows that add up: what was received or made, where it went,
 * and the difference. Empty parts are left out, except those that an inspector asks for. `isOver`:
 * the recall is closed, so nothing is left to do.
 */
export function balanceRows(balance: Balance, isOver = false): BalanceRow[] {
  const part = (sign: "+" | "−", lb: string, label: string, meaning: string) =>
    Number(lb) === 0 ? [] : [{ label, value: `${sign} ${pounds(lb)}`, meaning }];
  return [
    {
      label: "Received or made",
      value: balance.receivedLb === null ? "Not known" : pounds(balance.receivedLb),
      meaning: receivedMeaning(balance),
    },
    {
      label: "Packed",
      value: pounds(balance.packedLb),
      meaning: "Weighed into packages for clients’ orders.",
    },
    ...part("−", balance.backLb, "Came back", "Packed, and back in the shop since."),
    {
      label: "Thrown away",
      value: `+ ${pounds(balance.wastedLb)}`,
      meaning: "Entered as waste.",
    },
    ...part(
      "+",
      balance.cutLossLb,
      "Lost in cutting",
      "Went into cutting, and was weighed neither as meat nor as waste afterwards.",
    ),
    ...part(
      "+",
      balance.outsideLb,
      "Cut into other lots",
      "Cut or ground into lots that are not part of this recall.",
    ),
    {
      label: "On hand",
      value: `+ ${pounds(balance.onHandLb)}`,
      meaning: "Counted once, less what was taken since: it should be in the cooler now.",
    },
    ...part(
      "+",
      balance.uncountedLb,
      "Should be left",
      "Received, less all that was taken. Nobody has counted it yet.",
    ),
    ...part(
      "+",
      balance.countedLessLb,
      "Found short",
      "Counts found this much less than expected, and the stock was corrected.",
    ),
    ...part(
      "−",
      balance.countedMoreLb,
      "Found over",
      "Counts found this much more than expected, and the stock was corrected.",
    ),
    {
      label: "Difference",
      value: capitalized(differencesInWords(balance)),
      meaning: differenceMeaning(balance, isOver),
    },
  ];
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function receivedMeaning({ receivedLb, fromOthersLb }: Balance): string {
  if (receivedLb === null) {
    return "The pounds received are not entered for every lot, so the parts below can’t be checked against them.";
  }
  return Number(fromOthersLb) > 0
    ? `Came in from suppliers, or was cut from other lots: ${pounds(fromOthersLb)} is from other lots.`
    : "Came in from suppliers.";
}

/** States what the difference means and, while the recall is open, what to do about it. */
function differenceMeaning(balance: Balance, isOver: boolean): string {
  const { missingLb, surplusLb, unknown, uncounted, countedLessLb } = balance;
  const said: [isSo: boolean, fact: string, toDo: string][] = [
    [
      Number(countedLessLb) > 0,
      "Found short: the stock was corrected by a count, but no record says where this meat is.",
      "Look for it as for meat that is missing.",
    ],
    [
      Number(missingLb) > 0,
      "Missing: it came in, and no record says where it is.",
      "Look for packages without a lot and for waste that was not entered, then count the lot under Stock, if its stock is tracked.",
    ],
    [
      Number(surplusLb) > 0,
      "Too much: more was taken or is left than came in.",
      "Check the pounds received, and the lots of the packages.",
    ],
    [
      unknown > 0,
      `Pounds were not entered for ${lots(unknown)}.`,
      "Enter what was received and what was cut from it.",
    ],
    [
      uncounted > 0,
      `Nobody has counted what should be left of ${lots(uncounted)}.`,
      "Weigh it, and enter it under Stock. Of a product whose stock is not tracked, write the weight into the note when you close.",
    ],
  ];
  const words = said.flatMap(([isSo, fact, toDo]) => {
    if (!isSo) return [];
    return isOver ? [fact] : [fact, toDo];
  });
  return words.join(" ") || "Every pound that came in is accounted for.";
}

/** Says what prevents a balance that can be closed on paper; empty for nothing. */
export function openBalanceInWords({ products }: Pick<UnnamedMeat, "products">): string {
  if (products.length === 0) return "";
  const lb = sumLb(products.map((one) => one.lb));
  return `The balance can’t be closed on paper: ${formatLb(lb / 100)} left without a lot`;
}

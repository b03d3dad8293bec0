import type { Balance, TraceSums, UnnamedMeat } from "#app/domain/lots/lot-trace.ts";
import {
  countedInWords,
  differencesInWords,
  openBalanceInWords,
  receivedInWords,
} from "#app/features/recall/recall-words.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** "3 lots: 2 clients, 2 sites, 4 orders, 9 packages, 81.5 lb" */
export function FoundSums({ lots, sums }: { lots: number; sums: TraceSums }) {
  return (
    <p className="mt-1 tabular-nums">
      {counted(lots, "lot")}: {counted(sums.customers, "client")}, {counted(sums.sites, "site")},{" "}
      {counted(sums.orders, "order")}, {counted(sums.packages, "package")},{" "}
      {formatLb(Number(sums.lb))} packed
      {Number(sums.backLb) > 0 && `, of which ${formatLb(Number(sums.backLb))} came back`}
    </p>
  );
}

const pounds = (lb: string) => formatLb(Number(lb));

interface BalanceSumsProps {
  balance: Balance;
  unnamed: Pick<UnnamedMeat, "products">;
}

/**
 * Received = packed − came back + wasted + lost in cutting + on hand ± counted; with the missing
 * and the excess pounds shown separately.
 */
export function BalanceSums({ balance, unnamed }: BalanceSumsProps) {
  const open = openBalanceInWords(unnamed);
  const parts = [
    `${pounds(balance.packedLb)} packed`,
    ...(Number(balance.backLb) > 0 ? [`− ${pounds(balance.backLb)} that came back`] : []),
    `+ ${pounds(balance.wastedLb)} wasted`,
    ...(Number(balance.cutLossLb) > 0 ? [`+ ${pounds(balance.cutLossLb)} lost in cutting`] : []),
    `+ ${pounds(balance.onHandLb)} on hand`,
    ...(Number(balance.uncountedLb) > 0
      ? [`+ ${pounds(balance.uncountedLb)} left by the books, not counted`]
      : []),
    ...(Number(balance.outsideLb) > 0 ? [`+ ${pounds(balance.outsideLb)} into other lots`] : []),
    ...countedInWords(balance),
  ];
  return (
    <>
      <p className="mt-1 text-ink-soft tabular-nums">
        {balance.receivedLb === null
          ? "Pounds received are not entered for every lot, so there is no balance: "
          : `Received ${receivedInWords(balance)} = `}
        {parts.join(" ")}; difference: {differencesInWords(balance)}
        {balance.uncounted > 0 && ` (nobody has counted ${counted(balance.uncounted, "lot")})`}
      </p>
      {open && <p className="mt-1 font-semibold text-oxblood tabular-nums">{open}.</p>}
    </>
  );
}

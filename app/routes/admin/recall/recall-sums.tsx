import type { Balance, TraceSums, UnnamedMeat } from "#app/domain/lots/lot-trace.ts";
import { balanceRows, openBalanceInWords } from "#app/features/recall/balance-words.ts";
import { whoInWords } from "#app/features/recall/told-words.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** Shows e.g. "3 lots: 2 clients, 2 sites and the counter, 4 orders, 9 packages, 81.5 lb" */
export function FoundSums({ lots, sums }: { lots: number; sums: TraceSums }) {
  return (
    <p className="mt-1 tabular-nums">
      {counted(lots, "lot")}: {whoInWords(sums)}, {counted(sums.orders, "order")},{" "}
      {counted(sums.packages, "package")}, {formatLb(Number(sums.lb))} packed
      {Number(sums.backLb) > 0 && `, of which ${formatLb(Number(sums.backLb))} came back`}
    </p>
  );
}

interface BalanceSumsProps {
  balance: Balance;
  unnamed: Pick<UnnamedMeat, "products">;
  isOver?: boolean;
}

/** Shows where the meat of a recall went, and what is unaccounted for. */
export function BalanceSums({ balance, unnamed, isOver = false }: BalanceSumsProps) {
  const open = openBalanceInWords(unnamed);
  return (
    <section aria-labelledby="balance" className="mt-10 max-w-3xl">
      <h2 id="balance" className="mb-4 text-title">
        Where the meat went
      </h2>
      <dl className="border-t border-ink">
        {balanceRows(balance, isOver).map(({ label, value, meaning }) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-b border-rule py-2.5 last:border-ink sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
          >
            <dt>{label}</dt>
            <dd className="max-w-44 text-right tabular-nums sm:col-start-3">{value}</dd>
            <dd className="col-span-full text-sm text-ink-soft sm:col-span-1 sm:col-start-2 sm:row-start-1 sm:text-base">
              {meaning}
            </dd>
          </div>
        ))}
      </dl>
      {open && <p className="mt-3 font-semibold text-oxblood tabular-nums">{open}.</p>}
    </section>
  );
}

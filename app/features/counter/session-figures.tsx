import { countedInWords, tillMethodText, tillMoveText } from "#app/domain/door/till/till.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { type TillMethod, tillMethods } from "#db/schema/values/tills.ts";
import type { SessionReport } from "./session.server.ts";

const signed = (cents: number) => (cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents));

/** What a drawer's report says in figures: from the float to what should be there. */
export function SessionFigures({ report }: { report: SessionReport }) {
  const { sums, moves, closed, receipts, sales } = report;
  const late = receipts.filter(({ isLate }) => isLate);
  const numbers = sales.map(({ documentNumber }) => documentNumber).sort();
  const rows: [string, string][] = [
    ["Opened", `${formatDateTime(report.openedAt)}, ${report.openedBy}`],
    ...(closed
      ? ([["Closed", `${formatDateTime(closed.at)}, ${closed.by}`]] as [string, string][])
      : []),
    ["Sales", String(sales.length)],
    ...(numbers.length > 0
      ? ([["Documents", `${numbers[0]} to ${numbers.at(-1)}`]] as [string, string][])
      : []),
    ["Sold", signed(report.soldCents)],
    ...report.taxes.map(({ label, cents }): [string, string] => [label, signed(cents)]),
    ["On account", signed(report.onAccountCents)],
    ["Given back", signed(-report.refundedCents)],
    ["Cash rounding", signed(report.roundingCents)],
    ...tillMethods
      .filter((method) => method !== "cash")
      .map((method): [string, string] => [tillMethodText[method].title, signed(sums[method])]),
  ];
  const drawer: [string, string][] = [
    ["Float", signed(report.floatCents)],
    ["Cash taken, less given back", signed(sums.cash)],
    ...moves.map(({ kind, cents, reason }): [string, string] => [
      `${tillMoveText[kind]}: ${reason}`,
      signed(kind === "in" ? cents : -cents),
    ]),
    ["Should be there", signed(closed?.expectedCents ?? report.expectedCents)],
    ...(closed
      ? ([
          ["Counted", signed(closed.countedCents)],
          ["Difference", countedInWords(closed.countedCents - closed.expectedCents)],
        ] as [string, string][])
      : []),
  ];
  return (
    <div className="grid max-w-xl gap-8">
      <Figures title="Sales and payments" rows={rows} />
      <Figures title="Drawer" rows={drawer} />
      <Referred receipts={receipts} />
      {closed?.reason && <p>Why it differs: {closed.reason}</p>}
      {late.length > 0 && (
        <p className="font-semibold">
          {late.length === 1 ? "1 payment" : `${late.length} payments`} of this drawer arrived after
          it was counted: {formatCents(late.reduce((sum, { cents }) => sum + cents, 0))}. The
          difference is that much less.
        </p>
      )}
    </div>
  );
}

/** Cheques and e-transfers one by one, as they are looked for at the bank. */
function Referred({ receipts }: { receipts: SessionReport["receipts"] }) {
  const rows = receipts
    .filter(({ method, isTakenBack }) => isReferred(method) && !isTakenBack)
    .map(({ method, reference, documentNumber, orderNumber: order, cents }): [string, string] => [
      [
        `${tillMethodText[method].title}${reference && ` ${reference}`}`,
        documentNumber ?? `Order ${orderNumber(order)}`,
      ].join(", "),
      signed(cents),
    ]);
  return rows.length > 0 && <Figures title="Cheques and e-transfers" rows={rows} />;
}

const isReferred = (method: TillMethod) => method === "cheque" || method === "etransfer";

function Figures({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h2 className="text-title">{title}</h2>
      <dl className="mt-2 border-t border-ink tabular-nums">
        {rows.map(([label, value], index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two moves may be alike
            key={index}
            className="flex justify-between gap-4 border-b border-rule py-1.5"
          >
            <dt className="max-w-2/3 shrink-0 break-words">{label}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

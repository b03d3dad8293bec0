import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  type BySum,
  countedInWords,
  tillMethodText,
  tillMoveText,
} from "#app/domain/door/till/till.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { type TillMethod, tillMethods } from "#db/schema/values/tills.ts";
import { seriesOf } from "./document-numbers.ts";
import type { DrawerToCount, SessionReport } from "./session.server.ts";
import { ordersPaid } from "./session-sums.ts";

const signed = (cents: number) =>
  cents < 0 ? `−${formatCents(-cents)}` : formatCents(Math.abs(cents));

type Rows = [string, ReactNode][];

/** Shows a drawer's report in figures: sales, takings, and what should be in it. */
export function SessionFigures({
  report,
}: {
  /** For a drawer about to be counted, only what the counting person may know. */
  report: SessionReport | DrawerToCount;
}) {
  const { moves, closed, sales, forOrders } = report;
  const full = "version" in report ? null : report;
  const sums: Partial<BySum> = report.sums;
  const rows: Rows = [
    ["Opened", `${formatDateTime(report.openedAt)}, ${report.openedBy}`],
    ...(closed ? ([["Closed", `${formatDateTime(closed.at)}, ${closed.by}`]] as Rows) : []),
    ["Sales", String(sales.length)],
    ...seriesOf(sales.map(({ documentNumber }) => documentNumber)).map(
      (numbers): [string, ReactNode] => ["Documents", <Series key={numbers} numbers={numbers} />],
    ),
  ];
  const taken: Rows = [
    ...(full ? fromSoldToTaken(full) : []),
    ...tillMethods.flatMap((method): Rows => {
      const cents = sums[method];
      const label = tillMethodText[method].by;
      return cents === undefined ? [] : [[`Taken ${label}`, signed(cents)]];
    }),
  ];
  const sinceCents = full?.closed ? full.expectedCents - full.closed.expectedCents : 0;
  const drawer: Rows = [
    ["Float", signed(report.floatCents)],
    ...(full ? ([["Cash taken, less given back", signed(full.sums.cash)]] as Rows) : []),
    ...moves.map(({ kind, cents, reason }): [string, string] => [
      `${tillMoveText[kind]}: ${reason}`,
      signed(kind === "in" ? cents : -cents),
    ]),
    ...(full ? ([["Should be there", signed(full.expectedCents)]] as Rows) : []),
    ...(closed && sinceCents !== 0
      ? ([
          ["Cash taken since it was counted", signed(sinceCents)],
          ["Should be there when counted", signed(closed.expectedCents)],
        ] as Rows)
      : []),
    ...(closed ? ([["Counted", signed(closed.countedCents)]] as Rows) : []),
    ...(closed && sinceCents !== 0
      ? ([
          ["Difference when counted", countedInWords(closed.countedCents - closed.expectedCents)],
        ] as Rows)
      : []),
    ...(full?.closed
      ? ([
          [
            sinceCents === 0 ? "Difference" : "Difference now",
            countedInWords(full.closed.countedCents - full.expectedCents),
          ],
        ] as Rows)
      : []),
  ];
  return (
    <div className="grid max-w-xl gap-8">
      <Figures title="Drawer report" rows={rows} />
      <Figures title={full ? "Sold and taken" : "Taken otherwise than in cash"} rows={taken} />
      {full && full.taxes.length > 0 && (
        <Figures
          title="Tax of what was sold, less given back"
          rows={full.taxes.map(({ label, cents }) => [label, signed(cents)])}
        />
      )}
      {forOrders.length > 0 && <ForOrders report={report} />}
      <GivenBack receipts={report.receipts} />
      <Figures title="Drawer" rows={drawer} />
      <Referred receipts={report.receipts} />
      {closed?.reason && <p>Why it differs: {closed.reason}</p>}
      <LateNote report={report} />
    </div>
  );
}

function fromSoldToTaken({ totals, forOrders }: SessionReport): Rows {
  return [
    ["Sold, with tax", signed(totals.soldCents)],
    ["On account", signed(-totals.onAccountCents)],
    [`Taken for orders (${ordersPaid(forOrders)})`, signed(totals.forOrdersCents)],
    ["Given back", signed(-totals.givenBackCents)],
    ["Cash rounding", signed(totals.roundingCents)],
    ...(totals.otherwiseCents === 0
      ? []
      : ([["Taken otherwise than sold", signed(totals.otherwiseCents)]] as Rows)),
    ["Taken in all", signed(totals.takenCents)],
  ];
}

/** "R-000008 to R-000010", without line breaks within a number. */
function Series({ numbers }: { numbers: string }) {
  const [first, last] = numbers.split(" to ");
  return (
    <>
      <span className="whitespace-nowrap">{first}</span>
      {last && (
        <>
          {" "}
          to <span className="whitespace-nowrap">{last}</span>
        </>
      )}
    </>
  );
}

/** Lists cheques and e-transfers one by one, to look them up at the bank. */
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

/** Lists the payments for orders as they were taken. */
function ForOrders({
  report: { forOrders, tillId },
}: {
  report: Pick<SessionReport, "forOrders" | "tillId">;
}) {
  return (
    <Figures
      title="Taken for orders"
      rows={forOrders.map(({ orderId, orderNumber: number, documentNumber, method, cents }) => [
        <>
          <Link
            className="link whitespace-nowrap"
            to={`/admin/counter/${tillId}/pickups/${orderId}`}
          >
            Order {orderNumber(number)}
          </Link>
          {documentNumber && (
            <>
              , <span className="whitespace-nowrap">{documentNumber}</span>
            </>
          )}
        </>,
        `${signed(cents)} ${tillMethodText[method].by}`,
      ])}
    />
  );
}

/** Lists credit notes with their receipt and how each was paid out. */
function GivenBack({ receipts }: { receipts: SessionReport["receipts"] }) {
  const given = receipts.filter(({ cents, isTakenBack }) => cents < 0 && !isTakenBack);
  if (given.length === 0) return null;
  return (
    <Figures
      title="Given back"
      rows={given.map(({ orderId, requestId, documentNumber, correctsNumber, method, cents }) => [
        <>
          <Link
            className="link whitespace-nowrap"
            to={`/admin/counter/sales/${orderId}?refund=${requestId}`}
          >
            {documentNumber}
          </Link>{" "}
          for <span className="whitespace-nowrap">{correctsNumber}</span>
        </>,
        `${signed(-cents)} ${tillMethodText[method].by}`,
      ])}
    />
  );
}

/** Lists payments that arrived after the drawer was counted; only cash affects the difference. */
function LateNote({ report: { receipts } }: { report: Pick<SessionReport, "receipts"> }) {
  const late = receipts.filter(({ isLate, isTakenBack }) => isLate && !isTakenBack);
  if (late.length === 0) return null;
  const since = late.map(({ recordedAt }) => recordedAt.getTime());
  return (
    <p className="font-semibold">
      {late.length === 1 ? "1 payment" : `${late.length} payments`} of this drawer arrived after it
      was counted, {late.length === 1 ? "on" : "since"}{" "}
      {formatDateTime(new Date(Math.min(...since)))}:{" "}
      {late.map(({ cents, method }) => `${signed(cents)} ${tillMethodText[method].by}`).join(", ")}.
    </p>
  );
}

function Figures({
  title,
  rows,
}: {
  title: string;
  rows: readonly (readonly [ReactNode, ReactNode])[];
}) {
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

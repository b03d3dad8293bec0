import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { Table, Td, Th } from "#app/components/table.tsx";
import {
  type Correction,
  correctionInWords,
  correctionsAmong,
} from "#app/domain/door/till/corrections.ts";
import { countedInWords, tillMethodText } from "#app/domain/door/till/till.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { type TillMethod, tillMethods } from "#db/schema/values/tills.ts";
import { seriesOf } from "./number-ranges.ts";
import { whyThisWay } from "./refund.ts";
import type { DrawerToCount, SessionReport } from "./session.server.ts";
import {
  type ByWay,
  drawerRows,
  ordersPaid,
  type SumRow,
  soldToNetRows,
  type WaySums,
} from "./session-sums.ts";

/** Avoids "-$0.00". */
const signed = (cents: number) => formatCents(cents === 0 ? 0 : cents);

type Rows = [ReactNode, ReactNode][];

/** A drawer's report: sales, takings, and what should be in it. */
export function SessionFigures({
  report,
}: {
  /** Only what they may know, if shown to the person about to count the drawer. */
  report: SessionReport | DrawerToCount;
}) {
  const { moves, closed, sales, forOrders } = report;
  const full = "version" in report ? null : report;
  const rows: Rows = [
    ["Opened", `${formatDateTime(report.openedAt)}, ${report.openedBy}`],
    ...(closed ? ([["Closed", `${formatDateTime(closed.at)}, ${closed.by}`]] as Rows) : []),
    ["Sales", String(sales.length)],
    ...seriesOf([
      ...sales.map(({ documentNumber }) => documentNumber),
      ...givenBack(report.receipts).flatMap(({ documentNumber }) => documentNumber ?? []),
    ]).map((numbers): Rows[number] => [
      kindOf(numbers),
      <Unbroken key={numbers} words={numbers} />,
    ]),
  ];
  const drawer: Rows = [
    ...shown(drawerRows(report.floatCents, moves, full ? full.ways.cash : null)),
    ...(closed?.first
      ? ([["First counted", `${signed(closed.first.cents)} (${closed.first.difference})`]] as Rows)
      : []),
    ...(closed
      ? ([
          ["Counted", signed(closed.countedCents)],
          ["Difference", countedInWords(closed.countedCents - closed.expectedCents)],
        ] as Rows)
      : []),
  ];
  return (
    <div className="grid max-w-xl gap-8 print:block print:*:mb-8">
      <Figures title="Drawer report" rows={rows} />
      {full && <Figures title="Sold, taken and given back" rows={fromSoldToNet(full)} />}
      <ByWayOfPaying report={report} />
      {full && full.taxes.length > 0 && (
        <SumsTable
          title="Tax"
          columns={["Tax", "Sold"]}
          rows={full.taxes.map(({ label, soldCents: takenCents, ...sums }) => ({
            label,
            sums: { takenCents, ...sums },
          }))}
        />
      )}
      {forOrders.length > 0 && <ForOrders report={report} />}
      <GivenBack receipts={report.receipts} />
      {full && <Corrected report={full} />}
      <Figures title="Drawer" rows={drawer} />
      <DriversCash report={report} />
      <Referred receipts={report.receipts} />
      {closed?.reason && <p>Reason for the difference: {closed.reason}</p>}
      {full && <ChangedSince report={full} />}
    </div>
  );
}

/** Rows from sales to takings, and on to what is left after refunds. */
const fromSoldToNet = ({ totals, taxes, forOrders }: SessionReport) =>
  shown(soldToNetRows(totals, taxes, ordersPaid(forOrders)));

const shown = (rows: readonly SumRow[]): Rows =>
  rows.map(({ label, cents, isTotal }) =>
    isTotal
      ? [<Total key="label">{label}</Total>, <Total key="sum">{signed(cents)}</Total>]
      : [label, signed(cents)],
  );

function Total({ children }: { children: ReactNode }) {
  return <strong className="font-semibold">{children}</strong>;
}

/** What each method took and refunded; the totals are those of the table above it. */
function ByWayOfPaying({ report }: { report: SessionReport | DrawerToCount }) {
  const full = "version" in report ? null : report;
  const ways: Partial<ByWay> = report.ways;
  return (
    <SumsTable
      title={full ? "By way of paying" : "Taken otherwise than in cash"}
      columns={["Way of paying", "Taken"]}
      rows={tillMethods.flatMap((method) => {
        const sums = ways[method];
        return sums ? [{ label: tillMethodText[method].title, sums }] : [];
      })}
      total={full?.totals}
    />
  );
}

interface SumsTableProps {
  title: string;
  columns: readonly [labels: string, taken: string];
  rows: readonly { label: string; sums: WaySums }[];
  total?: WaySums | undefined;
}

/** A table that adds up across: what came in, less refunds, is what is left. */
function SumsTable({ title, columns: [labels, taken], rows, total }: SumsTableProps) {
  const cells = ({ takenCents, givenBackCents, netCents }: WaySums) =>
    [takenCents, givenBackCents === 0 ? 0 : -givenBackCents, netCents].map((cents, column) => (
      <Td key={taken + String(column)} numeric className="px-0 pl-2 whitespace-nowrap">
        {signed(cents)}
      </Td>
    ));
  return (
    <section aria-label={title} className="break-inside-avoid">
      <h2 className="mb-2 text-title">{title}</h2>
      <Table label={`${title}: sums`}>
        <thead>
          <tr>
            <Th className="pl-0">{labels}</Th>
            {[taken, "Given back", "Net"].map((head) => (
              <Th key={head} numeric className="px-0 pl-2">
                {head}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, sums }) => (
            <tr key={label} className="break-inside-avoid">
              <Th scope="row" className="pl-0 font-normal">
                <Unbroken words={label} />
              </Th>
              {cells(sums)}
            </tr>
          ))}
          {total && (
            <tr className="font-semibold">
              <Th scope="row" className="pl-0">
                Total
              </Th>
              {cells(total)}
            </tr>
          )}
        </tbody>
      </Table>
    </section>
  );
}

/** Names the kind of document of a series. */
function kindOf(numbers: string): string {
  if (numbers.startsWith("R-")) return "Receipts of sales";
  if (numbers.startsWith("CN-")) return "Credit notes of refunds";
  return numbers.startsWith("DN-")
    ? "Delivery notes of sales on account"
    : "Invoices of sales on account";
}

/** "R-000008 to R-000010" or "E-transfer", without line breaks within a number or word. */
function Unbroken({ words }: { words: string }) {
  return words.split(" ").map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text
    <Fragment key={index}>
      {index > 0 && " "}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));
}

const givenBack = (receipts: SessionReport["receipts"]) =>
  receipts.filter(({ cents, isTakenBack }) => cents < 0 && !isTakenBack);

/** Says that drivers' cash handed in meanwhile is no part of the drawer. */
function DriversCash({
  report: { driversCash, closed },
}: {
  report: Pick<SessionReport, "driversCash" | "closed">;
}) {
  const { cents, runs } = driversCash;
  if (cents === 0) return null;
  return (
    <p>
      {closed ? "While this drawer was open" : "Since this drawer was opened"}, drivers handed in{" "}
      {formatCents(cents)} in cash from {runs === 1 ? "1 run" : `${runs} runs`}. It was counted with
      the {runs === 1 ? "run" : "runs"}. Only what is recorded as cash in is part of this drawer
      {closed ? "." : ": record any that you put in."}
    </p>
  );
}

/** Lists cheques and e-transfers one by one, to find them at the bank. */
function Referred({ receipts }: { receipts: SessionReport["receipts"] }) {
  const rows = receipts
    .filter(({ method, isTakenBack }) => isReferred(method) && !isTakenBack)
    .map(({ method, reference, documentNumber, orderNumber: order, cents }): Rows[number] => [
      <>
        {tillMethodText[method].title}
        {reference && ` ${reference}`},{" "}
        <span className="whitespace-nowrap">{documentNumber ?? `Order ${orderNumber(order)}`}</span>
      </>,
      signed(cents),
    ]);
  return rows.length > 0 && <Figures title="Cheques and e-transfers" rows={rows} />;
}

const isReferred = (method: TillMethod) => method === "cheque" || method === "etransfer";

interface PaidFor {
  orderId: string;
  documentNumber: string | null;
  report: Pick<SessionReport, "sales" | "tillId">;
}

/** Returns where a payment is shown; for a deposit, the order, because nothing is due yet. */
function paidForPath({ orderId, documentNumber, report: { sales, tillId } }: PaidFor): string {
  if (sales.some(({ id }) => id === orderId)) return `/admin/counter/sales/${orderId}`;
  return documentNumber === null
    ? `/admin/orders/${orderId}`
    : `/admin/counter/${tillId}/pickups/${orderId}`;
}

function ForOrders({ report }: { report: Pick<SessionReport, "forOrders" | "sales" | "tillId"> }) {
  return (
    <Figures
      title="Taken for orders"
      rows={report.forOrders.map(
        ({ orderNumber: number, documentNumber, method, cents, ...one }) => [
          <>
            <Link
              className="link whitespace-nowrap"
              to={paidForPath({ orderId: one.orderId, documentNumber, report })}
            >
              Order {orderNumber(number)}
            </Link>
            , <span className="whitespace-nowrap">{documentNumber ?? "deposit"}</span>
          </>,
          `${signed(cents)} ${tillMethodText[method].by}`,
        ],
      )}
    />
  );
}

/** Lists credit notes with their receipts, and deposits, and how each was paid out. */
function GivenBack({ receipts }: { receipts: SessionReport["receipts"] }) {
  const given = givenBack(receipts);
  if (given.length === 0) return null;
  return (
    <Figures
      title="Given back"
      rows={given.map(({ orderId, requestId, documentNumber, correctsNumber, ...one }) => [
        <>
          {documentNumber === null ? (
            <>
              <Link className="link whitespace-nowrap" to={`/admin/orders/${orderId}`}>
                Order {orderNumber(one.orderNumber)}
              </Link>
              , deposit
            </>
          ) : (
            <>
              <Link
                className="link whitespace-nowrap"
                to={`/admin/counter/sales/${orderId}?refund=${requestId}`}
              >
                {documentNumber}
              </Link>{" "}
              for <span className="whitespace-nowrap">{correctsNumber}</span>
            </>
          )}
          {one.otherwise && (
            <span className="block text-sm text-ink-soft">{whyThisWay(one.otherwise)}</span>
          )}
        </>,
        `${signed(-one.cents)} ${tillMethodText[one.method].by}`,
      ])}
    />
  );
}

function Corrected({ report }: { report: SessionReport }) {
  const corrections = correctionsAmong(report.receipts);
  if (corrections.length === 0) return null;
  return (
    <section aria-label="Corrected payments" className="break-inside-avoid">
      <h2 className="text-title">Corrected payments</h2>
      <ul className="mt-2 border-t border-ink tabular-nums">
        {corrections.map((one) => (
          <CorrectedPayment key={one.receipt.id} correction={one} report={report} />
        ))}
      </ul>
    </section>
  );
}

interface CorrectedPaymentProps {
  correction: Correction<SessionReport["receipts"][number]>;
  report: Pick<SessionReport, "sales" | "tillId">;
}

function CorrectedPayment({ correction, report }: CorrectedPaymentProps) {
  const { orderId, orderNumber: order, documentNumber } = correction.receipt;
  return (
    <li className="break-inside-avoid border-b border-rule py-1.5 break-words">
      <Link
        className="link whitespace-nowrap"
        to={paidForPath({ orderId, documentNumber, report })}
      >
        {documentNumber ?? `Order ${orderNumber(order)}`}
      </Link>
      : {correctionInWords(correction)}
    </li>
  );
}

/**
 * Lists payments that arrived or were taken back after the count. The drawer's figures contain none
 * of them; only cash affects the difference.
 */
function ChangedSince({ report }: { report: SessionReport }) {
  const { closed, since, tillId } = report;
  if (!closed || !since) return null;
  const { late, takenBack, expectedCents, terminalCents } = since;
  if (late.length + takenBack.length === 0) return null;
  const sales = [...report.sales, ...since.sales];
  return (
    <section aria-label="Changed since it was closed" className="break-inside-avoid">
      <h2 className="text-title">Changed since it was closed</h2>
      <p className="mt-1 text-ink-soft">The figures above are those of the count.</p>
      <ul className="mt-2 border-t border-ink tabular-nums">
        {late.map(({ id, recordedAt, documentNumber, orderNumber: order, cents, method }) => (
          <li key={id} className="break-inside-avoid border-b border-rule py-1.5 break-words">
            {documentNumber ?? `Order ${orderNumber(order)}`}: {signed(cents)}{" "}
            {tillMethodText[method].by}, arrived on {formatDateTime(recordedAt)}
          </li>
        ))}
        {takenBack.map((one) => (
          <CorrectedPayment
            key={one.receipt.id}
            correction={one}
            report={{ sales: sales, tillId: tillId }}
          />
        ))}
      </ul>
      {expectedCents !== closed.expectedCents && (
        <p className="mt-2 font-semibold">
          By this, {signed(expectedCents)} should have been there:{" "}
          {countedInWords(closed.countedCents - expectedCents).toLowerCase()}.
        </p>
      )}
      {terminalCents !== report.ways.terminal.netCents && (
        <p className="mt-2 font-semibold">
          By this, the card terminal’s own report should say {signed(terminalCents)}.
        </p>
      )}
    </section>
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
    <section aria-label={title} className="break-inside-avoid">
      <h2 className="break-after-avoid text-title">{title}</h2>
      <dl className="mt-2 border-t border-ink tabular-nums">
        {rows.map(([label, value], index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two moves may be alike
            key={index}
            className="flex break-inside-avoid flex-wrap justify-between gap-x-4 border-b border-rule py-1.5"
          >
            <dt className="min-w-0 break-words">{label}</dt>
            <dd className="ml-auto min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

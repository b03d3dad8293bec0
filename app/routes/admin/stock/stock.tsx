import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { stockInWords, trackingText } from "#app/domain/stock/stock.ts";
import {
  type LotNotSold,
  listStock,
  lotsNotSold,
  type StockRow,
} from "#app/domain/stock/stock-lists.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/stock.ts";
import { StockState } from "./stock-state.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Stock");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [stock, notSold] = await Promise.all([
    orNull(listStock(db, staff), log, "list the stock"),
    orNull(lotsNotSold(db, staff), log, "list lots that are no product"),
  ]);
  return data({ stock, notSold: notSold ?? [], today: pacificDay(new Date()) }, statusOf(stock));
}

export default function Stock({ loaderData: { stock, notSold, today } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader size="compact" title="Stock" />
      <p className="mt-5 max-w-2xl">
        Count what you keep in stock, and orders stop when it is promised. What you cut to order
        needs no counting.
      </p>
      {!stock ? (
        <LoadFailure message="The stock could not be loaded. Please try again." />
      ) : (
        <>
          {stock.tracked.length > 0 && <Tracked rows={stock.tracked} />}
          {notSold.length > 0 && <NotSold lots={notSold} today={today} />}
          <section aria-labelledby="untracked" className="mt-12 max-w-3xl">
            <h2 id="untracked" className="text-title">
              Not tracked
            </h2>
            <p className="mt-1 text-ink-soft">
              {stock.untracked.length > 0
                ? "These can always be ordered. Choose one to count it, or to mark it as sold out. What is in lots is what is left by the books: it promises nothing."
                : "All active products are tracked."}
            </p>
            <ul className="mt-4 border-t border-ink sm:columns-2 sm:gap-x-10">
              {stock.untracked.map(({ productId, name, inLotsLb, heldLb }) => (
                <li key={productId} className="break-inside-avoid border-b border-rule">
                  <Link
                    to={`/admin/stock/${productId}`}
                    className="block py-2.5 break-words underline decoration-rule-strong underline-offset-4 hover:text-oxblood"
                  >
                    {name}
                  </Link>
                  {inLotsLb + heldLb > 0 && (
                    <p className="-mt-2 pb-2.5 text-sm text-ink-soft tabular-nums">
                      {formatLb(inLotsLb / 100)} in lots
                      {heldLb > 0 && `, besides ${formatLb(heldLb / 100)} on hold or past its date`}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  );
}

function NotSold({ lots, today }: { lots: LotNotSold[]; today: string }) {
  return (
    <section aria-labelledby="not-sold" className="mt-12 max-w-3xl">
      <h2 id="not-sold" className="text-title">
        Not sold as they are
      </h2>
      <p className="mt-1 text-ink-soft">
        Received or cut as no product of yours, and on hand until they are cut, counted or thrown
        away.
      </p>
      <ul className="mt-4 border-t border-ink">
        {lots.map(({ id, code, supplier, description, expiresOn, isHeld, leftLb }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-2.5"
          >
            <span className="min-w-0 break-words">
              <Link to={`/admin/lots/${id}`} className="link font-semibold">
                {[description, code].filter(Boolean).join(", lot ")}
              </Link>
              {isHeld && (
                <span className="ml-2">
                  <Badge tone="cancelled">On hold</Badge>
                </span>
              )}
              <span className="block text-sm text-ink-soft">
                {supplier}
                {expiresOn && (
                  <span className={expiresOn < today ? "font-semibold text-cancelled" : undefined}>
                    {expiresOn < today ? ", past best before " : ", best before "}
                    {formatFullDay(expiresOn)}
                  </span>
                )}
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formatLb(Number(leftLb))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On phones the figures are below the name, beside the available amount. */
function Tracked({ rows }: { rows: StockRow[] }) {
  return (
    <div className="mt-8">
      <Table label="Stock">
        <thead>
          <tr>
            <Th>Product</Th>
            <Th numeric className="hidden sm:table-cell">
              On hand
            </Th>
            <Th numeric className="hidden md:table-cell">
              Ordered
            </Th>
            <Th numeric className="hidden md:table-cell">
              Incoming
            </Th>
            <Th numeric>Available</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.productId} row={row} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ row }: { row: StockRow }) {
  const words = (amount: number) => stockInWords(amount, row.unit);
  const isCounted = row.available !== null;
  return (
    <tr className="relative">
      <Th scope="row" className="max-w-96 break-words">
        <Link
          to={`/admin/stock/${row.productId}`}
          className="link after:absolute after:inset-0 md:after:hidden"
        >
          {row.name}
        </Link>
        <span className="mt-1 block text-sm font-normal text-ink-soft">
          {isCounted ? (
            <span className="block md:hidden">
              <span className="block sm:hidden">{words(row.onHand)} on hand</span>
              {row.reserved > 0 && <span className="block">{words(row.reserved)} ordered</span>}
              {row.incoming > 0 && <span className="block">{words(row.incoming)} incoming</span>}
            </span>
          ) : (
            <span className="block">{trackingText.closed}</span>
          )}
          <StockState row={row} />
        </span>
      </Th>
      <Td numeric className="hidden sm:table-cell">
        {isCounted && words(row.onHand)}
      </Td>
      <Td numeric className="hidden md:table-cell">
        {isCounted && words(row.reserved)}
      </Td>
      <Td numeric className="hidden md:table-cell">
        {isCounted && row.incoming > 0 && words(row.incoming)}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {row.available !== null && words(row.available)}
      </Td>
    </tr>
  );
}

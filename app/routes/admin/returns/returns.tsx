import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { type AwaitedReturn, agoInWords } from "#app/features/returns/returned.ts";
import { awaitedReturns, lastReturns } from "#app/features/returns/returns.server.ts";
import { Weighings } from "#app/features/returns/weighings.tsx";
import { staffRequest } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/returns.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Returns");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "pack");
  const [awaited, last] = await Promise.all([
    orNull(awaitedReturns(db, staff), log, "load what was refused"),
    orNull(lastReturns(db, staff), log, "load what came back"),
  ]);
  return { awaited, last, today: pacificDay(new Date()) };
}

/** Refused goods from runs that are still to be weighed, and returned goods. */
export default function Returns({ loaderData: { awaited, last, today } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Returns" />
      <p className="mt-4 max-w-2xl">
        What came back with a truck is weighed here: what was refused, and orders that nobody took.
        Cold, and with the minutes it was out, it goes back to its lot; all else goes to the waste.
        What a client had in hand is never sold again: open their order and choose “Weigh a return”.
      </p>
      {awaited === null || last === null ? (
        <LoadFailure message="The returns could not be loaded. Please try again." />
      ) : (
        <>
          <Awaited rows={awaited} today={today} />
          <Weighings rows={last} />
        </>
      )}
    </>
  );
}

function Awaited({ rows, today }: { rows: AwaitedReturn[]; today: string }) {
  const maySell = useMay()("sell");
  return (
    <Section id="awaited" title="To be weighed" look="ruled" className="mt-8">
      {rows.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          Nothing: all that came back was weighed, moved to another day or delivered.
        </p>
      ) : (
        <ul className="mt-3 border-t border-rule">
          {rows.map(({ orderId, orderNumber, name, itemId, productName, lb, note, reportedAt }) => (
            <li
              key={itemId ?? orderId}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">
                  {formatLb(Number(lb))}
                  {productName === null ? ", the whole order" : ` of ${productName}`}
                </p>
                <p className="text-ink-soft break-words">
                  {name}, {orderName(orderNumber).toLowerCase()}, <Moment at={reportedAt} time /> (
                  {agoInWords(reportedAt, today)}){note && `: ${note}`}
                </p>
              </div>
              <p className="flex flex-wrap gap-x-5">
                {productName === null && maySell && (
                  <Link
                    to={`/admin/orders/${orderId}/move`}
                    aria-label={`Another day for ${orderName(orderNumber).toLowerCase()}`}
                    className="link inline-flex min-h-11 items-center font-semibold"
                  >
                    Another day
                  </Link>
                )}
                <Link
                  to={`/admin/returns/${orderId}${itemId ? `?item=${itemId}` : ""}`}
                  aria-label={`Weigh it: ${productName ?? orderName(orderNumber).toLowerCase()}`}
                  className="link inline-flex min-h-11 items-center font-semibold"
                >
                  Weigh it
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

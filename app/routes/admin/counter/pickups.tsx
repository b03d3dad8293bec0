import { data, Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { getTill } from "#app/domain/door/till/tills.server.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { type Pickup, pickupDaysAhead } from "#app/features/counter/pickup.ts";
import { listPickups } from "#app/features/counter/pickups.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { useMay } from "#app/routes/admin/use-frame-facts.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/pickups.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Pickups");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const [till, pickups] = await Promise.all([
    getTill(db, staff, params.till),
    listPickups(db, staff),
  ]);
  return data({ till, pickups }, { status: till ? 200 : 404 });
}

/** The orders to be picked up, with what is owed for each. */
export default function Pickups({ loaderData: { till, pickups } }: Route.ComponentProps) {
  if (!till) {
    return (
      <EmptyState
        titleAs="h1"
        title="Till not found"
        action={<ButtonLink to="/admin/counter">Counter</ButtonLink>}
      />
    );
  }
  return (
    <>
      <PageHeader
        size="compact"
        before={
          <BackLink to={till.open ? `/admin/counter/${till.id}` : "/admin/counter"}>
            {till.open ? "Sell" : "Counter"}
          </BackLink>
        }
        title="Pickups"
      />
      {pickups.length === 0 && (
        <EmptyState titleAs="h2" title="No order waits to be picked up">
          <p>
            Orders for pickup appear here {pickupDaysAhead} days before their day, and so do packed
            orders without a delivery day. Once one is packed, take its payment and hand it over
            here. What was handed over is found on the counter’s page, by its number.
          </p>
        </EmptyState>
      )}
      <ul
        aria-label="Orders to pick up"
        className="mt-6 max-w-3xl border-t border-ink empty:hidden"
      >
        {pickups.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-rule py-3"
          >
            <div className="min-w-0 grow basis-60">
              <p className="font-semibold break-words">{one.name}</p>
              <p className="text-sm text-ink-soft">
                Order {orderNumber(one.number)}
                {one.day && `, ${shortDateInWords(one.day)}`}
                {one.boxes > 0 && `, ${one.boxes} ${one.boxes === 1 ? "box" : "boxes"}`}
              </p>
            </div>
            {one.held.length > 0 && (
              <p className="basis-full font-semibold text-cancelled">
                On hold: {one.held.join("; ")}. Don’t hand it over.
              </p>
            )}
            {one.isPacked && (
              <p className="tabular-nums">
                {one.dueCents > 0 ? `${formatCents(one.dueCents)} due` : "Nothing due"}
              </p>
            )}
            {one.isPacked ? (
              <Link className="link min-h-11 content-center" to={one.id}>
                {one.held.length > 0 ? "See what to do" : "Hand over"}
                <span className="sr-only">
                  {one.held.length > 0 ? " for" : ""} order {orderNumber(one.number)}
                </span>
              </Link>
            ) : (
              <NotPacked pickup={one} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Says why an order isn't packed yet, with a link to where that can be changed. */
function NotPacked({ pickup: { id, number, holds } }: { pickup: Pickup }) {
  const may = useMay();
  if (holds.length > 0) {
    return (
      <>
        <p className="font-semibold text-cancelled">On hold: {holdsForStaff(holds)}</p>
        <Link className="link min-h-11 content-center" to={`/admin/orders/${id}`}>
          See order {orderNumber(number)}
        </Link>
      </>
    );
  }
  return (
    <>
      <p className="text-ink-soft">Not packed yet</p>
      {may("pack") && (
        <Link className="link min-h-11 content-center" to={`/admin/packing/${id}`}>
          Pack<span className="sr-only"> order {orderNumber(number)}</span>
        </Link>
      )}
    </>
  );
}

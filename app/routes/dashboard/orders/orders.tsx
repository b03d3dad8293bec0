import { data, Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { listOrders } from "#app/features/orders/lists/orders.server.ts";
import type { OwnOrderSummary } from "#app/features/orders/order.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/orders.ts";
import { OrdersTable } from "./orders-table.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Orders");

const asPlace = (cursor: Cursor | undefined) => cursor && { placedAt: cursor.at, id: cursor.id };
const asCursor = (order: OwnOrderSummary | undefined) =>
  order && { at: order.placedAt, id: order.id };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const { before, after } = pageWanted(url);
  const page = { before: asPlace(before), after: asPlace(after) };
  const orders = await orNull(listOrders(db, context.get(clientContext), page), log, "list orders");
  return data({ orders }, statusOf(orders));
}

export default function Orders({ loaderData: { orders } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        title="Orders"
        actions={
          orders?.rows.length ? (
            <Link to="/dashboard/place-order" className={buttonClass()}>
              Place Order
            </Link>
          ) : null
        }
      />
      <div className="mt-8">
        {!orders ? (
          <LoadFailure message="Your orders could not be loaded. Please try again." />
        ) : orders.rows.length === 0 ? (
          <NoOrders />
        ) : (
          <>
            <OrdersTable label="Orders" orders={orders.rows} />
            <ListPages
              label="Pages of orders"
              hasNewer={orders.hasNewer}
              hasOlder={orders.hasMore}
              first={asCursor(orders.rows[0])}
              last={asCursor(orders.rows.at(-1))}
            />
          </>
        )}
      </div>
    </>
  );
}

/** The empty state for new clients: a link to the first order. */
export function NoOrders() {
  return (
    <EmptyState
      titleAs="h2"
      title="No orders yet"
      underHead
      action={
        <Link to="/dashboard/place-order" className={buttonClass({ size: "lg" })}>
          Place your first order
        </Link>
      }
    >
      <p>
        Choose your cuts by the pound and send the order in one go. It will appear here with its
        status, and you can order it again.
      </p>
    </EmptyState>
  );
}

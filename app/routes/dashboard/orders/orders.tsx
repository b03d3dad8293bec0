import { data } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { listOrders } from "#app/domain/orders/lists/orders.server.ts";
import type { OwnOrderSummary } from "#app/domain/orders/order.ts";
import { standingOrdersPath } from "#app/features/standing-orders/standing-order.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
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
  const search = url.searchParams.get("q") ?? "";
  const page = { before: asPlace(before), after: asPlace(after), search };
  const orders = await orNull(listOrders(db, context.get(clientContext), page), log, "list orders");
  return data({ orders, search }, statusOf(orders));
}

export default function Orders({ loaderData: { orders, search } }: Route.ComponentProps) {
  const isSearched = search.trim() !== "";
  return (
    <>
      <PageHeader
        title="Orders"
        actions={
          orders?.rows.length ? (
            <div className="flex flex-wrap gap-3">
              <SecondaryLink to={standingOrdersPath}>Standing orders</SecondaryLink>
              <ButtonLink to="/dashboard/place-order">Place Order</ButtonLink>
            </div>
          ) : null
        }
      />
      {(isSearched || orders?.rows.length) && (
        <ListSearch
          label="Search by order or PO number"
          query={search}
          found={isSearched && orders ? foundInWords(orders, "order") : undefined}
        />
      )}
      <div className="mt-8">
        {!orders ? (
          <LoadFailure message="Your orders could not be loaded. Please try again." />
        ) : orders.rows.length === 0 ? (
          isSearched ? (
            <EmptyState titleAs="h2" title="No orders found" underHead>
              <p>Try the whole number, such as 1042, or its last three digits.</p>
            </EmptyState>
          ) : (
            <NoOrders />
          )
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
        <ButtonLink to="/dashboard/place-order" size="lg">
          Place your first order
        </ButtonLink>
      }
    >
      <p>
        Choose your cuts by the pound and send the order in one go. It will appear here with its
        status, and you can order it again.
      </p>
    </EmptyState>
  );
}

import { data, Link, useLocation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { takeOrderPath } from "#app/domain/ordering/placing/order-desk.ts";
import { transitionOrder } from "#app/domain/ordering/transition/order-transition.server.ts";
import { listOrdersForAdmin, zonesOfOrders } from "#app/domain/orders/lists/orders-admin.server.ts";
import type { AdminOrderSummary } from "#app/domain/orders/order.ts";
import { orderStateInWords } from "#app/domain/orders/order-lifecycle.ts";
import {
  ChangeNotice,
  ChangeQuestion,
  useDrawnAnswer,
} from "#app/features/order-changes/order-transition-page.tsx";
import {
  revalidateAfterChange,
  sendOrderTransition,
} from "#app/features/order-changes/send-order-transition.ts";
import { useOrderTransition } from "#app/features/order-changes/use-order-transition.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { ExportLink } from "../export-link.tsx";
import { useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/orders.ts";
import {
  isSearch,
  ordersAddress,
  type Searched,
  searchWanted,
  statusTabs,
  statusWanted,
} from "./orders-filter.ts";
import { OrdersTable } from "./orders-table.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Orders");

const asPlace = (cursor: Cursor | undefined) => cursor && { placedAt: cursor.at, id: cursor.id };
const asCursor = (order: AdminOrderSummary | undefined) =>
  order && { at: order.placedAt, id: order.id };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const status = statusWanted(url);
  const searched = searchWanted(url);
  const { before, after } = pageWanted(url);
  const page = { status, ...searched, before: asPlace(before), after: asPlace(after) };
  const staff = staffWith(context, "orders");
  const [orders, zones] = await Promise.all([
    orNull(listOrdersForAdmin(db, staff, page), log, "list everyone's orders"),
    orNull(zonesOfOrders(db, staff), log, "list the zones"),
  ]);
  return data({ status, searched, orders, zones: zones ?? [] }, statusOf(orders));
}

/** Fulfils an order of the list; asks first unless `confirmed`. */
export async function action({ request, context }: Route.ActionArgs) {
  const { order: id = "", confirmed } = await formFields(request);
  const wanted = { change: "fulfill" as const, id, isConfirmed: confirmed === "yes", seenDay: "" };
  const staff = staffWith(context, "orders", "sell", "deliver");
  const { answer, status } = await transitionOrder(context.get(requestContext), staff, wanted);
  return data(answer, { status });
}

export const clientAction = (sending: Route.ClientActionArgs) => sendOrderTransition(sending);

export const shouldRevalidate = revalidateAfterChange;

const panelId = "orders";

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { status, searched, orders, zones } = loaderData;
  const { search: query } = useLocation();
  const { ask, dialog } = useOrderTransition();
  const maySell = useMay()("sell");
  const answer = useDrawnAnswer(actionData);
  const chosen = status ?? "all";
  const isSearched = isSearch(searched);
  if (answer?.kind === "question") {
    return <ChangeQuestion {...answer} action={`/admin/orders${query}`} />;
  }
  return (
    <>
      <PageHeader
        size="compact"
        title="Orders"
        actions={
          <>
            <ExportLink list="orders" />
            {maySell && <ButtonLink to={takeOrderPath}>Take an order</ButtonLink>}
          </>
        }
      />
      <ChangeNotice answer={answer} />
      <LinkTabs
        label="Status"
        tabs={statusTabs(searched, status)}
        value={chosen}
        panelId={panelId}
        className="mt-6"
      />
      <ListSearch
        label="Search by order number, ID or client"
        query={searched.search}
        days={searched.days}
        found={isSearched && orders ? foundInWords(orders, "order") : undefined}
      >
        {zones.length > 0 && <DeliveryFilter zones={zones} chosen={searched} />}
        {status && <input type="hidden" name="status" value={status} />}
        {searched.dayBefore && <input type="hidden" name="earlier" value={searched.dayBefore} />}
        {searched.held && <input type="hidden" name="held" value={searched.held} />}
      </ListSearch>
      <OnlySome status={status} searched={searched} />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, chosen)}>
        {!orders ? (
          <LoadFailure message="The orders could not be loaded. Please try again." />
        ) : orders.rows.length === 0 ? (
          <NoOrders isSearched={isSearched} status={status} />
        ) : (
          <>
            <OrdersTable orders={orders.rows} hasDays={zones.length > 0} onAsk={ask} />
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
      {dialog}
    </>
  );
}

/** Says which orders are listed when no field does. */
function OnlySome({ status, searched }: { status: NoOrdersProps["status"]; searched: Searched }) {
  const { held, dayBefore } = searched;
  if (!held && !dayBefore) return null;
  return (
    <p className="mb-6">
      {held === "new" && "Only orders of new clients to confirm. "}
      {held === "hold" && "Only orders on hold. "}
      {dayBefore && `Only orders for days before ${dateInWords(dayBefore)}. `}
      <Link
        to={ordersAddress({ status, ...searched, held: undefined, dayBefore: undefined })}
        className="link"
      >
        Show all
      </Link>
    </p>
  );
}

interface DeliveryFilterProps {
  zones: Awaited<ReturnType<typeof zonesOfOrders>>;
  chosen: Searched;
}

/** By the day of delivery, and by zone or kind. */
function DeliveryFilter({
  zones,
  chosen: { deliveryDay = "", delivery = "" },
}: DeliveryFilterProps) {
  return (
    <>
      <TextField
        label="Delivery day"
        type="date"
        name="day"
        defaultValue={deliveryDay}
        className="min-w-0 max-md:grow"
      />
      <SelectField
        label="Delivery"
        name="delivery"
        defaultValue={delivery}
        className="min-w-0 max-md:grow"
      >
        <option value="">All</option>
        <option value="delivery">Deliveries</option>
        <option value="pickup">Pickup</option>
        <option value="none">No day</option>
        <optgroup label="Zones">
          {zones.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
    </>
  );
}

interface NoOrdersProps {
  isSearched: boolean;
  status: ReturnType<typeof statusWanted>;
}

function NoOrders({ isSearched, status }: NoOrdersProps) {
  return (
    <EmptyState title="No orders found">
      {isSearched ? (
        <p>
          You can search by part of the order ID, or of the client's company, name, email or phone.{" "}
          <Link to={ordersAddress({ status })} className="link">
            Clear the search
          </Link>
        </p>
      ) : status && status !== "pending" ? (
        <p>
          An order appears here once it is{" "}
          {status === "packed" ? status : orderStateInWords(status)}.
        </p>
      ) : (
        <p>New orders appear here as soon as clients place them.</p>
      )}
    </EmptyState>
  );
}

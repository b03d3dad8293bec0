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
import { changeNamed } from "#app/domain/ordering/transition/order-transition.ts";
import {
  countWork,
  listOrdersForAdmin,
  zonesOfOrders,
} from "#app/domain/orders/lists/orders-admin.server.ts";
import type { AdminOrderSummary, OrderWork } from "#app/domain/orders/order.ts";
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
import { shownOrder } from "#app/features/order-changes/shown-order.ts";
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
import { handover } from "./handover.server.ts";
import {
  hasFilter,
  isSearch,
  ordersAddress,
  type Searched,
  searchWanted,
  statusOptions,
  statusWanted,
  workTabs,
  workWanted,
} from "./list/orders-filter.ts";
import { OrdersTable } from "./list/orders-table.tsx";
import { SeveralOrders, useChosenOrders } from "./list/several-orders.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Orders");

const asPlace = (cursor: Cursor | undefined) => cursor && { placedAt: cursor.at, id: cursor.id };
const asCursor = (order: AdminOrderSummary | undefined) =>
  order && { at: order.placedAt, id: order.id };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const status = statusWanted(url);
  const work = workWanted(url);
  const searched = searchWanted(url);
  const { before, after } = pageWanted(url);
  const page = { status, work, ...searched, before: asPlace(before), after: asPlace(after) };
  const staff = staffWith(context, "orders");
  // The tabs count with the other filters.
  const counted = { ...searched, held: undefined };
  const [orders, counts, zones] = await Promise.all([
    orNull(listOrdersForAdmin(db, staff, page), log, "list everyone's orders"),
    orNull(countWork(db, staff, counted), log, "count what is to be done"),
    orNull(zonesOfOrders(db, staff), log, "list the zones"),
  ]);
  return data({ status, work, searched, orders, counts, zones: zones ?? [] }, statusOf(orders));
}

/** Confirms, fulfils or hands over an order of the list; asks first unless `confirmed`. */
export async function action({ request, context }: Route.ActionArgs) {
  const { order: id = "", change, confirmed, day: seenDay = "" } = await formFields(request);
  const isConfirmed = confirmed === "yes";
  const wanted = { change: changeNamed(change) ?? ("fulfill" as const), id, isConfirmed, seenDay };
  const staff = staffWith(context, "orders", "sell", "deliver");
  const services = context.get(requestContext);
  const { answer, status } = await transitionOrder(services, staff, wanted, handover);
  return data(answer, { status });
}

export const clientAction = (sending: Route.ClientActionArgs) => sendOrderTransition(sending);

export const shouldRevalidate = revalidateAfterChange;

const panelId = "orders";

/** Orders by next step, and all of them. */
export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { status, work, searched, orders, counts, zones } = loaderData;
  const { search: query } = useLocation();
  const { ask, dialog, sent } = useOrderTransition();
  const may = useMay();
  const maySell = may("sell");
  // Actions on ticked orders are for staff who sell or keep the books.
  const mayChoose = maySell || may("money");
  const answer = useDrawnAnswer(actionData);
  const ticked = useChosenOrders(orders?.rows.map(({ id }) => id) ?? []);
  const chosen = work ?? (searched.held ? "held" : "all");
  const isSearched = isSearch(searched);
  if (answer?.kind === "question") {
    return <ChangeQuestion {...answer} action={`/admin/orders${query}`} />;
  }
  return (
    <>
      <PageHeader
        title="Orders"
        actions={
          <>
            {mayChoose && <ExportLink list="orders" />}
            {maySell && <ButtonLink to={takeOrderPath}>Take an order</ButtonLink>}
          </>
        }
      />
      <ChangeNotice answer={answer} />
      <LinkTabs
        label="What is to be done"
        tabs={workTabs(searched, counts, work).map((tab) => ({
          ...tab,
          label: <Counted {...tab} />,
        }))}
        value={chosen}
        panelId={panelId}
        className="mt-6"
      />
      <ListSearch
        label="Search by order number, ID or client"
        query={searched.search}
        days={searched.days}
        folded={{ isSet: status !== undefined || hasFilter(searched) }}
        found={isSearched && orders ? foundInWords(orders, "order") : undefined}
      >
        <SelectField
          label="Status"
          name="status"
          defaultValue={status ?? ""}
          className="min-w-0 max-md:grow"
        >
          {statusOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {status === "packed" && <option value={status}>Packed</option>}
        </SelectField>
        {zones.length > 0 && <DeliveryFilter zones={zones} chosen={searched} />}
        {work && <input type="hidden" name="work" value={work} />}
        {searched.dayBefore && <input type="hidden" name="earlier" value={searched.dayBefore} />}
        {searched.held && <input type="hidden" name="held" value={searched.held} />}
      </ListSearch>
      <OnlySome status={status} work={work} searched={searched} />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, chosen)} className="group">
        {!orders ? (
          <LoadFailure message="The orders could not be loaded. Please try again." />
        ) : orders.rows.length === 0 ? (
          <NoOrders isSearched={isSearched} status={status} work={work} />
        ) : (
          <>
            <OrdersTable
              orders={orders.rows.map((order) => shownOrder(order, sent))}
              hasDays={zones.length > 0}
              onAsk={ask}
              chosen={mayChoose ? ticked : null}
            />
            {mayChoose && <SeveralOrders {...ticked} />}
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

function Counted({ label, count }: { label: string; count: number | undefined }) {
  if (count === undefined) return label;
  return (
    <>
      {label} <span className="ml-1.5 font-normal text-ink-soft tabular-nums">{count}</span>
    </>
  );
}

/** Names the active filters that have no field. */
function OnlySome({
  status,
  work,
  searched,
}: Omit<NoOrdersProps, "isSearched"> & { searched: Searched }) {
  const { held, dayBefore } = searched;
  if (!held && !dayBefore) return null;
  return (
    <p className="mb-6">
      {held === "new" && "Only orders of new clients to confirm. "}
      {held === "hold" && "Only orders on hold. "}
      {dayBefore && `Only orders for days before ${dateInWords(dayBefore)}. `}
      <Link
        to={ordersAddress({ status, work, ...searched, held: undefined, dayBefore: undefined })}
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

/** Filters by delivery day, and by zone or kind. */
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
        <option value="counter">Counter sales</option>
        <option value="placed">All but counter sales</option>
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
  work: OrderWork | undefined;
}

const nothingToDo: Record<OrderWork, string> = {
  pack: "Nothing is to be packed. New orders appear here as soon as clients place them.",
  held: "No order waits for you to confirm or release it.",
  packed: "An order appears here once it is packed, until it is handed over.",
  delivered: "An order appears here once it is handed over.",
  refused: "An order appears here if its client refused all of it at the door or at pickup.",
};

function NoOrders({ isSearched, status, work }: NoOrdersProps) {
  return (
    <EmptyState title="No orders found">
      {isSearched ? (
        <p>
          You can search by part of the order ID, or of the client's company, name, email or phone.{" "}
          <Link to={ordersAddress({ status, work })} className="link">
            Clear the search
          </Link>
        </p>
      ) : work ? (
        <p>{nothingToDo[work]}</p>
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

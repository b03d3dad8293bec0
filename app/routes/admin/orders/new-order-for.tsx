import { data, Link, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { readGuides } from "#app/domain/guides/guides.server.ts";
import { productNames } from "#app/domain/guides/product-names.server.ts";
import { holdReasonsFor } from "#app/domain/ledger/credit-standing.ts";
import { smallDifference } from "#app/domain/ledger/differences/difference.server.ts";
import { getCreditStanding } from "#app/domain/ledger/exposure.server.ts";
import { afterPlacing, staffDesk, takeOrderPath } from "#app/domain/ordering/placing/order-desk.ts";
import { answerOrderForm } from "#app/domain/ordering/placing/order-form.server.ts";
import { readOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { usualWishes } from "#app/domain/orders/wishes/usual-wishes.server.ts";
import { getClient, listSites } from "#app/features/clients/clients-admin.server.ts";
import { OrderSteps } from "#app/features/pad/order-steps.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { daysToOrder, noDaysToOrder, offeredInStock } from "#app/routes/days-to-order.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { clientName } from "../clients/client-detail.tsx";
import type { Route } from "./+types/new-order-for.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Take an order");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = privateHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, minOrderCents } = context.get(requestContext);
  const seller = staffWith(context, "sell");
  const staff = await actFor(db, seller, { customerId: params.customer, siteId: params.site });
  if (!staff) return data({ isMissing: true as const }, { status: 404 });
  const today = pacificDay(new Date());
  const [client, sites, products, days, terms, guides, names, wishes, differenceCents, standing] =
    await Promise.all([
      orNull(getClient(db, seller, staff.customerId), log, "load a client to order for"),
      orNull(listSites(db, seller, staff.customerId), log, "list a client's sites"),
      orNull(offeredInStock(db, staff, today), log, "list products to order"),
      orNull(daysToOrder({ db, minOrderCents }, staff, today), log, "list the days to order for"),
      orNull(orderingTerms(db, staff, minOrderCents), log, "look on which terms a client orders"),
      orNull(readGuides(db, staff), log, "read a client's order guides"),
      orNull(productNames(db, staff), log, "read what they call products"),
      orNull(usualWishes(db, staff), log, "read how a client has things cut"),
      orNull(
        smallDifference(db, seller, staff.customerId),
        log,
        "look what is left of a client's earlier payments",
      ),
      orNull(getCreditStanding(db, seller, staff.customerId), log, "load what a client owes"),
    ]);
  const site = sites?.find(({ id }) => (staff.sites ? staff.sites.includes(id) : true)) ?? null;
  return data(
    {
      isMissing: false as const,
      client,
      sites,
      site,
      products,
      siteId: staff.sites?.[0] ?? null,
      // Separate drafts, so that an unfinished order for one kitchen isn't filled in for another.
      accountId: [seller.userId, staff.customerId, ...(staff.sites ?? [])].join("."),
      requestId: crypto.randomUUID(),
      guides: guides ?? [],
      names: names ?? {},
      wishes: wishes ?? {},
      terms,
      differenceCents,
      // Holds that apply whatever is ordered, so that staff can say so on the phone.
      waitsFor: standing ? holdReasonsFor(standing, 0) : [],
      ...(days ?? noDaysToOrder),
    },
    statusOf(client, sites, products, terms),
  );
}

/** Handles the form without JavaScript, a page per step; with it, the page uses /api/orders-for. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const wanted = { customerId: params.customer, siteId: params.site };
  const staff = await actFor(services.db, staffWith(context, "sell"), wanted);
  if (!staff) return data(undefined, { status: 404 });
  const answer = await answerOrderForm(services, staff, readOrderForm(await readForm(request)));
  if ("placed" in answer) {
    throw redirect(afterPlacing(staffDesk(staff.customerId, null), answer.placed.id));
  }
  return data(answer.refused, { status: answer.status, headers: answer.headers });
}

/** Staff take an order for a client, on the client's own order form. */
export default function NewOrderFor({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.isMissing) {
    return (
      <EmptyState
        titleAs="h1"
        title="Client not found"
        way={{ to: takeOrderPath, label: "Choose a client" }}
      >
        <p>There is no client, or no site of theirs, with this ID. The link may be mistyped.</p>
      </EmptyState>
    );
  }
  const {
    client,
    sites,
    site,
    siteId,
    products,
    accountId,
    requestId,
    terms,
    guides,
    names,
    wishes,
  } = loaderData;
  const { offer, later, laterProducts, differenceCents } = loaderData;
  const isEmpty = products?.length === 0 && laterProducts.length === 0;
  if (!client || !sites || !terms || !products || isEmpty) {
    return (
      <>
        <TakeOrderHeader />
        {client && sites && terms && products ? (
          <EmptyState title="No products found" />
        ) : (
          <LoadFailure message="The order form could not be loaded. Please try again." />
        )}
      </>
    );
  }
  if (client.inactiveAt) {
    return (
      <>
        <TakeOrderHeader />
        <EmptyState
          title={`${clientName(client)} is inactive`}
          way={{ to: `/admin/clients/${client.id}/details`, label: "See their details" }}
        >
          <p>Nothing can be ordered for them until they are made active again, under details.</p>
        </EmptyState>
      </>
    );
  }
  if (siteId === null && sites.length > 1) return <ChooseSite client={client} sites={sites} />;
  return (
    <>
      <OrderingFor
        client={client}
        site={site}
        hasOthers={sites.length > 1}
        waitsFor={loaderData.waitsFor}
      />
      {/* Remount for another client, who has another draft. */}
      <OrderSteps
        key={accountId}
        desk={staffDesk(client.id, siteId)}
        accountId={accountId}
        requestId={requestId}
        products={products}
        minOrderCents={terms.minOrderCents}
        poTerms={terms}
        offer={offer}
        later={later}
        laterProducts={laterProducts}
        guides={guides}
        names={names}
        wishes={wishes}
        standingNotes={client.notes}
        differenceCents={differenceCents}
        again={null}
        posted={actionData}
      />
    </>
  );
}

type Loaded = Extract<Route.ComponentProps["loaderData"], { isMissing: false }>;
type OrderingClient = NonNullable<Loaded["client"]>;
type Site = NonNullable<Loaded["site"]>;

function TakeOrderHeader() {
  return (
    <PageHeader
      before={<BackLink to={takeOrderPath}>Another client</BackLink>}
      title="Take an order"
    />
  );
}

function ChooseSite({ client, sites }: { client: OrderingClient; sites: readonly Site[] }) {
  return (
    <>
      <TakeOrderHeader />
      <h2 className="mt-8 border-b border-ink pb-3 text-title">
        Where does {clientName(client)} want it?
      </h2>
      <ul aria-label="Sites">
        {sites.map(({ id, name, address }) => (
          <li key={id} className="relative border-b border-rule py-3 hover:bg-paper-deep/60">
            <Link
              to={staffDesk(client.id, id).page}
              className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere after:absolute after:inset-0"
            >
              {name || address || "Main site"}
            </Link>
            {name && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{address}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

interface OrderingForProps {
  client: OrderingClient;
  site: Site | null;
  hasOthers: boolean;
  waitsFor: readonly HoldReason[];
}

/** Names the client on every step, so that the order isn't placed for the previous caller. */
function OrderingFor({ client, site, hasOthers, waitsFor }: OrderingForProps) {
  const { contactName, phone, email } = client;
  const known = [contactName, phone, email].filter((fact) => fact.trim());
  const where = [site?.name, site?.address].filter((fact) => fact?.trim()).join(", ");
  return (
    <section
      aria-label="For whom"
      className="surface-ink -mx-[clamp(1.125rem,0.5rem+2.6vw,3rem)] px-[clamp(1.125rem,0.5rem+2.6vw,3rem)] py-3"
    >
      <p className="font-semibold wrap-anywhere">You are ordering for {clientName(client)}</p>
      <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">{known.join(" · ")}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {where ? `To ${where}` : "No address yet: ask for it, and put it into the notes."}
      </p>
      {waitsFor.length > 0 && (
        <p className="mt-1 font-semibold wrap-anywhere">
          The order will be on hold until it is released: {holdsForStaff(waitsFor)}
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 text-sm">
        {hasOthers && (
          <Link
            to={staffDesk(client.id, null).page}
            className="link inline-flex min-h-11 items-center"
          >
            Another site
          </Link>
        )}
        <Link to={takeOrderPath} className="link inline-flex min-h-11 items-center">
          Another client
        </Link>
      </p>
    </section>
  );
}

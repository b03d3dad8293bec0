import { useState } from "react";
import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { isEmailConfirmed } from "#app/domain/accounts/credentials/confirmation.server.ts";
import { getProfile } from "#app/domain/customers/profiles.server.ts";
import { orderAgain } from "#app/domain/drafts/order-again.ts";
import { draftOwner } from "#app/domain/drafts/order-draft.ts";
import { getPastOrder } from "#app/domain/drafts/past-order.server.ts";
import { readGuides } from "#app/domain/guides/guides.server.ts";
import { productNames } from "#app/domain/guides/product-names.server.ts";
import { ownSmallDifference } from "#app/domain/ledger/differences/difference.server.ts";
import { standingOf } from "#app/domain/ordering/placing/new-clients.server.ts";
import { isForAnother, ownDesk } from "#app/domain/ordering/placing/order-desk.ts";
import {
  answerForAnother,
  answerOrderForm,
} from "#app/domain/ordering/placing/order-form.server.ts";
import {
  accountForOrderPath,
  placedOrderPath,
  readOrderForm,
} from "#app/domain/ordering/placing/order-form.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import {
  closedAccount,
  type MissingDetail,
  missingInWords,
} from "#app/domain/orders/order-refusals.ts";
import { usualWishes } from "#app/domain/orders/wishes/usual-wishes.server.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { noteOwnPress } from "#app/features/fresh-sheet/fresh-sheets.server.ts";
import { addedInPath } from "#app/features/fresh-sheet/sheet-links.ts";
import { OrderSteps } from "#app/features/pad/order-steps.tsx";
import { clientContext } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { daysToOrder, noDaysToOrder, offeredInStock } from "#app/routes/days-to-order.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import { Saved } from "../saved.tsx";
import { Unconfirmed } from "../unconfirmed.tsx";
import type { Route } from "./+types/place-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Place an order");

export const headers: Route.HeadersFunction = privateHeaders;

/** With the customer's own prices, never from a cache: orders are held to the prices shown here. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, minOrderCents, needsConfirmedEmail, offlineOrders } =
    context.get(requestContext);
  const client = context.get(clientContext);
  const again = url.searchParams.get("again");
  const cut = addedInPath(url);
  const today = pacificDay(new Date());
  const [
    products,
    past,
    profile,
    standing,
    days,
    terms,
    differenceCents,
    isConfirmed,
    guides,
    names,
    wishes,
    isOfSheet,
  ] = await Promise.all([
    orNull(offeredInStock(db, client, today), log, "list products to order"),
    again ? orNull(getPastOrder(db, client, again), log, "load an order to repeat") : null,
    orNull(getProfile(db, client), log, "load the notes for every order"),
    orNull(standingOf(db, client, { needsConfirmedEmail }), log, "look whether one can order"),
    orNull(daysToOrder({ db, minOrderCents }, client, today), log, "list the days to order for"),
    orNull(orderingTerms(db, client, minOrderCents), log, "look on which terms one orders"),
    orNull(ownSmallDifference(db, client), log, "look what is left of earlier payments"),
    orNull(isEmailConfirmed(db, client), log, "look whether the address is confirmed"),
    orNull(readGuides(db, client), log, "read the order guides"),
    orNull(productNames(db, client), log, "read what they call products"),
    orNull(usualWishes(db, client), log, "read how they have things cut"),
    cut ? orNull(noteOwnPress(db, client, cut), log, "note a press in a fresh sheet") : false,
  ]);
  return data(
    {
      accountId: draftOwner(client),
      requestId: crypto.randomUUID(),
      products,
      minOrderCents: terms?.minOrderCents ?? minOrderCents,
      // Without the terms the form can be filled in; placing the order asks for missing details.
      poTerms: terms ?? withoutTerms,
      isClosed: terms?.isInactive === true,
      ...(days ?? noDaysToOrder),
      standingNotes: profile?.notes ?? "",
      differenceCents,
      again: past && products && orderAgain(past, products, days?.laterProducts ?? []),
      // Without a guide there is the full list.
      guides: guides ?? [],
      names: names ?? {},
      wishes: wishes ?? {},
      added: isOfSheet && cut ? cut.productId : null,
      missing: standing?.missing ?? [],
      email: client.email,
      kept: {
        whose: `${client.userId} ${client.customerId}`,
        isKept: offlineOrders,
        loadedAt: new Date(),
      },
      unconfirmed: isConfirmed === false ? client.email : null,
    },
    statusOf(products),
  );
}

const withoutTerms = { po: { kind: "optional" as const }, usedPoNumbers: [] };

/** Handles the form without JavaScript, a page per step; with it, the page uses /api/orders. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const sent = readOrderForm(await readForm(request));
  const client = context.get(clientContext);
  const answer = isForAnother(url, client.customerId)
    ? answerForAnother(sent.draft)
    : await answerOrderForm(context.get(requestContext), client, sent);
  if ("placed" in answer) throw redirect(placedOrderPath(answer.placed.id));
  return data(answer.refused, { status: answer.status, headers: answer.headers });
}

export default function PlaceOrder({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { customerId, companyName, memberships } = matches[1].loaderData;
  // If another tab has switched the customer, the page still belongs to the former one, and says
  // so.
  const [begunFor] = useState(customerId);
  const { products, missing, unconfirmed, isClosed, email, ...order } = loaderData;
  const company = useCompany();
  if (isClosed) {
    return (
      <>
        <PageHeader title="Place an order" />
        <EmptyState title="Your account is closed for orders" titleAs="h2" underHead>
          <p>{closedAccount(company)}</p>
        </EmptyState>
      </>
    );
  }
  if (!products || products.length + order.laterProducts.length === 0) {
    return (
      <>
        <PageHeader title="Place an order" />
        {products ? (
          <EmptyState title="No products found" />
        ) : (
          <LoadFailure message="Error loading products. Please try again later." />
        )}
      </>
    );
  }
  return (
    <>
      <Saved email={email} />
      {begunFor !== customerId && (
        <Notice title={`You have switched to ${companyName}`} className="mt-6">
          <p>What you began for the other business is kept, and here again once you switch back.</p>
        </Notice>
      )}
      <BeforeOrder missing={missing} />
      {unconfirmed && !missing.includes("confirmation") && (
        <Unconfirmed email={unconfirmed} className="mt-6" />
      )}
      {/* Remount for another account, which has another draft. */}
      <OrderSteps
        key={order.accountId}
        {...order}
        desk={ownDesk(memberships.length > 1 ? customerId : null)}
        products={products}
        posted={actionData}
      />
    </>
  );
}

/** Missing details of the account, and where to add them; renders nothing if complete. */
function BeforeOrder({ missing }: { missing: readonly MissingDetail[] }) {
  if (missing.length === 0) return null;
  const lacksDetails = missing.some((detail) => detail !== "confirmation");
  return (
    <Notice
      title="Before you can order"
      className="mt-6"
      action={
        <>
          {lacksDetails && <ButtonLink to={accountForOrderPath}>Complete your account</ButtonLink>}
          {missing.includes("confirmation") && (
            <ButtonLink
              to="/dashboard/account/confirm-email"
              variant={lacksDetails ? "secondary" : "primary"}
            >
              Confirm your email address
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{missingInWords(missing)}</p>
    </Notice>
  );
}

import { data } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { may } from "#app/domain/access/capability.ts";
import { listOwnCredits } from "#app/domain/claims/credits.server.ts";
import type { Invoice } from "#app/domain/documents/invoice.ts";
import { listInvoices } from "#app/domain/documents/invoices.server.ts";
import { lookedAtOf } from "#app/domain/documents/open-invoices.server.ts";
import { getOwnAccount, seesAccount } from "#app/domain/ledger/accounts.server.ts";
import { takesCards } from "#app/domain/settings/payments/payment-settings.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "../list-pages.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/invoices.ts";
import { AccountFigures } from "./account-figures.tsx";
import { InvoicesTable } from "./invoices-table.tsx";
import { OwnCredits } from "./own-credits.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Invoices");

const asPlace = (cursor: Cursor | undefined) => cursor && { createdAt: cursor.at, id: cursor.id };
const asCursor = (invoice: Invoice | undefined) =>
  invoice && { at: invoice.createdAt, id: invoice.id };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, shop } = context.get(requestContext);
  const { before, after } = pageWanted(url);
  const page = { before: asPlace(before), after: asPlace(after) };
  const client = context.get(clientContext);
  const [invoices, found, takesCard, credits] = await Promise.all([
    orNull(listInvoices(db, client, page), log, "list invoices"),
    orNull(
      getOwnAccount(db, client).then((account) => ({ account })),
      log,
      "load the client's account",
    ),
    // Members who pay invoices see what is open.
    seesAccount(client)
      ? orNull(takesCards(context.get(requestContext)), log, "look whether cards are taken")
      : false,
    // Their amounts are shown on invoices.
    may(client, "see invoices")
      ? orNull(listOwnCredits(db, client), log, "list the client's credits")
      : [],
  ]);
  const today = pacificDay(new Date());
  const ids = invoices?.rows.map(({ id }) => id) ?? [];
  const lookedAt = await orNull(lookedAtOf(db, ids), log, "look what is being decided");
  return data(
    {
      invoices,
      lookedAt: lookedAt ?? new Map<string, number>(),
      found,
      takesCard: takesCard === true,
      today,
      credits,
      waysToPay: shop.documents.waysToPay,
    },
    statusOf(invoices, found, credits),
  );
}

/** A client's invoices, with open amounts and due days. */
export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { invoices, lookedAt, found, takesCard, today, credits, waysToPay } = loaderData;
  return (
    <>
      <PageHeader size="compact" title="Invoices" />
      {!found ? (
        <div className="mt-8">
          <LoadFailure message="Your balance could not be loaded. Please try again." />
        </div>
      ) : (
        found.account && (
          <AccountFigures account={found.account} waysToPay={waysToPay} today={today} />
        )
      )}
      <div className="mt-8">
        {!invoices ? (
          <LoadFailure message="Your invoices could not be loaded. Please try again." />
        ) : invoices.rows.length === 0 ? (
          <NoInvoices />
        ) : (
          <>
            <p className="mb-4 text-sm text-ink-soft">
              Short weight, or something damaged or wrong? Open the order, which says until when you
              can report it.
            </p>
            <InvoicesTable
              invoices={invoices.rows}
              lookedAt={lookedAt}
              today={today}
              takesCard={takesCard}
            />
            <ListPages
              label="Pages of invoices"
              hasNewer={invoices.hasNewer}
              hasOlder={invoices.hasMore}
              first={asCursor(invoices.rows[0])}
              last={asCursor(invoices.rows.at(-1))}
            />
          </>
        )}
      </div>
      {!credits ? (
        <div className="mt-12">
          <LoadFailure message="Your credits could not be loaded. Please try again." />
        </div>
      ) : (
        credits.length > 0 && (
          <section className="mt-14">
            <h2 className="mb-4 text-title">Credits</h2>
            <OwnCredits credits={credits} namesOrder photosAt="/dashboard/attachments" />
          </section>
        )
      )}
    </>
  );
}

function NoInvoices() {
  return (
    <EmptyState
      titleAs="h2"
      title="No Invoices Found"
      underHead
      action={
        <ButtonLink to="/dashboard/orders" variant="secondary">
          Your orders
        </ButtonLink>
      }
    >
      <p>An invoice appears here as soon as one of your orders is packed.</p>
    </EmptyState>
  );
}

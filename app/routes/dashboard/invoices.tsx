import { data } from "react-router";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { may } from "#app/domain/access/capability.ts";
import { listOwnCredits } from "#app/domain/claims/credits.server.ts";
import type { Invoice } from "#app/domain/documents/invoice.ts";
import { listInvoices } from "#app/domain/documents/invoices.server.ts";
import { lookedAtOf } from "#app/domain/documents/open-invoices.server.ts";
import type { OwnAccount } from "#app/domain/ledger/account.ts";
import { getOwnAccount, seesAccount } from "#app/domain/ledger/accounts.server.ts";
import { takesCards } from "#app/domain/settings/payments/payment-settings.server.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { StatementForm } from "#app/features/collecting/statement-form.tsx";
import { clientContext } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "../list-pages.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/invoices.ts";
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
    // Members who pay invoices see the open amounts.
    seesAccount(client)
      ? orNull(takesCards(context.get(requestContext)), log, "look whether cards are taken")
      : false,
    // Invoices show their amounts.
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

export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { invoices, lookedAt, found, takesCard, today, credits, waysToPay } = loaderData;
  return (
    <>
      <PageHeader title="Invoices" />
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
      way={{ to: "/dashboard/orders", label: "Your orders" }}
    >
      <p>An invoice appears here as soon as one of your orders is packed.</p>
    </EmptyState>
  );
}

/** The client's debt, when it is due, how to pay it, and the statement. */
function AccountFigures({
  account,
  waysToPay,
  today,
}: {
  account: OwnAccount;
  waysToPay: string[];
  today: string;
}) {
  const { balance, debts } = account;
  const { balanceCents, openCents, creditCents, overdueCents } = balance;
  const next = debts.find(({ dueOn }) => dueOn >= today);
  const dueTogether = debts.filter(({ dueOn }) => dueOn === next?.dueOn);
  return (
    <>
      <Sums>
        <Sum label={balanceCents < 0 ? "To your credit" : "Balance"}>
          {formatCents(Math.abs(balanceCents))}
        </Sum>
        <Sum label="Overdue" isBad={overdueCents > 0}>
          {formatCents(overdueCents)}
        </Sum>
        <Sum
          label="Due next"
          note={next && formatFullDay(next.dueOn) + (next.dueOn === today ? ", today" : "")}
        >
          {next
            ? formatCents(dueTogether.reduce((sum, { openCents }) => sum + openCents, 0))
            : "Nothing"}
        </Sum>
        <Sum label="Paid ahead" note={creditCents > 0 && "Settles your next invoice"}>
          {formatCents(creditCents)}
        </Sum>
      </Sums>
      <div className="grid-page mt-6 gap-y-6">
        {openCents > 0 && (
          <details className="col-span-12 lg:col-span-6" open={overdueCents > 0}>
            <summary className="min-h-11 cursor-pointer py-2.5 font-semibold hover:text-oxblood">
              How to pay
            </summary>
            <ul className="list-disc space-y-2 pl-5 text-ink-soft">
              {waysToPay.map((way) => (
                <li key={way}>
                  <WithPhone text={way} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <StatementForm
          action="/dashboard/invoices/statement.pdf"
          today={today}
          className="col-span-12 lg:col-span-6"
        />
      </div>
    </>
  );
}

/** Renders the company's text with its phone number as a link. */
function WithPhone({ text }: { text: string }) {
  const { phone } = useCompany();
  const [before, ...rest] = text.split(phone.display);
  if (rest.length === 0) return text;
  return (
    <>
      {before}
      <PhoneLink phone={phone} />
      {rest.join(phone.display)}
    </>
  );
}

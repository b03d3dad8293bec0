import { data, Link } from "react-router";
import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  attentionText,
  type CardPayment,
  paymentInWords,
  paymentViews,
} from "#app/domain/payments/payment.ts";
import { listCardPayments } from "#app/domain/payments/payments-admin.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { pageNumberIn } from "../receivables/receivables.tsx";
import type { Route } from "./+types/card-payments.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Card payments");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const asked = url.searchParams.get("view");
  const view = paymentViews.find((one) => one === asked) ?? "attention";
  const page = pageNumberIn(url);
  const list = listCardPayments(db, staffWith(context, "money"), { view, page });
  const payments = await orNull(list, log, "list card payments");
  return data({ payments, view, page, now: new Date() }, statusOf(payments));
}

const tabs = [
  { id: "attention", label: "Needs attention", to: "/admin/payments" },
  { id: "held", label: "Held", to: "/admin/payments?view=held" },
  { id: "refunds", label: "Refunds", to: "/admin/payments?view=refunds" },
  { id: "all", label: "All", to: "/admin/payments?view=all" },
];

const none = {
  attention: "No card payment needs you",
  held: "No cards are held",
  refunds: "Nothing was refunded to a card",
  all: "No card payments yet",
};

export default function CardPayments({ loaderData }: Route.ComponentProps) {
  const { payments, view, page, now } = loaderData;
  const address = (to: number) => `/admin/payments?view=${view}&page=${to}`;
  return (
    <>
      <PageHeader title="Card payments" />
      <LinkTabs
        label="Card payments"
        tabs={tabs}
        value={view}
        panelId="payments"
        className="mt-6"
      />
      <div id="payments" role="tabpanel" aria-labelledby={tabId("payments", view)}>
        {!payments ? (
          <LoadFailure message="The card payments could not be loaded. Please try again." />
        ) : payments.rows.length === 0 ? (
          <div className="pt-6">
            <EmptyState titleAs="h2" underHead title={none[view]}>
              <p>
                Cards that were refused, holds that run out and what the card provider did not
                answer appear under Needs attention.
              </p>
            </EmptyState>
          </div>
        ) : (
          <>
            <PaymentsTable payments={payments.rows} now={now} />
            <Pagination
              label="Pages of card payments"
              prevLabel="Previous"
              nextLabel="Next"
              prevHref={page > 1 ? address(page - 1) : null}
              nextHref={payments.hasMore ? address(page + 1) : null}
            />
          </>
        )}
      </div>
    </>
  );
}

const tones: Partial<Record<CardPayment["state"], BadgeTone>> = {
  held: "fulfilled",
  captured: "delivered",
  needs_customer: "pending",
  failed: "cancelled",
};

/** A payment's state: authorized blue, charged green, waiting yellow, failed red. */
export function PaymentBadge({ payment }: { payment: Pick<CardPayment, "state" | "heldCents"> }) {
  return <Badge tone={tones[payment.state] ?? "plain"}>{paymentInWords(payment)}</Badge>;
}

function PaymentsTable({ payments, now }: { payments: CardPayment[]; now: Date }) {
  return (
    <Table
      label="Card payments"
      columns={[
        "Customer",
        { head: "Needs attention", className: "hidden lg:table-cell" },
        { head: "Started", className: "hidden xl:table-cell" },
        { head: "State", className: "hidden sm:table-cell" },
        { head: "Amount", numeric: true },
      ]}
    >
      {payments.map((payment) => {
        const { id, customer, createdAt, cents, capturedCents } = payment;
        const attention = attentionText(payment, now);
        return (
          <tr key={id} className="relative">
            <Th scope="row" className="max-w-72 break-words">
              <Link to={`/admin/payments/${id}`} className="link after:absolute after:inset-0">
                {customer || "Unknown customer"}
              </Link>
              <span className="my-1 block sm:hidden">
                <PaymentBadge payment={payment} />
              </span>
              {attention && (
                <span className="block text-sm font-normal text-ink-soft lg:hidden">
                  {attention}
                </span>
              )}
              <span className="block text-sm font-normal text-ink-soft xl:hidden">
                <Moment at={createdAt} />
              </span>
            </Th>
            <Td className="hidden max-w-80 break-words lg:table-cell">{attention || "–"}</Td>
            <Td className="hidden whitespace-nowrap xl:table-cell">
              <Moment at={createdAt} time />
            </Td>
            <Td className="hidden sm:table-cell">
              <PaymentBadge payment={payment} />
            </Td>
            <Td numeric>{formatCents(capturedCents || cents)}</Td>
          </tr>
        );
      })}
    </Table>
  );
}

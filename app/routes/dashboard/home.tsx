import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { isEmailConfirmed } from "#app/domain/accounts/credentials/confirmation.server.ts";
import { cutOffInWords } from "#app/domain/delivery/days.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { orderAgainPath } from "#app/domain/drafts/order-again.ts";
import { draftOwner } from "#app/domain/drafts/order-draft.ts";
import { balanceOf, seesAccount } from "#app/domain/ledger/accounts.server.ts";
import { ordersToApprove } from "#app/domain/ordering/holding/approval.server.ts";
import {
  nextOrder,
  orderFigures,
  ordersWithoutDay,
} from "#app/domain/orders/lists/order-figures.server.ts";
import { listOrders } from "#app/domain/orders/lists/orders.server.ts";
import type { OrderFigures } from "#app/domain/orders/order.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { DraftWaiting } from "#app/features/pad/draft-notices.tsx";
import { recallsOfClient } from "#app/features/recall/client-recalls.server.ts";
import { ClientRecalls } from "#app/features/recall/client-recalls.tsx";
import { clientRequest } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "../load-failure.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/home.ts";
import { Coming, type ComingProps, firstDay } from "./coming.tsx";
import { OrdersTable } from "./orders/orders-table.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

const latestLimit = 5;

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, client } = clientRequest(context);
  const { recallLinks } = context.get(requestContext);
  const [figures, latest, isConfirmed, coming, toApprove, recalls] = await Promise.all([
    orNull(orderFigures(db, client), log, "add up orders"),
    orNull(listOrders(db, client, { limit: latestLimit }), log, "list the latest orders"),
    orNull(isEmailConfirmed(db, client), log, "look whether the address is confirmed"),
    orNull(whatComes({ db }, client), log, "look what comes next"),
    orNull(ordersToApprove(db, client), log, "list what is to be approved"),
    orNull(recallsOfClient(db, client, recallLinks), log, "look for recalls"),
  ]);
  const unconfirmed = isConfirmed === false ? client.email : null;
  const shown = {
    accountId: draftOwner(client),
    figures,
    latest: latest?.rows ?? null,
    unconfirmed,
    coming,
    toApprove: toApprove ?? [],
    recalls: recalls ?? [],
  };
  return data(shown, statusOf(figures, latest));
}

async function whatComes({ db }: Pick<RequestContext, "db">, client: Client): Promise<ComingProps> {
  const [next, waiting, offer, balance] = await Promise.all([
    nextOrder(db, client),
    ordersWithoutDay(db, client),
    deliveryOffer(db, client),
    seesAccount(client) ? balanceOf(db, client.customerId) : null,
  ]);
  const day = firstDay(offer);
  const orderFor = day && { date: day.date, cutOffAt: day.cutOffAt, by: cutOffInWords(day) };
  return { next, waiting, orderFor, balance };
}

export default function DashboardHome({ loaderData }: Route.ComponentProps) {
  const { accountId, figures, latest, unconfirmed, coming, toApprove, recalls } = loaderData;
  const last = latest?.[0];
  if (latest?.length === 0) return <FirstSteps unconfirmed={unconfirmed} />;
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            {last && <ButtonLink to={orderAgainPath(last.id)}>Order again</ButtonLink>}
            <ButtonLink to="/dashboard/place-order" variant={last ? "secondary" : "primary"}>
              Place Order
            </ButtonLink>
          </>
        }
      />
      <ClientRecalls recalls={recalls} />
      {unconfirmed && <Unconfirmed email={unconfirmed} className="mt-8" />}
      {toApprove.length > 0 && (
        <Notice
          title={
            toApprove.length === 1
              ? "An order waits for your approval"
              : "Orders wait for your approval"
          }
          className="mt-6"
        >
          <ul>
            {toApprove.map(({ id, number }) => (
              <li key={id}>
                <Link
                  to={`/dashboard/orders/${id}`}
                  className="link inline-flex min-h-11 items-center"
                >
                  {orderName(number)}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <DraftWaiting accountId={accountId} />
      {coming && <Coming {...coming} />}
      <div className="mt-8">
        {figures ? (
          <Figures figures={figures} />
        ) : (
          <LoadFailure message="Your figures could not be loaded. Please try again." />
        )}
      </div>
      <div className="grid-page mt-12 gap-y-14">
        <section className="col-span-12 lg:col-span-9">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 className="text-title">Latest orders</h2>
            <Link to="/dashboard/orders" prefetch="intent" className="link text-[0.9375rem]">
              All orders
            </Link>
          </div>
          {latest ? (
            <OrdersTable label="Latest orders" orders={latest} />
          ) : (
            <LoadFailure message="Your orders could not be loaded. Please try again." />
          )}
        </section>
        <Shortcuts />
      </div>
    </>
  );
}

const steps = [
  {
    title: "Choose your cuts",
    text: "Everything we sell, by the pound. What you pick is saved until you send it.",
  },
  {
    title: "Send the order",
    text: "You can follow it under Orders, and we email you about it once your address is confirmed.",
  },
  {
    title: "Keep the invoice",
    text: "You can download it as soon as the order is packed.",
  },
];

/** The dashboard before the first order. `unconfirmed` is the address, while not confirmed. */
function FirstSteps({ unconfirmed }: { unconfirmed: string | null }) {
  return (
    <>
      <PageHeader
        title="Your first order"
        lede="Nothing has been ordered from this account yet. Here is how it works:"
        actions={<ButtonLink to="/dashboard/place-order">Place your first order</ButtonLink>}
      />
      {unconfirmed && <Unconfirmed email={unconfirmed} className="mt-8" />}
      <ol className="mt-10 grid gap-x-10 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t border-ink py-5 max-md:border-rule">
            <span aria-hidden="true" className="font-display text-heading text-oxblood">
              {index + 1}
            </span>
            <h2 className="mt-3 text-title">{title}</h2>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <Link to="/dashboard/account" className="link inline-flex min-h-11 items-center">
          Check your account details
        </Link>
      </p>
    </>
  );
}

function Shortcuts() {
  return (
    <section className="col-span-12 lg:col-span-3 lg:col-start-10">
      <h2 className="text-title">Shortcuts</h2>
      <ul className="mt-4 border-t border-ink">
        <Shortcut to="/dashboard/invoices" label="Invoices">
          Download invoices for fulfilled orders.
        </Shortcut>
        <li className="border-b border-rule py-3.5">
          <a
            href="/dashboard/prices.pdf"
            target="_blank"
            rel="noreferrer"
            className="link font-semibold"
          >
            Price list
          </a>
          <p className="mt-0.5 text-sm text-ink-soft">
            What you pay today, per pound and kilogram (PDF).
          </p>
        </li>
        <Shortcut to="/dashboard/account" label="Account">
          Phone, delivery address, password.
        </Shortcut>
      </ul>
    </section>
  );
}

function Shortcut(props: { to: string; label: string; children: ReactNode }) {
  return (
    <li className="border-b border-rule py-3.5">
      <Link to={props.to} className="link font-semibold">
        {props.label}
      </Link>
      <p className="mt-0.5 text-sm text-ink-soft">{props.children}</p>
    </li>
  );
}

/** The client's order figures, styled like the face of a scale: one large, two beside it. */
function Figures({ figures }: { figures: OrderFigures }) {
  return (
    <dl className="grid-page items-end gap-y-6">
      <div className="col-span-12 flex flex-col-reverse sm:col-span-7 lg:col-span-6">
        <dt className="mt-2 text-ink-soft">Ordered in {figures.year}</dt>
        <dd className="font-display text-display font-bold tracking-[-0.02em]">
          {formatLb(Number(figures.lbsThisYear))}
        </dd>
      </div>
      <Figure label="Orders">{figures.orders}</Figure>
      <Figure label="Pending">{figures.pending}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="col-span-4 flex flex-col-reverse border-l border-rule pl-4 sm:col-span-2 lg:pl-6">
      <dt className="mt-1 text-ink-soft">{label}</dt>
      <dd className="font-display text-heading font-semibold">{children}</dd>
    </div>
  );
}

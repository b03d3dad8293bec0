import { clsx } from "clsx/lite";
import { data, Link, redirect } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { landingOf } from "#app/domain/accounts/session/landing.ts";
import { decideOpeningCatalogue } from "#app/domain/catalogue/opening-catalogue.server.ts";
import {
  openingActionIn,
  samplesRemoved,
  wasOrdered,
} from "#app/domain/catalogue/opening-catalogue.ts";
import { owingMost, receivables } from "#app/domain/ledger/accounts.server.ts";
import { countNewClientOrders } from "#app/domain/ordering/placing/new-clients.server.ts";
import {
  bestClients,
  countActiveProducts,
  countInvoices,
  countOrders,
  ordersByWeek,
  poundsByCategory,
} from "#app/domain/orders/lists/order-statistics.server.ts";
import type { BestClient } from "#app/domain/orders/lists/order-statistics.ts";
import { recentPendingOrders } from "#app/domain/orders/lists/orders-admin.server.ts";
import { countClients } from "#app/features/clients/clients-admin.server.ts";
import { HeldWithClients } from "#app/features/runs/moved-orders.tsx";
import { beginPath } from "#app/features/sample/sample.ts";
import { setUpSteps } from "#app/features/today/set-up.server.ts";
import { readToday } from "#app/features/today/today.server.ts";
import { nextServedDay } from "#app/features/today/today.ts";
import { claimsToConfirm } from "#app/features/words/claims.server.ts";
import { isOwner, staffWith } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { healthPage } from "../navigation.ts";
import { SamplesRemoved } from "../opening-catalogue.tsx";
import { useFrameFacts, useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/today.ts";
import { Owed } from "./today-owed.tsx";
import { PendingOrders } from "./today-pending.tsx";
import { Pounds } from "./today-pounds.tsx";
import { NothingYet, OverviewSection } from "./today-section.tsx";
import { SetUp } from "./today-set-up.tsx";
import { Hurried, Today } from "./today-today.tsx";
import { Weeks } from "./today-weeks.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Dashboard");

const failures = {
  today: "What is to be done today could not be loaded. Please try again.",
  figures: "The figures could not be loaded. Please try again.",
  owed: "What is owed could not be added up. Please try again.",
  recent: "The pending orders could not be loaded. Please try again.",
  weeks: "The weekly figures could not be loaded. Please try again.",
  pounds: "This month's pounds could not be loaded. Please try again.",
  clients: "The best clients could not be loaded. Please try again.",
};

/** Loads each section independently, so that one failure doesn't affect the others. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = staffWith(context);
  // The figures are only for owners; other staff have their own start pages.
  if (!isOwner(admin)) throw redirect(landingOf(admin) + url.search);
  const services = context.get(requestContext);
  const { db, log, deliveryRules, health } = services;
  const [steps, findings, today, rules, figures, owed, recent, weeks, pounds, clients] =
    await Promise.all([
      orNull(
        claimsToConfirm(db, admin, services).then((claims) => setUpSteps(services, admin, claims)),
        log,
        "look at what the shop lacks",
      ),
      orNull(health.findings(admin), log, "look at the shop's health"),
      orNull(readToday(db, admin), log, "read what is to be done today"),
      orNull(deliveryRules.get(), log, "read the delivery days"),
      orNull(shopFigures(db, admin), log, "count the shop's orders, clients and products"),
      orNull(whatIsOwed(db, admin), log, "add up what is owed"),
      orNull(recentPendingOrders(db, admin), log, "list the recent pending orders"),
      orNull(ordersByWeek(db, admin), log, "add up the weeks"),
      orNull(poundsByCategory(db, admin), log, "weigh the month"),
      orNull(bestClients(db, admin), log, "find the best clients"),
    ]);
  const parts = { today, figures, owed, recent, weeks, pounds, clients };
  const nextServed = today && rules && nextServedDay(rules, today.now);
  const troubles = findings?.filter(({ state }) => state === "bad").map(({ name }) => name) ?? [];
  return data({ ...parts, steps, nextServed, troubles }, statusOf(...Object.values(parts)));
}

/** Decides on the opening catalogue; the guide has a button for each decision. */
export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: decisionFailed,
      log: "deciding about the opening catalogue failed",
      facts: ({ intent }) => ({ intent }),
      proof: requireRecentProof,
    },
    async (fields, { db, settings }) => {
      const admin = staffWith(args.context);
      if (!isOwner(admin)) throw data(null, { status: 403 });
      const intent = openingActionIn(fields.intent);
      if (!intent) throw new Refusal("invalid", decisionFailed);
      const removed = await decideOpeningCatalogue(db, settings, admin, intent);
      if (removed === null) throw new Refusal("ordered", wasOrdered);
      return redirect(removed > 0 ? `/admin?${samplesRemoved}=${removed}` : "/admin");
    },
  );

const decisionFailed = "This could not be done. Please try again.";

const namedOwing = 3;

async function whatIsOwed(db: Database, admin: Admin) {
  const [sums, most] = await Promise.all([
    receivables(db, admin),
    owingMost(db, admin, namedOwing),
  ]);
  return { ...sums, most };
}

type Database = Parameters<typeof countOrders>[0];

async function shopFigures(db: Database, admin: Admin): Promise<ShopFigures> {
  const [counted, unconfirmed, orders, clients, invoices, active] = await Promise.all([
    countOrders(db, admin, { status: "pending" }),
    countNewClientOrders(db, admin),
    countOrders(db, admin),
    countClients(db, admin),
    countInvoices(db, admin),
    countActiveProducts(db, admin),
  ]);
  // Unconfirmed orders don't count as orders yet, but are pending work too.
  return { pending: counted + unconfirmed, orders, clients, invoices, active };
}

/** The back office's home page: today's work, then counts and business figures. */
export default function AdminOverview({ loaderData, actionData }: Route.ComponentProps) {
  const { steps, troubles, today, nextServed, figures, owed, recent, weeks, pounds, clients } =
    loaderData;
  const facts = useFrameFacts();
  const waiting = facts?.waiting ?? null;
  const may = useMay();
  return (
    <>
      <SamplesRemoved />
      <PageHeader title="Dashboard" lede={today ? `Today, ${dateInWords(today.day)}` : undefined} />
      {facts?.sample && (
        <p className="mt-6 max-w-3xl">
          {facts.sample.isUsed
            ? `This is a sample business as of ${dateInWords(facts.sample.day)}, with what was done in it since.`
            : "This is a sample business in the middle of its week. Look around, and try what you like: its mails reach nobody."}{" "}
          <Link to={beginPath} className="link font-semibold">
            Begin with your own
          </Link>
        </p>
      )}
      {troubles.length > 0 && (
        <p className="mt-6 border-y border-cancelled bg-paper-deep/60 px-5 py-4 break-words">
          <Link to={healthPage.to} className="link font-semibold text-cancelled">
            The shop itself needs you
          </Link>
          : {troubles.join(", ")}
        </p>
      )}
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      {today && <HeldWithClients handedOver={today.handedOver} may={may} className="mt-6" />}
      {today && <Hurried today={today} />}
      {steps && <SetUp steps={steps} isOpen={figures?.orders === 0} />}
      {today ? (
        <Today today={today} nextServed={nextServed} waiting={waiting} />
      ) : (
        <div className="mt-8">
          <LoadFailure message={failures.today} />
        </div>
      )}
      <div className="mt-16">
        {figures ? <Figures figures={figures} /> : <LoadFailure message={failures.figures} />}
      </div>
      <div className="grid-page mt-14 gap-y-16">
        <div className="col-span-12">
          <OverviewSection
            title="Receivables"
            more={{ label: "All open accounts", to: "/admin/receivables" }}
          >
            {owed ? <Owed owed={owed} /> : <LoadFailure message={failures.owed} />}
          </OverviewSection>
        </div>
        <div className="col-span-12">
          <OverviewSection
            title="Recent pending orders"
            more={{ label: "All pending orders", to: "/admin/orders?status=pending" }}
          >
            {recent ? <PendingOrders orders={recent} /> : <LoadFailure message={failures.recent} />}
          </OverviewSection>
        </div>
        <div className="col-span-12">
          <OverviewSection title="Orders and revenue by week">
            {weeks ? <Weeks weeks={weeks} /> : <LoadFailure message={failures.weeks} />}
          </OverviewSection>
        </div>
        <div className="col-span-12 xl:col-span-6">
          <OverviewSection title="Pounds by category this month">
            {pounds ? <Pounds pounds={pounds} /> : <LoadFailure message={failures.pounds} />}
          </OverviewSection>
        </div>
        <div className="col-span-12 xl:col-span-6">
          <OverviewSection
            title="Best clients"
            more={{ label: "All clients", to: "/admin/clients" }}
          >
            {clients ? (
              <BestClients clients={clients} />
            ) : (
              <LoadFailure message={failures.clients} />
            )}
          </OverviewSection>
        </div>
      </div>
    </>
  );
}

/** The clients with the most revenue of the year: a table with bars. */
function BestClients({ clients }: { clients: BestClient[] }) {
  const [best] = clients;
  if (!best) {
    return (
      <NothingYet title="No orders in the last year">
        Your best clients will appear here, with links to their details.
      </NothingYet>
    );
  }
  return (
    <figure aria-label="Best clients">
      <Table
        label="Best clients"
        columns={["Client", { head: "Orders", numeric: true }, { head: "Revenue", numeric: true }]}
      >
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} most={toCents(best.revenue)} />
        ))}
      </Table>
      <figcaption className="mt-4 text-sm text-ink-soft">
        By revenue over the last year. Pending orders are included; orders cancelled or on hold are
        not, nor what was credited.
      </figcaption>
    </figure>
  );
}

function ClientRow({ client, most }: { client: BestClient; most: number }) {
  const cents = toCents(client.revenue);
  return (
    <tr className="relative hover:bg-paper-deep/50">
      <Th scope="row" className="w-full">
        <Link
          to={`/admin/clients?client=${client.id}`}
          prefetch="intent"
          className="link after:absolute after:inset-0"
        >
          {client.companyName || "Unknown Client"}
        </Link>
        <Bar share={most > 0 ? cents / most : 0} />
      </Th>
      <Td numeric>{client.orders}</Td>
      <Td numeric>{formatCents(cents)}</Td>
    </tr>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="mt-2 block h-2 w-full fill-oxblood">
      <rect width={`${share * 100}%`} height="100%" />
    </svg>
  );
}

interface ShopFigures {
  pending: number;
  orders: number;
  clients: number;
  invoices: number;
  active: number;
}

const numberFormat = new Intl.NumberFormat("en-CA");

/** The number of pending orders, very large, and the other counts; each links to its list. */
function Figures({ figures }: { figures: ShopFigures }) {
  return (
    <dl className="grid-page items-start gap-y-6 xl:items-end">
      <Figure
        large
        label={figures.pending === 1 ? "Pending order" : "Pending orders"}
        value={figures.pending}
        to="/admin/orders?status=pending"
      />
      <Figure label="Orders" value={figures.orders} to="/admin/orders" />
      <Figure label="Clients" value={figures.clients} to="/admin/clients" />
      <Figure label="Invoices" value={figures.invoices} to="/admin/invoices" />
      <Figure label="Active products" value={figures.active} to="/admin/products" />
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: number;
  to: string;
  large?: boolean;
}

function Figure({ label, value, to, large = false }: FigureProps) {
  return (
    <div
      className={clsx(
        "relative flex flex-col-reverse",
        large
          ? "col-span-12 xl:col-span-4"
          : "col-span-6 border-l border-rule pl-3 sm:col-span-3 xl:col-span-2 xl:pl-4",
      )}
    >
      <dt className="mt-1 text-sm xl:text-[0.9375rem]">
        <Link to={to} prefetch="intent" className="link after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd
        className={clsx(
          "font-display lining-nums",
          large ? "text-display font-bold tracking-[-0.02em]" : "text-heading font-semibold",
        )}
      >
        {numberFormat.format(value)}
      </dd>
    </div>
  );
}

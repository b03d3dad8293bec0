import { data, Link } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { countClients } from "#app/features/clients/clients-admin.server.ts";
import { countFailedMails } from "#app/features/mail/failed-mails.server.ts";
import {
  bestClients,
  countActiveProducts,
  countInvoices,
  countOrders,
  ordersByWeek,
  poundsByCategory,
} from "#app/features/orders/lists/order-statistics.server.ts";
import { recentPendingOrders } from "#app/features/orders/lists/orders-admin.server.ts";
import { countNewClientOrders } from "#app/features/orders/placing/new-clients.server.ts";
import { orNull, statusOf } from "#app/lib/load-failure.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/overview.ts";
import { BestClients } from "./overview-clients.tsx";
import { Figures, type ShopFigures } from "./overview-figures.tsx";
import { PendingOrders } from "./overview-pending.tsx";
import { Pounds } from "./overview-pounds.tsx";
import { OverviewSection } from "./overview-section.tsx";
import { Weeks } from "./overview-weeks.tsx";

export const meta: Route.MetaFunction = () => signedInMeta("Dashboard");

const failures = {
  figures: "The figures could not be loaded. Please try again.",
  recent: "The pending orders could not be loaded. Please try again.",
  weeks: "The weekly figures could not be loaded. Please try again.",
  pounds: "This month's pounds could not be loaded. Please try again.",
  clients: "The best clients could not be loaded. Please try again.",
};

/** Loads each section independently, so that one failure doesn't affect the others. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const [figures, recent, weeks, pounds, clients, undelivered] = await Promise.all([
    orNull(shopFigures(db, admin), log, "count the shop's orders, clients and products"),
    orNull(recentPendingOrders(db, admin), log, "list the recent pending orders"),
    orNull(ordersByWeek(db, admin), log, "add up the weeks"),
    orNull(poundsByCategory(db, admin), log, "weigh the month"),
    orNull(bestClients(db, admin), log, "find the best clients"),
    orNull(countFailedMails(db, admin), log, "count the undelivered mails"),
  ]);
  const parts = { figures, recent, weeks, pounds, clients };
  return data({ ...parts, undelivered }, statusOf(...Object.values(parts)));
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

/** The back office's home page: pending work, counts and business figures. */
export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  const { figures, recent, weeks, pounds, clients, undelivered } = loaderData;
  return (
    <>
      <PageHeader title="Dashboard" size="compact" />
      {undelivered ? <Undelivered count={undelivered} /> : null}
      <div className="mt-8">
        {figures ? <Figures figures={figures} /> : <LoadFailure message={failures.figures} />}
      </div>
      <div className="grid-page mt-14 gap-y-16">
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

function Undelivered({ count }: { count: number }) {
  const title =
    count === 1 ? "An e-mail could not be delivered" : `${count} e-mails could not be delivered`;
  return (
    <Notice tone="error" title={title} className="mt-8">
      <Link to="/admin/mails" className="link">
        See undelivered mail
      </Link>
    </Notice>
  );
}

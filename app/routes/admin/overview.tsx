import { Link } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Moment } from "#app/components/moment.tsx";
import { PageHeader } from "#app/components/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { adminContext } from "#app/features/auth/capability-contexts.server.ts";
import { listProductsForAdmin } from "#app/features/catalog/products-admin.server.ts";
import { countClients } from "#app/features/clients/clients-admin.server.ts";
import type { AdminOrderSummary } from "#app/features/orders/order.ts";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { countOrders, recentPendingOrders } from "#app/features/orders/orders-admin.server.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import type { Route } from "./+types/overview.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const admin = context.get(adminContext);
  const [orders, pending, clients, products, recent] = await Promise.all([
    countOrders(db, admin),
    countOrders(db, admin, { status: "pending" }),
    countClients(db, admin),
    listProductsForAdmin(db, admin),
    recentPendingOrders(db, admin),
  ]);
  const active = products.filter(({ isActive }) => isActive).length;
  return { figures: { orders, pending, clients, active }, recent };
}

/** The first page of the back office: how much there is, and what waits. */
export default function AdminOverview({ loaderData: { figures, recent } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Dashboard" size="desk" />
      <dl className="mt-8 grid grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-4">
        <Figure label="Orders" value={figures.orders} />
        <Figure label="Pending orders" value={figures.pending} />
        <Figure label="Clients" value={figures.clients} />
        <Figure label="Active products" value={figures.active} />
      </dl>
      <h2 className="mt-14 mb-5 text-title">Recent pending orders</h2>
      {recent.length > 0 ? (
        <RecentOrders orders={recent} />
      ) : (
        <EmptyState title="No orders found">
          <p>An order appears here as soon as a client has placed it.</p>
        </EmptyState>
      )}
      <p className="mt-10">
        <Link to="/shop" className="link">
          See the shop as a visitor does
        </Link>
      </p>
    </>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse border-t border-ink pt-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-heading font-semibold lining-nums">{value}</dd>
    </div>
  );
}

function RecentOrders({ orders }: { orders: AdminOrderSummary[] }) {
  return (
    <Table label="Recent pending orders">
      <thead>
        <tr>
          <Th>Order ID</Th>
          <Th>Client</Th>
          <Th>Date</Th>
          <Th>Status</Th>
          <Th numeric>Total</Th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ id, companyName, placedAt, status, totalPrice }) => (
          <tr key={id}>
            <Th scope="row" className="tabular-nums">
              {id.slice(0, 8)}…
            </Th>
            <Td>{companyName || "Unknown Client"}</Td>
            <Td className="whitespace-nowrap">
              <Moment at={placedAt} />
            </Td>
            <Td>
              <OrderStatusBadge status={status} />
            </Td>
            <Td numeric>{formatCents(toCents(totalPrice))}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

import { Link } from "react-router";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { BestClient } from "#app/domain/orders/lists/order-statistics.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { NothingYet } from "./overview-section.tsx";

/** The clients with the most revenue of the year: a table with bars. */
export function BestClients({ clients }: { clients: BestClient[] }) {
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
      <Table label="Best clients">
        <thead>
          <tr>
            <Th>Client</Th>
            <Th numeric>Orders</Th>
            <Th numeric>Revenue</Th>
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <ClientRow key={client.id} client={client} most={toCents(best.revenue)} />
          ))}
        </tbody>
      </Table>
      <figcaption className="mt-4 text-sm text-ink-soft">
        By revenue over the last year. Pending orders are included; cancelled orders are not.
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

/** The row's bar; its figures are beside it. */
function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="mt-2 block h-2 w-full fill-oxblood">
      <rect width={`${share * 100}%`} height="100%" />
    </svg>
  );
}

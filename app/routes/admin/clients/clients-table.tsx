import { Link } from "react-router";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { ClientSummary } from "#app/domain/customers/profile.ts";
import { staffDesk } from "#app/domain/ordering/placing/order-desk.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { useMay } from "../use-frame-facts.ts";
import { clientName } from "./client-detail.tsx";
import { useClientLink } from "./client-link.ts";

/**
 * The wholesale clients. On narrow screens contact and phone are below the company; on phones the
 * orders are below the total, and the whole row opens the client.
 */
export function ClientsTable({ clients }: { clients: ClientSummary[] }) {
  return (
    <Table label="Wholesale clients">
      <thead>
        <tr>
          <Th>Company</Th>
          <Th className="hidden lg:table-cell">Contact</Th>
          <Th className="hidden lg:table-cell">Phone</Th>
          <Th numeric className="hidden md:table-cell">
            Orders
          </Th>
          <Th numeric className="whitespace-nowrap max-md:pr-0">
            Total Spent
          </Th>
          <Th className="hidden md:table-cell">Action</Th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} />
        ))}
      </tbody>
    </Table>
  );
}

const notProvided = <span className="text-ink-soft">Not provided</span>;

function ClientRow({ client }: { client: ClientSummary }) {
  const { companyName, contactName, phone, email, orderCount, totalSpent } = client;
  const maySell = useMay()("sell");
  const link = useClientLink(client.id);
  const name = clientName(client);
  return (
    <tr className="relative">
      <Th scope="row" className="max-w-80 min-w-40 break-words">
        <Link {...link} className="link after:absolute after:inset-0 md:after:hidden">
          {name}
        </Link>
        <span className="block text-sm font-normal text-ink-soft">
          {client.inactiveAt && <span className="block">Inactive</span>}
          {/* Identifies clients without a company name. */}
          {!companyName && <span className="block break-all">{email}</span>}
          <span className="block lg:hidden">{contactName}</span>
          <span className="block tabular-nums lg:hidden">{phone}</span>
        </span>
      </Th>
      <Td className="hidden max-w-60 break-words lg:table-cell">{contactName || notProvided}</Td>
      <Td className="hidden whitespace-nowrap tabular-nums lg:table-cell">
        {phone || notProvided}
      </Td>
      <Td numeric className="hidden md:table-cell">
        {orderCount}
      </Td>
      <Td numeric className="max-md:pr-0">
        {formatDollars(totalSpent)}
        <span className="block text-sm text-ink-soft md:hidden">{ordersInWords(orderCount)}</span>
      </Td>
      <Td className="hidden md:table-cell">
        <Link {...link} className="link">
          View<span className="sr-only"> {name}</span>
        </Link>
        {maySell && !client.inactiveAt && (
          <Link to={staffDesk(client.id, null).page} className="link ml-5 whitespace-nowrap">
            Take an order<span className="sr-only"> from {name}</span>
          </Link>
        )}
      </Td>
    </tr>
  );
}

function ordersInWords(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}

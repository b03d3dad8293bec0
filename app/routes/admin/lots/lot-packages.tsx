import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { LotDetails, PackedOfLot, PackedPage } from "#app/domain/lots/lots.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages } from "#app/routes/list-pages.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { useMay } from "../use-frame-facts.ts";

interface LotPackagesProps {
  lot: LotDetails;
  packed: PackedPage | null;
  className: string;
}

const asCursor = (row: PackedOfLot | undefined): Cursor | undefined =>
  row && { at: row.packedAt, id: row.itemId };

/** Lists a lot's packages by order line, with their clients. */
export function LotPackages({ lot, packed, className }: LotPackagesProps) {
  return (
    <section aria-labelledby="packed" className={className}>
      <h2 id="packed" className="mb-4 text-title">
        Packed from it
      </h2>
      {!packed ? (
        <LoadFailure message="What was packed could not be loaded. Please try again." />
      ) : packed.rows.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-soft">
          {lot.isPacked
            ? "Every package of it was voided."
            : "Nothing yet. It is chosen at the packing station."}
        </p>
      ) : (
        <>
          <Table
            label="Orders with packages of it"
            columns={[
              "Client",
              { head: "Order", className: "hidden md:table-cell" },
              { head: "Product", className: "hidden md:table-cell" },
              { head: "Packed", className: "hidden lg:table-cell" },
              { head: "Packages", numeric: true, className: "hidden sm:table-cell" },
              { head: "Weight", numeric: true, className: "max-md:pr-0" },
            ]}
          >
            {packed.rows.map((row) => (
              <PackedRow key={row.itemId} row={row} />
            ))}
          </Table>
          <ListPages
            label="Pages of what was packed"
            hasNewer={packed.hasNewer}
            hasOlder={packed.hasMore}
            first={asCursor(packed.rows[0])}
            last={asCursor(packed.rows.at(-1))}
          />
        </>
      )}
    </section>
  );
}

function PackedRow({ row }: { row: PackedOfLot }) {
  const seesOrders = useMay()("orders");
  const number = (
    <>
      <span className="md:hidden">Order </span>
      {orderNumber(row.orderNumber)}
    </>
  );
  const order = seesOrders ? (
    <Link to={`/admin/orders/${row.orderId}`} className="link whitespace-nowrap">
      {number}
    </Link>
  ) : (
    <span className="whitespace-nowrap">{number}</span>
  );
  return (
    <tr>
      <Th scope="row" className="max-w-72 break-words">
        {row.companyName || "Unknown Client"}
        <span className="block text-sm font-normal text-ink-soft md:hidden">
          <span className="block">{order}</span>
          {row.productName}
        </span>
      </Th>
      <Td className="hidden md:table-cell">{order}</Td>
      <Td className="hidden max-w-72 break-words md:table-cell">{row.productName}</Td>
      <Td className="hidden whitespace-nowrap lg:table-cell">
        <Moment at={row.packedAt} time />
      </Td>
      <Td numeric className="hidden sm:table-cell">
        {row.packages}
      </Td>
      <Td numeric className="max-md:pr-0">
        {formatLb(Number(row.lb))}
      </Td>
    </tr>
  );
}

import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { stockInWords } from "#app/domain/stock/stock.ts";
import type { ProductStockView, StockMovement } from "#app/domain/stock/stock-lists.server.ts";

const kindText: Record<StockMovement["kind"], string> = {
  received: "Received",
  "cut from": "Cut from",
  "cut into": "Cut into",
  packed: "Packed",
  unpacked: "Taken out of a package",
  returned: "Returned",
  waste: "Waste",
  count: "Counted",
};

/** What came and went, the newest first. */
export function Movements({ stock, className }: { stock: ProductStockView; className: string }) {
  const { movements, unit } = stock;
  return (
    <section aria-labelledby="movements" className={className}>
      <h2 id="movements" className="mb-4 text-title">
        What came and went
      </h2>
      <Table label="Entries, newest first">
        <thead>
          <tr>
            <Th>When</Th>
            <Th>What</Th>
            <Th className="hidden md:table-cell">Lot</Th>
            <Th className="hidden lg:table-cell">Why</Th>
            <Th className="hidden lg:table-cell">Who</Th>
            <Th numeric>Change</Th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ id, kind, amount, lotId, lotCode, reason, by, at }) => (
            <tr key={id}>
              <Td className="align-top">
                <Moment at={at} time />
              </Td>
              <Td className="max-w-72 break-words">
                {kindText[kind]}
                <span className="block text-sm text-ink-soft md:hidden">{lotCode}</span>
                <span className="block text-sm text-ink-soft lg:hidden">{reason}</span>
              </Td>
              <Td className="hidden max-w-60 break-words md:table-cell">
                {lotId ? (
                  <Link to={`/admin/lots/${lotId}`} className="link">
                    {lotCode}
                  </Link>
                ) : (
                  <span className="text-ink-soft">Not known</span>
                )}
              </Td>
              <Td className="hidden max-w-72 break-words lg:table-cell">{reason}</Td>
              <Td className="hidden max-w-60 break-words lg:table-cell">{by ?? "The shop"}</Td>
              <Td numeric className="whitespace-nowrap">
                {amount > 0 && "+"}
                {stockInWords(amount, unit)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

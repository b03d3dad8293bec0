import { PrintedHead, Table, Td, Th } from "#app/components/table.tsx";
import {
  type Order,
  type OrderItem,
  orderNumber,
  totalPounds,
} from "#app/features/orders/order.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { formatLb } from "#app/lib/weight.ts";

/** The order's lines. On phones pounds and price are below the product's name. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <Table label="What was ordered">
      <thead>
        <PrintedHead columns={4}>Order {orderNumber(order.id)}</PrintedHead>
        <tr>
          <Th>Product</Th>
          <Th numeric className="hidden sm:table-cell print:table-cell">
            Quantity
          </Th>
          <Th numeric className="hidden sm:table-cell print:table-cell">
            Price/lb
          </Th>
          <Th numeric>Subtotal</Th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <Th scope="row" className="border-b-0">
            Total
            <span className="block text-sm font-normal text-ink-soft sm:hidden print:hidden">
              {formatLb(totalPounds(order.items))}
            </span>
          </Th>
          <Td numeric className="hidden border-b-0 sm:table-cell print:table-cell">
            {formatLb(totalPounds(order.items))}
          </Td>
          <Td className="hidden border-b-0 sm:table-cell print:table-cell" />
          <Td numeric className="border-b-0">
            {formatCents(toCents(order.totalPrice))}
          </Td>
        </tr>
      </tfoot>
    </Table>
  );
}

function Line({ item }: { item: OrderItem }) {
  const quantity = formatLb(Number(item.quantity));
  const price = formatPricePerLb(toCents(item.pricePerLb));
  return (
    <tr className="break-inside-avoid">
      <Th scope="row">
        {item.productName}
        <span className="block text-sm font-normal text-ink-soft sm:hidden print:hidden">
          {quantity} × {price}
        </span>
      </Th>
      <Td numeric className="hidden sm:table-cell print:table-cell">
        {quantity}
      </Td>
      <Td numeric className="hidden sm:table-cell print:table-cell">
        {price}
      </Td>
      <Td numeric>{formatCents(toCents(item.subtotal))}</Td>
    </tr>
  );
}

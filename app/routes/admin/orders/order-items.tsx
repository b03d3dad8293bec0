import { PrintedHead, Table, Td, Th } from "#app/components/table.tsx";
import { ProductImage } from "#app/features/catalog/product-image.tsx";
import {
  type AdminOrder,
  type OrderItem,
  orderNumber,
  totalPounds,
} from "#app/features/orders/order.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { formatLb } from "#app/lib/weight.ts";

const wide = "hidden sm:table-cell";
/** Prices are hidden on the printed pick list. */
const money = "print:hidden";

/**
 * The order's lines. On phones price and pounds are below the product; on paper each line has a box
 * to tick instead of a picture, and no prices.
 */
export function OrderItems({ order }: { order: AdminOrder }) {
  return (
    <Table label="Items in this order">
      <thead>
        <PrintedHead columns={4}>
          Order {orderNumber(order.id)}, {order.customer.companyName || "Unknown Client"}
        </PrintedHead>
        <tr>
          <Th>Product</Th>
          <Th numeric className={`${wide} ${money}`}>
            Price/lb
          </Th>
          <Th numeric className={`${wide} print:table-cell print:pr-0`}>
            Quantity
          </Th>
          <Th numeric className={money}>
            Subtotal
          </Th>
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
          <Td className={`border-b-0 ${wide} ${money}`} />
          <Td numeric className={`border-b-0 ${wide} print:table-cell print:pr-0`}>
            {formatLb(totalPounds(order.items))}
          </Td>
          <Td numeric className={`border-b-0 ${money}`}>
            {formatCents(toCents(order.totalPrice))}
          </Td>
        </tr>
      </tfoot>
    </Table>
  );
}

function Line({ item }: { item: OrderItem }) {
  const name = item.productName.trim() || "Unknown Product";
  const quantity = formatLb(Number(item.quantity));
  const price = formatPricePerLb(toCents(item.pricePerLb));
  return (
    <tr className="break-inside-avoid">
      <Th scope="row">
        {/* The picture is positioned absolutely, so that the figures align with the name. */}
        <div className="relative min-h-11 pl-18 lg:min-h-15 lg:pl-24 print:min-h-0 print:pl-9">
          <div className="absolute inset-y-0 left-0 hidden size-5 border-2 border-ink print:block" />
          <div className="absolute top-0 left-0 w-14 lg:w-20 print:hidden" aria-hidden="true">
            <ProductImage src={item.imageUrl} name={name} place="thumbnail" />
          </div>
          <p className="break-words">{name}</p>
          <ProductId id={item.productId} />
          <p className="mt-1 text-sm font-normal text-ink-soft sm:hidden print:hidden">
            {quantity} × {price}
          </p>
        </div>
      </Th>
      <Td numeric className={`${wide} ${money}`}>
        {price}
      </Td>
      <Td numeric className={`${wide} print:table-cell print:pr-0 print:font-semibold`}>
        {quantity}
      </Td>
      <Td numeric className={money}>
        {formatCents(toCents(item.subtotal))}
      </Td>
    </tr>
  );
}

/** Null once the product has been deleted: its line keeps name and price. */
function ProductId({ id }: { id: string | null }) {
  return (
    <p className="text-xs font-normal break-words text-ink-soft print:hidden">
      {id ?? "No longer in the catalogue"}
    </p>
  );
}

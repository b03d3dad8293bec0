import { clsx } from "clsx/lite";
import { PrintedHead, Table, Td, Th } from "#app/components/table.tsx";
import { ProductImage } from "#app/domain/catalogue/pictures/product-image.tsx";
import {
  type AdminOrder,
  type OrderItem,
  orderName,
  sumPounds,
  totalPounds,
} from "#app/domain/orders/order.ts";
import {
  AmountRow,
  ChargeRows,
  hasPackagesRow,
  isContinued,
  LinePrice,
  LineState,
  OrderedCell,
  PackagesRow,
  PackedCell,
} from "#app/domain/orders/order-line-parts.tsx";
import {
  amountCents,
  figuresInWords,
  isAsOrdered,
  isBilled,
  isPackingBegun,
  mostInWords,
  orderedOf,
  overCents,
  overWeight,
  replacementAmount,
} from "#app/domain/orders/order-line-words.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

// Beside the menu and the client, the table is narrower than the window.
const wide = "hidden lg:table-cell md:pr-6!";
const money = "print:hidden";
const weight = `${wide} print:table-cell`;
const lastWeight = `${weight} print:pr-0!`;
const note = "mt-1 text-[0.9375rem] text-ink-soft print:hidden";

/**
 * The order's lines: ordered and, once packing has begun, packed. On phones both and the price are
 * below the product; on paper each line has a box to tick instead of an image, and no prices.
 */
export function OrderItems({ order }: { order: AdminOrder }) {
  const { items } = order;
  const isPending = order.status === "pending";
  const hasPacked = isPackingBegun(items);
  return (
    <>
      <Table label="Items in this order">
        <thead>
          <PrintedHead columns={hasPacked ? 5 : 4}>
            {orderName(order.number)}, {order.customer.companyName || "Unknown Client"}
          </PrintedHead>
          <tr>
            <Th>Product</Th>
            <Th numeric className={`${wide} ${money}`}>
              Price/lb
            </Th>
            <Th numeric className={hasPacked ? weight : lastWeight}>
              Quantity
            </Th>
            {hasPacked && (
              <Th numeric className={lastWeight}>
                Packed
              </Th>
            )}
            <Th numeric className={money}>
              {isPending && hasPacked ? "Estimate" : "Subtotal"}
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Line key={item.id} order={order} item={item} hasPacked={hasPacked} />
          ))}
        </tbody>
        <tfoot>
          <ChargeRows
            order={order}
            between={hasPacked ? 3 : 2}
            betweenClassName={wide}
            className={money}
          />
          <tr className="font-semibold">
            <Th scope="row" className="border-b-0">
              Total
              {isPending && <span className="font-normal text-ink-soft">, estimated</span>}
              <span className="block text-sm font-normal text-ink-soft lg:hidden print:hidden">
                {formatLb(totalPounds(items))}
              </span>
            </Th>
            <Td className={`border-b-0 ${wide} ${money}`} />
            <Td numeric className={clsx("border-b-0", hasPacked ? weight : lastWeight)}>
              {formatLb(sumPounds(orderedOf(items).map(({ quantity }) => quantity)))}
            </Td>
            {hasPacked && (
              <Td numeric className={`border-b-0 ${lastWeight}`}>
                {formatLb(sumPounds(items.map(({ packedLb }) => packedLb)))}
              </Td>
            )}
            <Td numeric className={`border-b-0 ${money}`}>
              {formatDollars(order.totalPrice)}
            </Td>
          </tr>
        </tfoot>
      </Table>
      {isPending && <p className={note}>Client's maximum: {mostInWords(order)}.</p>}
      {isBilled(order) && isAsOrdered(items) && <p className={note}>Weights are as ordered.</p>}
    </>
  );
}

interface LineProps {
  order: AdminOrder;
  item: OrderItem;
  hasPacked: boolean;
}

function Line({ order, item, hasPacked }: LineProps) {
  const name = item.productName.trim() || "Unknown Product";
  const price = formatPricePerLb(toCents(item.pricePerLb));
  const cents = amountCents(order, item);
  const over = isBilled(order) ? overCents(item) : 0;
  return (
    <>
      <tr className={clsx("break-inside-avoid", hasPackagesRow(item) && isContinued)}>
        <Th scope="row">
          {/* The image is positioned absolutely, so that the figures align with the name. */}
          <div className="relative min-h-11 pl-18 lg:min-h-15 lg:pl-24 print:min-h-0 print:pl-9">
            <div className="absolute inset-y-0 left-0 hidden size-5 border-2 border-ink print:block" />
            <div className="absolute top-0 left-0 w-14 lg:w-20 print:hidden" aria-hidden="true">
              <ProductImage src={item.imageUrl} name={name} place="thumbnail" />
            </div>
            <p className="break-words">{name}</p>
            <ProductId id={item.productId} />
            <LineState order={order} item={item} />
            <Agreement item={item} />
            <p className="mt-1 text-sm font-normal text-ink-soft lg:hidden print:hidden">
              {figuresInWords(item, "staff")}
            </p>
            <LinePrice item={item} whose="Their" />
          </div>
        </Th>
        <Td numeric className={`${wide} ${money}`}>
          {price}
        </Td>
        <Td numeric className={clsx("print:font-semibold", hasPacked ? weight : lastWeight)}>
          <OrderedCell item={item} />
        </Td>
        {hasPacked && (
          <Td numeric className={lastWeight}>
            <PackedCell item={item} />
          </Td>
        )}
        <Td numeric className={money}>
          {cents === null ? (
            <span className="text-sm text-ink-soft">{replacementAmount(item)}</span>
          ) : (
            formatCents(cents)
          )}
        </Td>
      </tr>
      <PackagesRow item={item} className="pl-18 lg:pl-24" />
      {over > 0 && (
        <AmountRow
          label={overWeight}
          cents={-over}
          between={3}
          betweenClassName={wide}
          labelClassName="pl-18 lg:pl-24"
          className={money}
        />
      )}
    </>
  );
}

function Agreement({ item }: { item: OrderItem }) {
  if (item.overDecision !== "customer_agreed" || !item.packNote) return null;
  return <p className="text-sm font-normal break-words text-ink-soft">{item.packNote}</p>;
}

/** Null once the product has been deleted; its line keeps name and price. */
function ProductId({ id }: { id: string | null }) {
  return (
    <p className="text-xs font-normal break-words text-ink-soft print:hidden">
      {id ?? "No longer in the catalogue"}
    </p>
  );
}

import { clsx } from "clsx/lite";
import { PrintedHead, Table, Td, Th } from "#app/components/table.tsx";
import {
  type Order,
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
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

const wide = "hidden sm:table-cell print:table-cell";
const narrow = "block text-sm font-normal text-ink-soft sm:hidden print:hidden";

const note = "mt-1 text-[0.9375rem] text-ink-soft";

/** Ordered and, once packing began, packed. On phones below the product's name. */
export function OrderLines({ order }: { order: Order }) {
  const { items } = order;
  const isPending = order.status === "pending" || order.status === "awaiting_payment";
  const hasPacked = isPackingBegun(items);
  return (
    <>
      <Table label="What was ordered">
        <thead>
          <PrintedHead columns={hasPacked ? 5 : 4}>{orderName(order.number)}</PrintedHead>
          <tr>
            <Th>Product</Th>
            <Th numeric className={wide}>
              Ordered
            </Th>
            {hasPacked && (
              <Th numeric className={wide}>
                Packed
              </Th>
            )}
            <Th numeric className={wide}>
              $/lb
            </Th>
            <Th numeric>{isPending && hasPacked ? "Estimate" : "Amount"}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Line key={item.id} order={order} item={item} hasPacked={hasPacked} />
          ))}
        </tbody>
        <tfoot>
          <ChargeRows order={order} between={hasPacked ? 3 : 2} betweenClassName={wide} />
          <tr className="font-semibold">
            <Th scope="row" className="border-b-0">
              {isPending ? "Estimate" : "Total"}
              <span className={narrow}>{formatLb(totalPounds(items))}</span>
            </Th>
            <Td numeric className={`border-b-0 ${wide}`}>
              {formatLb(sumPounds(orderedOf(items).map(({ quantity }) => quantity)))}
            </Td>
            {hasPacked && (
              <Td numeric className={`border-b-0 ${wide}`}>
                {formatLb(sumPounds(items.map(({ packedLb }) => packedLb)))}
              </Td>
            )}
            <Td className={`border-b-0 ${wide}`} />
            <Td numeric className="border-b-0">
              {order.status === "cancelled" ? (
                <s className="font-normal">{formatDollars(order.totalPrice)}</s>
              ) : (
                formatDollars(order.totalPrice)
              )}
            </Td>
          </tr>
        </tfoot>
      </Table>
      {isPending && <p className={note}>You pay for the weight we pack, {mostInWords(order)}.</p>}
      {isBilled(order) && isAsOrdered(items) && <p className={note}>Weights are as ordered.</p>}
    </>
  );
}

interface LineProps {
  order: Order;
  item: OrderItem;
  hasPacked: boolean;
}

function Line({ order, item, hasPacked }: LineProps) {
  const price = formatDollars(item.pricePerLb);
  const cents = amountCents(order, item);
  const over = isBilled(order) ? overCents(item) : 0;
  return (
    <>
      <tr className={clsx("break-inside-avoid", hasPackagesRow(item) && isContinued)}>
        <Th scope="row">
          {item.productName}
          <LineState order={order} item={item} />
          <span className={narrow}>{figuresInWords(item)}</span>
          <LinePrice item={item} whose="Your" />
        </Th>
        <Td numeric className={wide}>
          <OrderedCell item={item} />
        </Td>
        {hasPacked && (
          <Td numeric className={wide}>
            <PackedCell item={item} />
          </Td>
        )}
        <Td numeric className={wide}>
          {price}
        </Td>
        <Td numeric>
          {cents === null ? (
            <span className="text-sm text-ink-soft">{replacementAmount(item)}</span>
          ) : (
            formatCents(cents)
          )}
        </Td>
      </tr>
      <PackagesRow item={item} />
      {over > 0 && (
        <AmountRow label={overWeight} cents={-over} between={3} betweenClassName={wide} />
      )}
    </>
  );
}

import { useEffect, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import type { OtherOrder } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import type { PackingParts } from "../use-station.ts";

/**
 * Asks which other order with the same product a package goes to. Orders whose maximum it would
 * exceed are listed, but it has to be weighed there, where that is decided.
 */
export function ChooseOrder({ station, packageId }: { station: PackingParts; packageId: string }) {
  const [orders, setOrders] = useState<OtherOrder[] | "asked" | "lost">("asked");
  const line = station.lines.find(({ packages }) => packages.some(({ id }) => id === packageId));
  const one = line?.packages.find(({ id }) => id === packageId);
  const orderId = line && station.orderIdOf(line);
  useEffect(() => {
    const asked = new AbortController();
    const address = `/api/packing/${orderId}?${new URLSearchParams({ package: packageId })}`;
    fetch(address, { signal: asked.signal, headers: { Accept: "application/json" } })
      .then((response) => (response.ok ? response.json() : null))
      .then((answer: { orders: OtherOrder[] } | null) => setOrders(answer?.orders ?? "lost"))
      .catch(() => asked.signal.aborted || setOrders("lost"));
    return () => asked.abort();
  }, [orderId, packageId]);
  if (!line || !one) return <p className="font-semibold">Someone took this package off.</p>;
  return (
    <section aria-label="Move to another order">
      <p className="font-semibold">
        Move {formatLb(Number(one.netLb))} of {line.productName} to another order
      </p>
      {orders === "lost" && (
        <p role="alert" className="mt-2 text-sm font-semibold text-cancelled">
          The shop did not answer. Try again in a moment.
        </p>
      )}
      {Array.isArray(orders) && orders.length === 0 && (
        <p className="mt-2 text-sm">No other order to pack has {line.productName}.</p>
      )}
      {Array.isArray(orders) && orders.length > 0 && (
        <ul className="mt-2 max-h-72 overflow-y-auto border border-rule-strong px-2">
          {orders.map((order) => (
            <li key={order.itemId} className="border-b border-rule">
              {order.lbOver ? (
                <p className="min-h-14 py-1.5 text-ink-soft">
                  <OrderLine order={order} />
                  <span className="block text-sm">
                    {order.lbOver} lb over the maximum: weigh it there
                  </span>
                </p>
              ) : (
                <button
                  type="button"
                  onClick={() => station.transfer(packageId, order)}
                  className="min-h-14 w-full py-1.5 text-left hover:bg-paper-deep"
                >
                  <OrderLine order={order} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        className="mt-2 min-h-14 w-full"
        onClick={() => station.ask(null)}
      >
        Cancel
      </Button>
    </section>
  );
}

function OrderLine({ order }: { order: OtherOrder }) {
  const { orderNumber, clientName, day, ordered, packedLb } = order;
  return (
    <>
      <span className="font-semibold break-words">{clientName}</span>
      <span className="block text-sm text-ink-soft tabular-nums">
        {orderName(orderNumber)}
        {day && `, ${shortDateInWords(day)}`}: {formatLb(Number(packedLb))} of {ordered}
      </span>
    </>
  );
}

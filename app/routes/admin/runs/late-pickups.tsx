import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import type { LatePickup } from "#app/features/runs/late-pickups.server.ts";
import { telLink } from "#app/features/runs/run.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { useMay } from "../use-frame-facts.ts";

const way = "link inline-flex min-h-11 items-center";

/** What waits at the counter though its day is over, and what can be done about it. */
export function LatePickups({
  orders,
  message,
}: {
  orders: LatePickup[];
  message: string | undefined;
}) {
  if (orders.length === 0 && !message) return null;
  return (
    <section aria-labelledby="late-pickups" className="mt-8">
      <h2 id="late-pickups" className="text-title">
        Not picked up
      </h2>
      {message && <Notice tone="error" title={message} className="mt-3 max-w-2xl" />}
      <ul className="mt-3 border-t border-ink">
        {orders.map((order) => (
          <li key={order.id} className="border-b border-rule py-4">
            <Late order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const deeds = [
  { intent: "pickedUp", label: "Picked up" },
  { intent: "remind", label: "Email a reminder" },
  { intent: "leave", label: "Nobody came" },
] as const;

function Late({ order: { id, number, name, phone, date, remindedAt } }: { order: LatePickup }) {
  const { formData } = useNavigation();
  const may = useMay();
  const dial = telLink(phone);
  const pending = formData?.get("order") === id ? formData.get("intent") : null;
  return (
    <>
      <h3 className="text-lg font-semibold break-words">{name}</h3>
      <p>
        {orderName(number)}, for {dateInWords(date)}
        {remindedAt && (
          <>
            . Reminded <Moment at={remindedAt} time />
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-x-5">
        {dial && (
          <a href={dial} className={way}>
            {phone}
          </a>
        )}
        {may("orders") && (
          <Link to={`/admin/orders/${id}`} className={way}>
            Open the order
          </Link>
        )}
        {may("sell") && (
          <Link to={`/admin/orders/${id}/move`} className={way}>
            Move to another day
          </Link>
        )}
        {may("money") && (
          <Link to={`/admin/orders/${id}/credit`} className={way}>
            Credit it
          </Link>
        )}
      </p>
      <Form method="post" replace preventScrollReset className="mt-2 flex flex-wrap gap-3">
        <input type="hidden" name="order" value={id} />
        {deeds.map(({ intent, label }) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            size="sm"
            variant={intent === "pickedUp" ? "primary" : "secondary"}
            pending={pending === intent}
          >
            {label}
            <span className="sr-only">: {name}</span>
          </Button>
        ))}
      </Form>
    </>
  );
}

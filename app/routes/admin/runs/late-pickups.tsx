import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { orderName } from "#app/domain/orders/order.ts";
import type { LatePickup, PackedWithoutDay } from "#app/features/runs/late-pickups.server.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { useMay } from "../use-frame-facts.ts";

const way = "link inline-flex min-h-11 items-center";

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

const intents = [
  { intent: "pickedUp", label: "Picked up" },
  { intent: "remind", label: "Email a reminder" },
  { intent: "leave", label: "Nobody came" },
] as const;

function Late({ order }: { order: LatePickup }) {
  const { id, number, name, phone, date, remindedAt } = order;
  const may = useMay();
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
      <Ways id={id} phone={phone} move="Move to another day">
        {may("money") && (
          <Link to={`/admin/orders/${id}/credit`} className={way}>
            Credit it
          </Link>
        )}
      </Ways>
      <Intents order={order} intents={intents} />
    </>
  );
}

/** Packed orders without a delivery, which nobody would bring, with the actions for each. */
export function WithoutDay({ orders }: { orders: PackedWithoutDay[] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="without-day" className="mt-8">
      <h2 id="without-day" className="text-title">
        Packed, without a day
      </h2>
      <ul className="mt-3 border-t border-ink">
        {orders.map((order) => (
          <li key={order.id} className="border-b border-rule py-4">
            <h3 className="text-lg font-semibold break-words">{order.name}</h3>
            <p>{orderName(order.number)}, on no delivery</p>
            <Ways id={order.id} phone={order.phone} move="Choose a day" />
            <Intents order={order} intents={[{ intent: "pickedUp", label: "Handed over" }]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The result of an action on an order waiting at the counter. */
export interface CounterAnswer extends FormAnswer {
  done?: { intent: string; order: string };
}

/** Confirms once that an order was handed over, with a button to undo it. */
export function useUndo(done: CounterAnswer["done"]): void {
  const submit = useSubmit();
  const say = useEffectEvent(({ intent, order }: NonNullable<CounterAnswer["done"]>) => {
    if (intent !== "pickedUp") return;
    const undo = () => void submit({ intent: "undo", order }, { method: "post", replace: true });
    toast({ title: "Handed over", action: { label: "Undo", run: undo } });
  });
  useEffect(() => {
    if (done) say(done);
  }, [done]);
}

interface WaysProps {
  id: string;
  phone: string;
  /** The label for moving the order to another day. */
  move: string;
  children?: ReactNode;
}

function Ways({ id, phone, move, children }: WaysProps) {
  const may = useMay();
  const dial = telLink(phone);
  return (
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
          {move}
        </Link>
      )}
      {children}
    </p>
  );
}

interface IntentsProps {
  order: PackedWithoutDay;
  intents: readonly { intent: string; label: string }[];
}

function Intents({ order: { id, name }, intents: offered }: IntentsProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("order") === id ? formData.get("intent") : null;
  // Optimistic; after a refusal the buttons come back.
  if (pending === "pickedUp") return <p className="mt-2 font-semibold">Handed over</p>;
  return (
    <Form method="post" replace preventScrollReset className="mt-2 flex flex-wrap gap-3">
      <input type="hidden" name="order" value={id} />
      {offered.map(({ intent, label }) => (
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
  );
}

import type { ReactNode } from "react";
import { data, Form, Link, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import {
  daysForSeveral,
  listToMove,
  type MovedSeveral,
  moveSeveral,
  type OrderToMove,
} from "#app/domain/ordering/delivery/move-several.server.ts";
import { staysOnHold } from "#app/domain/orders/hold.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { chooseDay } from "#app/domain/orders/order-refusals.ts";
import { staffRequest } from "#app/guards/guards.server.ts";
import { dateInWords, shortDateInWords } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { countOf } from "#app/lib/in-words.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/move-orders.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Move orders");

/** `?order=…&order=…`: the orders ticked in the list. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, settings, deliveryRules, staff } = staffRequest(context, "sell");
  const [orders, rules] = await Promise.all([
    orNull(listToMove(db, staff, url.searchParams.getAll("order")), log, "list orders to move"),
    orNull(deliveryRules.get(), log, "read the delivery days"),
  ]);
  const days = orders && rules && daysForSeveral(orders, rules, new Date());
  const { secondFee } = settings.get(undeliveredSettings);
  return data({ orders, days, secondFee }, statusOf(orders, rules));
}

interface MoveAnswer {
  message?: string;
  date?: string;
  done?: MovedSeveral;
}

/** Moves the ticked orders that can be moved; the answer has the result for each. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, log, settings, shop, minOrderCents, staff } = staffRequest(context, "sell");
  const form = await readForm(request);
  const ids = form.getAll("order").map(String);
  const date = dayIn(String(form.get("day") ?? ""));
  if (!date) return data<MoveAnswer>({ message: chooseDay }, { status: 400 });
  const { secondFee } = settings.get(undeliveredSettings);
  const wanted = { date, chargesFee: form.get("fee") === "yes" };
  const services = { log, shop, minOrderCents, secondFee };
  const done = await moveSeveral(db, staff, ids, wanted, services);
  return data<MoveAnswer>({ date, done });
}

export default function MoveOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, days } = loaderData;
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/orders">Orders</BackLink>}
        title="Move to another day"
      />
      {actionData?.done ? (
        <Results date={actionData.date ?? ""} {...actionData.done} />
      ) : !orders || !days ? (
        <LoadFailure message="The orders could not be loaded. Please try again." />
      ) : orders.length === 0 || days.length === 0 ? (
        <EmptyState
          title={orders.length === 0 ? "No orders chosen" : "There is no day to move them to"}
          way={{ to: "/admin/orders", label: "Return to Orders" }}
        >
          <p>
            {orders.length === 0
              ? "Tick the orders to move in the list."
              : "None of these orders has a zone that is served in the coming weeks."}
          </p>
        </EmptyState>
      ) : (
        <MoveForm
          {...loaderData}
          orders={orders}
          days={days}
          message={actionData && "message" in actionData ? actionData.message : undefined}
        />
      )}
    </>
  );
}

interface MoveFormProps {
  orders: OrderToMove[];
  days: ReturnType<typeof daysForSeveral>;
  secondFee: string;
  message: string | undefined;
}

function MoveForm({ orders, days, secondFee, message }: MoveFormProps) {
  const ifMailed = useIfMailed();
  const isSending = useNavigation().formMethod === "POST";
  // The first day after the latest current day, the usual target for late orders.
  const last =
    orders
      .map(({ day }) => day?.date ?? "")
      .toSorted()
      .at(-1) ?? "";
  const suggested = days.find(({ date }) => date > last) ?? days[0];
  const asksFee = secondFee === "ask" && orders.some(({ status }) => status === "fulfilled");
  return (
    <Form method="post" className="mt-6 max-w-2xl">
      {message && <Notice tone="error" title={message} className="mb-5" />}
      <p>
        Each order keeps its zone. A pending order stays where it is if the new day is full or past
        its cut-off, or if it would cost more on that day. Packed orders ignore those limits. You
        will see which orders stayed, and why.{" "}
        {ifMailed("Clients we can email are notified of their new day.")}
      </p>
      <SelectField
        label="New day"
        name="day"
        required
        defaultValue={suggested?.date}
        className="mt-5 max-w-md"
      >
        {days.map(({ date, zoneNames, orders: count }) => (
          <option key={date} value={date}>
            {dateInWords(date)} ({zoneNames.join(", ")}
            {count < orders.length && `: ${count} of ${orders.length}`})
          </option>
        ))}
      </SelectField>
      {asksFee && (
        <Checkbox
          name="fee"
          value="yes"
          label="Charge packed orders the delivery fee again"
          className="mt-4"
        />
      )}
      <h2 className="mt-8 text-title">{countOf(orders.length, "order")}</h2>
      <ul className="mt-2 border-t border-ink">
        {orders.map((order) => (
          <OrderLine key={order.id} order={order}>
            {order.day ? `${shortDateInWords(order.day.date)}, ${order.day.zoneName}` : "No day"}
            <input type="hidden" name="order" value={order.id} />
          </OrderLine>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" pending={isSending}>
          {orders.length === 1 ? "Move the order" : `Move ${orders.length} orders`}
        </Button>
        <ButtonLink to="/admin/orders" variant="secondary">
          Keep them as they are
        </ButtonLink>
      </div>
    </Form>
  );
}

function Results({ date, moved, stayed, over }: MovedSeveral & { date: string }) {
  const heldCount = moved.filter(({ holds }) => holds.length > 0).length;
  return (
    <div className="mt-6 max-w-2xl">
      {moved.length > 0 && (
        <Notice
          tone="success"
          title={`${countOf(moved.length, "order")} moved to ${dateInWords(date)}`}
        />
      )}
      {heldCount > 0 && (
        <Notice
          title={`${countOf(heldCount, "order")} of these ${heldCount === 1 ? "stays" : "stay"} on hold`}
          className="mt-4"
        >
          What is on hold won’t be packed or go out until it is released. The list says why.
        </Notice>
      )}
      {over.map(({ zoneName, by }) => (
        <Notice
          key={zoneName}
          title={`${zoneName} on ${dateInWords(date)} is over its capacity: ${by}`}
          className="mt-4"
        />
      ))}
      {stayed.length > 0 && (
        <section aria-labelledby="stayed" className="mt-8">
          <h2 id="stayed" className="text-title">
            {countOf(stayed.length, "order")} not moved
          </h2>
          <ul className="mt-2 border-t border-ink">
            {stayed.map(({ order, why }) => (
              <OrderLine key={order.id} order={order}>
                {why}
              </OrderLine>
            ))}
          </ul>
        </section>
      )}
      {moved.length > 0 && (
        <Section id="moved" title="Moved" className="mt-8">
          <ul className="mt-2 border-t border-ink">
            {moved.map((order) => (
              <OrderLine key={order.id} order={order}>
                {order.day && `From ${shortDateInWords(order.day.date)}, ${order.day.zoneName}`}
                {order.holds.length > 0 && (
                  <strong className="block font-semibold text-cancelled">
                    {staysOnHold(order.holds)}
                  </strong>
                )}
              </OrderLine>
            ))}
          </ul>
        </Section>
      )}
      <ButtonLink to="/admin/orders" variant="secondary" className="mt-8">
        Return to Orders
      </ButtonLink>
    </div>
  );
}

function OrderLine({ order, children }: { order: OrderToMove; children: ReactNode }) {
  return (
    <li className="relative border-b border-rule py-3">
      <Link
        to={`/admin/orders/${order.id}`}
        className="link font-semibold tabular-nums after:absolute after:inset-0"
      >
        {orderName(order.number)}
      </Link>
      , {order.companyName || "Unknown Client"}
      <p className="text-sm text-ink-soft">{children}</p>
    </li>
  );
}

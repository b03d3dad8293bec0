import { randomUUID } from "node:crypto";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { DayRefusedError } from "#app/features/delivery/booking.server.ts";
import { deliveryOffer } from "#app/features/delivery/delivery-offer.server.ts";
import { chosenDelivery, type OfferedDay } from "#app/features/delivery/delivery-offer.ts";
import { deliveryTerms, readDayKey } from "#app/features/delivery/delivery-terms.ts";
import { runKey } from "#app/features/delivery/rules.ts";
import { type SecondFee, undeliveredSettings } from "#app/features/delivery/second-fee.ts";
import { DayOptions } from "#app/features/orders/delivery/delivery-choice.tsx";
import { dayRefusedInWords } from "#app/features/orders/delivery/delivery-words.ts";
import { movePacked } from "#app/features/orders/delivery/move-packed.server.ts";
import { PresentDay } from "#app/features/orders/delivery/present-day.tsx";
import { getOrderForAdmin } from "#app/features/orders/lists/orders-admin.server.ts";
import { type AdminOrder, OrderConflictError, orderNumber } from "#app/features/orders/order.ts";
import { orderedOf } from "#app/features/orders/order-line-words.ts";
import { chooseDay } from "#app/features/orders/order-refusals.ts";
import { OrderRefusedError } from "#app/features/orders/placing/order-rules.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/move-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Move the order");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, settings } = context.get(requestContext);
  const order = await getOrderForAdmin(db, staffWith(context, "sell"), params.id);
  const isMovable = order?.status === "fulfilled";
  const whose = isMovable ? { customerId: order.customerId, sites: null } : null;
  const offer = whose && (await deliveryOffer(db, whose, params.id, { isPacked: true }));
  const { secondFee } = settings.get(undeliveredSettings);
  const facts = { order: isMovable ? order : null, offer, secondFee, requestId: randomUUID() };
  return data(facts, { status: order ? 200 : 404 });
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { db, shop, log, settings } = context.get(requestContext);
  const staff = staffWith(context, "sell");
  const { day = "", from = "", fee, requestId = "" } = await formFields(request);
  const refused = (message: string, status: number) => data({ message }, { status });
  const asked = readDayKey(day);
  if (!asked || !isUuid(requestId)) return refused(chooseDay, 400);
  const { secondFee } = settings.get(undeliveredSettings);
  const wanted = { day: asked, from, chargesFee: fee === "yes", requestId };
  try {
    await movePacked(db, staff, id, wanted, { shop, secondFee });
  } catch (error) {
    if (error instanceof DayRefusedError) {
      return refused(dayRefusedInWords(error, shop.company), 409);
    }
    if (error instanceof OrderRefusedError) {
      return refused(error.problems.map(({ message }) => message).join(" "), 409);
    }
    if (error instanceof OrderConflictError) {
      return refused(`This order is ${error.status}, so it stays where it is.`, 409);
    }
    log.error({ err: error, orderId: id }, "a packed order was not moved");
    return refused("The order could not be moved. Please try again.", 503);
  }
  throw redirect(`/admin/orders/${id}`);
}

/** Staff move an order that is packed and was not handed over, as it is. */
export default function MoveOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, offer, secondFee, requestId } = loaderData;
  const isPending = useNavigation().state !== "idle";
  const back = `/admin/orders/${params.id}`;
  if (!order || !offer) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is nothing to move"
        action={
          <Link to={back} className={buttonClass({ variant: "secondary" })}>
            See the order
          </Link>
        }
      >
        <p>Only orders that are packed and not handed over can be moved as they are.</p>
      </EmptyState>
    );
  }
  const { delivery } = order;
  const now = delivery.day ? runKey(delivery.day.zoneId, delivery.day.date) : "";
  const others = offer.zones.map((zone) => ({
    ...zone,
    days: zone.days.filter(({ key }) => key !== now),
  }));
  const chosen = chosenDelivery(
    { ...offer, zones: others },
    { site: delivery.siteId ?? "", day: "" },
    { estimateCents: 0, shopMinimumCents: 0 },
  );
  const feeOn = (day: OfferedDay) =>
    deliveryTerms(day, {
      estimateCents: sumCents(orderedOf(order.items), ({ subtotal }) => toCents(subtotal)),
      shopMinimumCents: 0,
      isShared: chosen.site?.sharedDays.includes(day.key) ?? false,
    }).feeCents;
  const isBilled = order.invoiceNumber !== null;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
        title="Move to another day"
      />
      <PresentDay delivery={delivery} />
      <p className="mt-3 max-w-xl">
        It goes as it is packed, with its boxes and its invoice. A client with an address that we
        can email is told the new day; call any other.
      </p>
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-5 max-w-2xl" />
      )}
      <Form method="post" className="mt-5">
        <input type="hidden" name="from" value={now} />
        <input type="hidden" name="requestId" value={requestId} />
        {chosen.zones.length === 0 ? (
          <p className="font-semibold">No delivery days are available right now.</p>
        ) : (
          <div className="space-y-5">
            <DayOptions
              chosen={chosen}
              onChoose={undefined}
              isPacked
              full="Full by its limits, which do not count for what is packed"
              noteOf={(day) => feeInWords(secondFee, isBilled ? feeOn(day) : 0)}
            />
          </div>
        )}
        {chosen.zones.some(({ days }) => days.some((day) => feeOn(day) > 0)) && (
          <SecondFeeChoice order={order} secondFee={secondFee} />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {chosen.zones.length > 0 && (
            <Button type="submit" pending={isPending}>
              Move the order
            </Button>
          )}
          <Link to={back} className={buttonClass({ variant: "secondary" })}>
            Keep it as it is
          </Link>
        </div>
      </Form>
    </>
  );
}

function feeInWords(secondFee: SecondFee, feeCents: number): string {
  if (secondFee === "never" || feeCents === 0) return "No second fee";
  const amount = formatCents(feeCents);
  return secondFee === "always" ? `Second fee ${amount}` : `Second fee ${amount}, if you charge it`;
}

function SecondFeeChoice({ order, secondFee }: { order: AdminOrder; secondFee: SecondFee }) {
  if (secondFee === "never") return null;
  if (order.invoiceNumber === null) {
    return (
      <p className="mt-5 max-w-xl text-ink-soft">
        This client is invoiced by the month. To charge for the second trip, bill the difference
        once the month’s invoice is issued.
      </p>
    );
  }
  if (secondFee === "ask") {
    return (
      <Checkbox name="fee" value="yes" label="Charge the delivery fee again" className="mt-5" />
    );
  }
  return (
    <p className="mt-5 max-w-xl text-ink-soft">
      The second fee is billed on an invoice of its own, as your settings say.
    </p>
  );
}

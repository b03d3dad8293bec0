import { randomUUID } from "node:crypto";
import { data, Form, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { chosenDelivery, type OfferedDay } from "#app/domain/delivery/delivery-offer.ts";
import { readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { type SecondFee, undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { saidTo } from "#app/domain/ordering/delivery/day-refusal.server.ts";
import { DayOptions } from "#app/domain/ordering/delivery/delivery-choice.tsx";
import { movePacked } from "#app/domain/ordering/delivery/move-packed.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { type AdminOrder, orderName } from "#app/domain/orders/order.ts";
import { codeOfMost, goodsCents } from "#app/domain/orders/order-costs.ts";
import { orderedOf } from "#app/domain/orders/order-line-words.ts";
import { chooseDay } from "#app/domain/orders/order-refusals.ts";
import { PresentDay } from "#app/features/order-changes/day-change.tsx";
import { secondFeeInWords, secondFeeOf } from "#app/features/runs/coming-again.ts";
import { isOutNow } from "#app/features/runs/run-lists.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/move-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Move the order");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, settings } = context.get(requestContext);
  const staff = staffWith(context, "sell");
  const [order, isOut] = await Promise.all([
    getOrderForAdmin(db, staff, params.id),
    isOutNow(db, staff, params.id),
  ]);
  const isMovable = order?.status === "fulfilled";
  const whose = isMovable ? { customerId: order.customerId, sites: null } : null;
  const offer = whose && (await deliveryOffer(db, whose, params.id, { isPacked: true }));
  const { secondFee } = settings.get(undeliveredSettings);
  const facts = {
    order: isMovable ? order : null,
    offer,
    secondFee,
    isOut,
    requestId: randomUUID(),
  };
  return data(facts, { status: order ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "The order could not be moved. Please try again.",
      log: "a packed order was not moved",
      facts: () => ({ orderId: args.params.id }),
    },
    async ({ day = "", from = "", fee, requestId = "" }, { db, shop, settings }) => {
      const { id } = args.params;
      const asked = readDayKey(day);
      if (!asked || !isUuid(requestId)) throw new Refusal("invalid", chooseDay);
      const { secondFee } = settings.get(undeliveredSettings);
      const wanted = { day: asked, from, chargesFee: fee === "yes", requestId };
      const staff = staffWith(args.context, "sell");
      const moved = movePacked(db, staff, id, wanted, { shop, secondFee });
      await moved.catch(saidTo(shop.company));
      throw redirect(`/admin/orders/${id}?moved`);
    },
  );

export default function MoveOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const ifMailed = useIfMailed();
  const { order, offer, secondFee, isOut, requestId } = loaderData;
  const back = `/admin/orders/${params.id}`;
  if (!order || !offer) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is nothing to move"
        way={{ to: back, label: "See the order" }}
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
  const lines = orderedOf(order.items).map(({ subtotal, taxCode }) => ({
    cents: toCents(subtotal),
    taxCode,
  }));
  const goods = { goodsCents: goodsCents(lines), goodsTaxCode: codeOfMost(lines) };
  const feeOn = (day: OfferedDay) =>
    secondFeeOf(goods, day, chosen.site?.sharedDays.includes(day.key) ?? false);
  const isBilled = order.invoiceNumber !== null;
  return (
    <>
      <PageHeader
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Move to another day"
      />
      <PresentDay delivery={delivery} />
      <p className="mt-3 max-w-xl">
        It goes as it is packed, with its boxes and its invoice.{" "}
        {ifMailed(
          "A client with an address that we can email is notified of the new day; call any other.",
        )}
      </p>
      {isOut && (
        <Notice title="It is on a truck that is out" className="mt-5 max-w-2xl">
          The driver’s page will say not to hand it over. Call the driver too: the truck may have no
          network, or be at the door. Its boxes come back with the truck.
        </Notice>
      )}
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
              noteOf={(day) => secondFeeInWords(secondFee, isBilled ? feeOn(day) : 0)}
            />
          </div>
        )}
        {chosen.zones.some(({ days }) => days.some((day) => feeOn(day) > 0)) && (
          <SecondFeeChoice order={order} secondFee={secondFee} />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {chosen.zones.length > 0 && <SubmitButton>Move the order</SubmitButton>}
          <ButtonLink to={back} variant="secondary">
            Keep it as it is
          </ButtonLink>
        </div>
      </Form>
    </>
  );
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

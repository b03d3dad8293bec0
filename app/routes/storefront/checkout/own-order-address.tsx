import { useState } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import {
  answeredField,
  TextArea,
  TextField,
  useFirstMistake,
} from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { formatPostalCode } from "#app/features/delivery/postal-code.ts";
import { isSetUp } from "#app/features/delivery/rules.ts";
import { TooLate, whyUnchangeable } from "#app/features/orders/changing/changeable.tsx";
import { retailDelivery } from "#app/features/orders/checkout/checkout.ts";
import { answerAddressForm } from "#app/features/orders/delivery/change-address.server.ts";
import { type AddressAnswer, addressField } from "#app/features/orders/delivery/change-address.ts";
import { asSeen } from "#app/features/orders/delivery/day-prices.ts";
import { DayOptions } from "#app/features/orders/delivery/delivery-choice.tsx";
import { dayAndWindow, kindInWords } from "#app/features/orders/delivery/delivery-words.ts";
import { getHeldOrder, type HeldOrder } from "#app/features/orders/links/held-order.server.ts";
import { orderLinkPath } from "#app/features/orders/links/order-link.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { orderedInWords } from "#app/features/orders/order-quantity.ts";
import { orderField } from "#app/features/orders/placing/order-form.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/linked-page.tsx";
import type { Route } from "./+types/own-order-address.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Change the address or phone");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token);
  if (!holder) return data({ order: null, needsCode: false }, { status, headers });
  const [order, rules] = await Promise.all([
    getHeldOrder(services.db, holder),
    services.deliveryRules.get(),
  ]);
  // An order without a day, from before there were any, goes by the rules of now as well.
  const needsCode = order.delivery.day !== null || isSetUp(rules);
  return data({ order, needsCode }, { headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token, { acts: true });
  if (!holder) return data(undefined, { status, headers });
  const fields = await formFields(request);
  const order = await getHeldOrder(services.db, holder);
  const isBrought = order.delivery.day?.kind !== "pickup";
  const answer = await answerAddressForm(services, holder, isBrought, fields);
  if (answer === "changed") throw redirect(`${orderLinkPath(params.token)}?changed`);
  const { refused } = answer;
  const days = refused.needsDay && (await daysFor(services, order, fields));
  return data({ ...refused, days: days || null }, { status: answer.status });
}

/** The days that can be had for the postal code that was typed. */
async function daysFor(
  { deliveryRules, minOrderCents }: Parameters<typeof answerAddressForm>[0],
  order: HeldOrder,
  fields: Record<string, string>,
) {
  const rules = await deliveryRules.get();
  if (!isSetUp(rules)) return null;
  const asked = { postalCode: fields.postalCode ?? "", day: fields[orderField.day] ?? "" };
  const costs = { estimateCents: toCents(order.totalPrice), shopMinimumCents: minOrderCents };
  const { chosen } = retailDelivery(rules, asked, costs, new Date());
  return { ...chosen, zones: chosen.zones.filter(({ kind }) => kind === "delivery") };
}

/** Whoever holds an order's link changes where it goes and their phone number, until its cut-off. */
export default function OwnOrderAddress({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, needsCode } = loaderData;
  const company = useCompany();
  // The router forgets what a form was answered as soon as the page is revalidated.
  const [answer, setAnswer] = useState(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const isPending = useNavigation().state !== "idle";
  if (!order) return <NoOrderLink token={params.token} />;
  const { delivery } = order;
  const isBrought = delivery.day?.kind !== "pickup";
  const back = orderLinkPath(params.token);
  const why = whyUnchangeable(order, company);
  const title = isBrought ? "Change the address or phone" : "Change the phone number";
  if (why && !answer) {
    return (
      <LinkedPage
        before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
        title={title}
      >
        <TooLate why={why} back={back} />
      </LinkedPage>
    );
  }
  const values = answer?.values ?? {
    phone: delivery.phone,
    address: delivery.address,
    postalCode: delivery.postalCode && formatPostalCode(delivery.postalCode),
    driverNotes: delivery.notes,
  };
  const field = (name: string) =>
    answeredField({ values, ...(answer?.errors && { errors: answer.errors }) }, name);
  const version = values[addressField.version] ?? String(order.version);
  return (
    <LinkedPage before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>} title={title}>
      {delivery.day && (
        <p className="mt-6 max-w-xl">
          {kindInWords(delivery.day.kind)} {dayAndWindow(delivery.day)}
        </p>
      )}
      <Form ref={form} method="post" noValidate={noValidate} replace className="mt-6 max-w-2xl">
        {answer?.costs ? (
          <Costs costs={answer.costs} />
        ) : (
          answer?.message && <Notice tone="error" title={answer.message} className="mb-6" />
        )}
        <input type="hidden" name={addressField.version} value={version} />
        <div className="grid gap-5 sm:grid-cols-2">
          {isBrought && (
            <>
              <TextArea
                label="Delivery address"
                autoComplete="street-address"
                rows={2}
                maxLength={500}
                required
                {...field("address")}
                className="sm:col-span-2"
              />
              <TextField
                label="Postal code"
                autoComplete="postal-code"
                maxLength={24}
                required={needsCode}
                optional={!needsCode}
                {...field("postalCode")}
              />
            </>
          )}
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={50}
            required
            {...field("phone")}
          />
          {isBrought && (
            <TextField
              label="For the driver"
              optional
              maxLength={2000}
              hint="Buzzer, side door, dog"
              {...field("driverNotes")}
              className="sm:col-span-2"
            />
          )}
        </div>
        {answer?.days && (
          <div className="mt-6">
            {answer.days.zones.length > 0 ? (
              <DayOptions chosen={answer.days} onChoose={undefined} />
            ) : (
              <p className="font-semibold">No day can be ordered for at present.</p>
            )}
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" pending={isPending}>
            {answer?.costs ? "Save at these costs" : "Save"}
          </Button>
          <Link to={back} className={buttonClass({ variant: "secondary" })}>
            Keep it as it is
          </Link>
        </div>
      </Form>
    </LinkedPage>
  );
}

/** What the order comes to at the new address, to be agreed to. */
function Costs({ costs: { from, to, lines } }: { costs: NonNullable<AddressAnswer["costs"]> }) {
  return (
    <Notice
      tone="error"
      title={`There the order comes to ${formatCents(toCents(to))} instead of ${formatCents(toCents(from))}`}
      className="mb-6"
    >
      {lines.length > 0 && (
        <ul className="space-y-1">
          {lines.map((line) => (
            <li key={line.lineId}>
              {line.productName}, {orderedInWords(line)}: now {formatPricePerLb(toCents(line.from))}
              , then {formatPricePerLb(toCents(line.to))}
            </li>
          ))}
        </ul>
      )}
      <p>Nothing was changed yet.</p>
      <input type="hidden" name={addressField.seenTotal} value={to} />
      <input
        type="hidden"
        name={addressField.seenPrices}
        value={lines.length > 0 ? asSeen({ lines, total: { from, to } }) : ""}
      />
    </Notice>
  );
}

import { useState } from "react";
import { data, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import {
  answeredField,
  PhoneField,
  PostalCodeField,
  TextField,
} from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { isSetUp } from "#app/domain/delivery/rules.ts";
import { answerAddressForm } from "#app/domain/ordering/delivery/change-address.server.ts";
import { type AddressAnswer, addressField } from "#app/domain/ordering/delivery/change-address.ts";
import { asSeen } from "#app/domain/ordering/delivery/day-prices.ts";
import { DayOptions } from "#app/domain/ordering/delivery/delivery-choice.tsx";
import { dayAndWindow, kindInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import {
  getLinkedOrder,
  type LinkedOrder,
} from "#app/domain/ordering/links/linked-order.server.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { splitAddress } from "#app/domain/ordering/retail/address.ts";
import { StreetAndCity } from "#app/domain/ordering/retail/street-and-city.tsx";
import { orderLinkPath } from "#app/domain/orders/links/order-link.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { storedGoodsCents } from "#app/domain/orders/order-costs.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { retailDelivery } from "#app/features/checkout/checkout.ts";
import { TooLate, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/own-order-address.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Change the address or phone");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  if (!link) return data({ order: null, needsCode: false }, { status, headers });
  const [order, rules] = await Promise.all([
    getLinkedOrder(services.db, link),
    services.deliveryRules.get(),
  ]);
  // An older order without days follows the present rules too.
  const needsCode = order.delivery.day !== null || isSetUp(rules);
  return data({ order, needsCode }, { headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token, { acts: true });
  if (!link) return data(undefined, { status, headers });
  const fields = await formFields(request);
  const order = await getLinkedOrder(services.db, link);
  const isBrought = order.delivery.day?.kind !== "pickup";
  const answer = await answerAddressForm(services, link, isBrought, fields);
  if (answer === "changed") throw redirect(`${orderLinkPath(params.token)}?changed`);
  const { refused } = answer;
  const days = refused.needsDay && (await daysFor(services, order, fields));
  return data({ ...refused, days: days || null }, { status: answer.status });
}

/** Returns the days available for the typed postal code. */
async function daysFor(
  { deliveryRules, minOrderCents }: Parameters<typeof answerAddressForm>[0],
  order: LinkedOrder,
  fields: Record<string, string>,
) {
  const rules = await deliveryRules.get();
  if (!isSetUp(rules)) return null;
  const asked = { postalCode: fields.postalCode ?? "", day: fields[orderField.day] ?? "" };
  const costs = { estimateCents: storedGoodsCents(order.items), shopMinimumCents: minOrderCents };
  const { chosen } = retailDelivery(rules, asked, costs, new Date());
  return { ...chosen, zones: chosen.zones.filter(({ kind }) => kind === "delivery") };
}

/** Form for the holder of an order's link to change address and phone, until its cut-off. */
export default function OwnOrderAddress({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, needsCode } = loaderData;
  const company = useCompany();
  // The router drops a form's answer when the page revalidates.
  const [answer, setAnswer] = useState(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  if (!order) return <NoOrderLink token={params.token} />;
  const { delivery } = order;
  const isBrought = delivery.day?.kind !== "pickup";
  const back = orderLinkPath(params.token);
  const why = whyUnchangeable(order, company);
  const title = isBrought ? "Change the address or phone" : "Change the phone number";
  if (why && !answer) {
    return (
      <LinkedPage before={<BackLink to={back}>{orderName(order.number)}</BackLink>} title={title}>
        <TooLate why={why} back={back} />
      </LinkedPage>
    );
  }
  const stored = splitAddress(delivery.address);
  const values = answer?.values ?? {
    phone: delivery.phone,
    address: stored.street,
    city: stored.city,
    postalCode: delivery.postalCode && formatPostalCode(delivery.postalCode),
    driverNotes: delivery.notes,
  };
  const field = (name: string) =>
    answeredField({ values, ...(answer?.errors && { errors: answer.errors }) }, name);
  const version = values[addressField.version] ?? String(order.version);
  return (
    <LinkedPage before={<BackLink to={back}>{orderName(order.number)}</BackLink>} title={title}>
      {delivery.day && (
        <p className="mt-6 max-w-xl">
          {kindInWords(delivery.day.kind)} {dayAndWindow(delivery.day)}
        </p>
      )}
      <AnsweredForm answer={answer} className="mt-6 max-w-2xl" preventScrollReset={false}>
        {answer?.costs ? (
          <Costs costs={answer.costs} />
        ) : (
          answer?.message && <Notice tone="error" title={answer.message} className="mb-6" />
        )}
        <input type="hidden" name={addressField.version} value={version} />
        <div className="grid gap-5 sm:grid-cols-2">
          {isBrought && (
            <>
              <StreetAndCity field={field} />
              <PostalCodeField
                required={needsCode}
                optional={!needsCode}
                {...field("postalCode")}
              />
            </>
          )}
          <PhoneField required {...field("phone")} />
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
              <p className="font-semibold">No delivery days are available right now.</p>
            )}
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <SubmitButton>{answer?.costs ? "Save at these costs" : "Save"}</SubmitButton>
          <SecondaryLink to={back}>Keep it as it is</SecondaryLink>
        </div>
      </AnsweredForm>
    </LinkedPage>
  );
}

function Costs({ costs: { from, to, lines } }: { costs: NonNullable<AddressAnswer["costs"]> }) {
  return (
    <Notice
      tone="error"
      title={`There the order comes to ${formatDollars(to)} instead of ${formatDollars(from)}`}
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

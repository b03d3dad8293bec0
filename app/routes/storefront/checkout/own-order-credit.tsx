import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, Link, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { askCreditByHolder, claimableHeldOrder } from "#app/features/credits/ask-credit.server.ts";
import { AskForm } from "#app/features/credits/ask-form.tsx";
import { CreditProblem, creditRoute } from "#app/features/credits/credit.ts";
import { askFailed, checkAsk } from "#app/features/credits/credit-form.ts";
import { checkoutCounts } from "#app/features/limits/limits.ts";
import { whenAgain } from "#app/features/limits/rate-rule.ts";
import { orderLinkPath } from "#app/features/orders/links/order-link.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { type FormAnswer, formFields } from "#app/lib/form/submitted-form.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/linked-page.tsx";
import type { Route } from "./+types/own-order-credit.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Ask for a credit");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token);
  const { creditAskHours: hours } = services.shop.documents;
  const none = { orderId: null, order: null, until: null, hours, requestId: "" };
  if (!holder) return data(none, { status, headers });
  const order = await claimableHeldOrder(services.db, holder, services.shop.documents);
  const until = order?.until ?? null;
  const isOpen = until !== null && until > new Date();
  // The form's own, so that a request sent twice is stored once.
  const requestId = randomUUID();
  const { orderId } = holder;
  return data({ orderId, order: isOpen ? order : null, until, hours, requestId }, { headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token, { acts: true });
  if (!holder) return data<FormAnswer | undefined>(undefined, { status, headers });
  const fields = await formFields(request);
  const wait = await services.limits.takeAll(checkoutCounts(services.clientAddress));
  if (wait !== null) {
    const message = `Too many requests. Try again ${whenAgain(wait)}.`;
    return data<FormAnswer>({ message, values: fields }, { status: 429 });
  }
  const { data: ask, refused } = checkAsk(fields);
  if (refused) return data<FormAnswer>(refused, { status: 400 });
  try {
    await askCreditByHolder(services.db, holder, ask, services.shop.documents);
  } catch (error) {
    if (error instanceof CreditProblem) {
      const { field, message, status } = error;
      const errors = field ? { errors: { [field]: [message] } } : {};
      return data<FormAnswer>({ message, values: fields, ...errors }, { status });
    }
    services.log.error({ err: error, orderId: holder.orderId }, "asking for a credit failed");
    return data<FormAnswer>({ message: askFailed, values: fields }, { status: 503 });
  }
  throw redirect(`${orderLinkPath(params.token)}?asked`);
}

/** Whoever holds an order's link asks for a credit, within the terms' time. */
export default function OwnOrderCredit({ loaderData, actionData, params }: Route.ComponentProps) {
  const { orderId, order, until, hours, requestId } = loaderData;
  // The router forgets what a form was answered as soon as the page is revalidated.
  const [answer, setAnswer] = useState(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  if (!orderId) return <NoOrderLink token={params.token} />;
  const back = orderLinkPath(params.token);
  return (
    <LinkedPage
      before={<BackLink to={back}>Order {orderNumber(orderId)}</BackLink>}
      title="Ask for a credit"
    >
      {order && until ? (
        <>
          <p className="mt-6 max-w-2xl">
            Until <Moment at={until} time /> you can tell us what was wrong, one product at a time.
            We answer by e-mail and on the order’s page.
          </p>
          <AskForm
            lines={order.lines}
            requestId={requestId}
            answer={answer}
            cancelTo={back}
            photosTo={null}
            route={creditRoute(order)}
            submit="Ask for a credit"
          />
        </>
      ) : (
        <>
          <p className="mt-6 max-w-2xl">
            {until ? (
              <>
                It could be asked for until <Moment at={until} time />. Please call us.
              </>
            ) : (
              `It can be asked for once the order is packed, until ${hours} hours after delivery.`
            )}
          </p>
          <Link to={back} className={buttonClass({ variant: "secondary", className: "mt-4" })}>
            Back to the order
          </Link>
        </>
      )}
    </LinkedPage>
  );
}

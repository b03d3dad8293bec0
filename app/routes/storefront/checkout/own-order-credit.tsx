import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { askCreditByLink, claimableLinkedOrder } from "#app/domain/claims/ask-credit.server.ts";
import { creditRoute } from "#app/domain/claims/credit.ts";
import { askFailed, checkAsk } from "#app/domain/claims/credit-form.ts";
import { orderLinkPath } from "#app/domain/orders/links/order-link.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { AskForm } from "#app/features/credits/ask-form.tsx";
import { accepted } from "#app/lib/form/check-form.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/own-order-credit.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { answerByLink, openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Ask for a credit");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  const { creditAskHours: hours } = services.shop.documents;
  const none = { number: null, order: null, until: null, hours, requestId: "" };
  if (!link) return data(none, { status, headers });
  const order = await claimableLinkedOrder(services.db, link, services.shop.documents);
  const until = order?.until ?? null;
  const isOpen = until !== null && until > new Date();
  // One per form, so that a request submitted twice is stored once.
  const requestId = randomUUID();
  const { orderNumber: number } = link;
  return data({ number, order: isOpen ? order : null, until, hours, requestId }, { headers });
}

export const action = (args: Route.ActionArgs) =>
  answerByLink(
    args,
    { failed: askFailed, log: "asking for a credit failed", what: "requests" },
    async (link, fields, { db, shop }) => {
      await askCreditByLink(db, link, accepted(checkAsk(fields)), shop.documents);
      throw redirect(`${orderLinkPath(args.params.token)}?asked`);
    },
  );

/** Form for the holder of an order's link to request a credit, within the terms' time. */
export default function OwnOrderCredit({ loaderData, actionData, params }: Route.ComponentProps) {
  const { number, order, until, hours, requestId } = loaderData;
  // The router drops a form's answer when the page revalidates.
  const [answer, setAnswer] = useState(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  if (number === null) return <NoOrderLink token={params.token} />;
  const back = orderLinkPath(params.token);
  return (
    <LinkedPage
      before={<BackLink to={back}>{orderName(number)}</BackLink>}
      title="Ask for a credit"
    >
      {order && until ? (
        <>
          <p className="mt-6 max-w-2xl">
            Until <Moment at={until} time /> you can tell us what was wrong, with one product or
            several. We answer by email and on the order’s page.
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
                The deadline was <Moment at={until} time /> Please call us.
              </>
            ) : (
              `It can be asked for once the order is packed, until ${hours} hours after delivery.`
            )}
          </p>
          <ButtonLink to={back} variant="secondary" className="mt-4">
            Back to the order
          </ButtonLink>
        </>
      )}
    </LinkedPage>
  );
}

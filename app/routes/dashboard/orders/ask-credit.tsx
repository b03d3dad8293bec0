import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { askCredit, claimableOrder } from "#app/domain/claims/ask-credit.server.ts";
import { askFailed, checkAsk } from "#app/domain/claims/credit-form.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { AskForm } from "#app/features/credits/ask-form.tsx";
import { clientContext } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/ask-credit.ts";
import { NoOrderHere } from "./no-order-here.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.order ? "Ask for a credit" : "Order not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, shop } = context.get(requestContext);
  const found = await orNull(
    claimableOrder(db, context.get(clientContext), params.id, shop.documents).then((order) => ({
      order,
    })),
    log,
    "load an order to credit",
  );
  const order = found?.order ?? null;
  const isMissing = found?.order === null;
  const isOpen = Boolean(order?.until && order.until > new Date());
  // One per form, so that a request submitted twice is stored once.
  const facts = { order, isMissing, isOpen, requestId: randomUUID() };
  return data(facts, { status: order ? 200 : isMissing ? 404 : 503 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: askFailed, log: "asking for a credit failed" },
    async (fields, { db, shop }) => {
      const { id } = args.params;
      const ask = accepted(checkAsk(fields));
      await askCredit(db, args.context.get(clientContext), id, ask, shop.documents);
      return redirect(`/dashboard/orders/${id}?asked`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: askFailed,
    async loadCheck() {
      const form = await import("#app/domain/claims/credit-form.ts");
      return (fields) => form.checkAsk(fields).refused;
    },
  });

/** Form that requests a credit for an order, within the time that the terms allow. */
export default function AskCredit({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany();
  const { order, isMissing, isOpen, requestId } = loaderData;
  if (isMissing) {
    return <NoOrderHere />;
  }
  if (!order) return <LoadFailure message="Your order could not be loaded. Please try again." />;
  const address = `/dashboard/orders/${order.id}`;
  return (
    <>
      <PageHeader
        before={<BackLink to={address}>{orderName(order.number)}</BackLink>}
        title="Ask for a credit"
      />
      {isOpen && order.until ? (
        <>
          <p className="mt-4 max-w-2xl">
            Until <Moment at={order.until} time /> you can tell us what was wrong, with one product
            or several. We answer by email and on the order’s page.
          </p>
          <AskForm
            lines={order.lines}
            requestId={requestId}
            answer={actionData}
            cancelTo={address}
            photosTo={(id) => `/dashboard/attachments/${id}`}
            submit="Ask for a credit"
          />
        </>
      ) : (
        <div className="mt-8">
          <EmptyState
            titleAs="h2"
            underHead
            title="A credit cannot be asked for here"
            way={{ to: address, label: "Back to the order" }}
          >
            <p>
              {order.until ? (
                <>
                  The deadline was <Moment at={order.until} time />
                </>
              ) : (
                "It can be asked for once the order is packed, by members who may order."
              )}{" "}
              Please call us at <PhoneLink phone={company.phone} />.
            </p>
          </EmptyState>
        </div>
      )}
    </>
  );
}

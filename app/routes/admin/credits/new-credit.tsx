import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { askCreditByStaff, claimableOrderForAdmin } from "#app/domain/claims/ask-credit.server.ts";
import { creditRoute } from "#app/domain/claims/credit.ts";
import { askFailed, checkAsk } from "#app/domain/claims/credit-form.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { AskForm } from "#app/features/credits/ask-form.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-credit.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.order ? "Credit" : "Order not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, shop } = context.get(requestContext);
  const found = await orNull(
    claimableOrderForAdmin(db, staffWith(context, "money"), params.id, shop.documents).then(
      (order) => ({
        order,
      }),
    ),
    log,
    "load an order to credit",
  );
  const order = found?.order ?? null;
  const isMissing = found?.order === null;
  const facts = { order, isMissing, requestId: randomUUID() };
  return data(facts, { status: order ? 200 : isMissing ? 404 : 503 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: askFailed, log: "recording a credit failed" },
    async (fields, { db }) => {
      const ask = accepted(checkAsk(fields));
      const staff = staffWith(args.context, "money");
      const id = await askCreditByStaff(db, staff, args.params.id, ask);
      return redirect(`/admin/credits/${id}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: askFailed,
    loadCheck: async () => (fields) => checkAsk(fields).refused,
  });

export default function NewCredit({ loaderData, actionData }: Route.ComponentProps) {
  const { order, isMissing, requestId } = loaderData;
  const address = order ? `/admin/orders/${order.id}` : "/admin/orders";
  return (
    <>
      <PageHeader
        before={<BackLink to={address}>Back</BackLink>}
        title={order ? `Credit for order ${orderNumber(order.number)}` : "Credit"}
      />
      {order?.until ? (
        <AskForm
          lines={order.lines}
          requestId={requestId}
          answer={actionData}
          cancelTo={address}
          route={creditRoute(order)}
          photosTo={(id) => `/admin/attachments/${id}?order=${order.id}`}
          submit="Continue"
        />
      ) : (
        <div className="mt-8">
          {order || isMissing ? (
            <EmptyState
              titleAs="h2"
              underHead
              title={order ? "This order is not invoiced yet" : "There is no such order"}
            >
              <p>Credits are for what was invoiced.</p>
            </EmptyState>
          ) : (
            <LoadFailure message="The order could not be loaded. Please try again." />
          )}
        </div>
      )}
    </>
  );
}

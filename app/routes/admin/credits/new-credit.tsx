import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import {
  askCreditByStaff,
  claimableOrderForAdmin,
} from "#app/features/credits/ask-credit.server.ts";
import { AskForm } from "#app/features/credits/ask-form.tsx";
import { CreditProblem, creditRoute } from "#app/features/credits/credit.ts";
import { askFailed, checkAsk } from "#app/features/credits/credit-form.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
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

export async function action({ request, context, params }: Route.ActionArgs) {
  const { db, log } = context.get(requestContext);
  const fields = await formFields(request);
  const { data: ask, refused } = checkAsk(fields);
  if (refused) return data<FormAnswer>(refused, { status: 400 });
  try {
    const id = await askCreditByStaff(db, staffWith(context, "money"), params.id, ask);
    return redirect(`/admin/credits/${id}`);
  } catch (error) {
    if (error instanceof CreditProblem) {
      const { field, message, status } = error;
      const errors = field ? { errors: { [field]: [message] } } : {};
      return data<FormAnswer>({ message, values: fields, ...errors }, { status });
    }
    log.error({ err: error }, "recording a credit failed");
    return data<FormAnswer>({ message: askFailed, values: fields }, { status: 503 });
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    loadCheck: async () => (fields) => checkAsk(fields).refused,
    unreached: { message: askFailed, values },
  });
  return data<FormAnswer>(answer, { status: 400 });
}

/** Records a credit by telephone; it is approved on the next page. */
export default function NewCredit({ loaderData, actionData }: Route.ComponentProps) {
  const { order, isMissing, requestId } = loaderData;
  const address = order ? `/admin/orders/${order.id}` : "/admin/orders";
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={address}>Back</BackLink>}
        title={order ? `Credit for order ${orderNumber(order.id)}` : "Credit"}
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

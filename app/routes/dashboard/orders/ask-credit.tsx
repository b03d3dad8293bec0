import { randomUUID } from "node:crypto";
import { data, Link, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { askCredit, claimableOrder } from "#app/features/credits/ask-credit.server.ts";
import { AskForm } from "#app/features/credits/ask-form.tsx";
import { CreditProblem } from "#app/features/credits/credit.ts";
import { askFailed, checkAsk } from "#app/features/credits/credit-form.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { usefulLinks } from "../frame/navigation.tsx";
import type { Route } from "./+types/ask-credit.ts";

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
  // The form's own, so that a request sent twice is stored once.
  const facts = { order, isMissing, isOpen, requestId: randomUUID() };
  return data(facts, { status: order ? 200 : isMissing ? 404 : 503 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { db, log, shop } = context.get(requestContext);
  const fields = await formFields(request);
  const { data: ask, refused } = checkAsk(fields);
  if (refused) return data<FormAnswer>(refused, { status: 400 });
  try {
    await askCredit(db, context.get(clientContext), params.id, ask, shop.documents);
  } catch (error) {
    if (error instanceof CreditProblem) {
      const { field, message, status } = error;
      const errors = field ? { errors: { [field]: [message] } } : {};
      return data<FormAnswer>({ message, values: fields, ...errors }, { status });
    }
    log.error({ err: error }, "asking for a credit failed");
    return data<FormAnswer>({ message: askFailed, values: fields }, { status: 503 });
  }
  return redirect(`/dashboard/orders/${params.id}?asked`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    loadCheck: async () => {
      const form = await import("#app/features/credits/credit-form.ts");
      return (fields) => form.checkAsk(fields).refused;
    },
    unreached: { message: askFailed, values },
  });
  return data<FormAnswer>(answer, { status: 400 });
}

/** Asks for a credit about an order, within the terms' time. */
export default function AskCredit({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany();
  const { order, isMissing, isOpen, requestId } = loaderData;
  if (isMissing) {
    return (
      <NothingHere ways={usefulLinks} title="Order not found">
        <p>There is no such order in this account. The link may be mistyped.</p>
      </NothingHere>
    );
  }
  if (!order) return <LoadFailure message="Your order could not be loaded. Please try again." />;
  const address = `/dashboard/orders/${order.id}`;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={address}>Order {orderNumber(order.id)}</BackLink>}
        title="Ask for a credit"
      />
      {isOpen && order.until ? (
        <>
          <p className="mt-4 max-w-2xl">
            Until <Moment at={order.until} time /> you can tell us what was wrong, one product at a
            time. We answer by e-mail and on the order’s page.
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
            action={
              <Link to={address} className={buttonClass({ variant: "secondary" })}>
                Back to the order
              </Link>
            }
          >
            <p>
              It can be asked for within 24 hours of delivery, by members who may order. Please call
              us at {company.phone.display}.
            </p>
          </EmptyState>
        </div>
      )}
    </>
  );
}

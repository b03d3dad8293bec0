import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { askDeposit, depositOfOrder } from "#app/domain/ordering/holding/deposit.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { amountInDollars } from "#app/lib/form/form-texts.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useMay } from "../../use-frame-facts.ts";
import type { Route } from "./+types/ask-deposit.ts";

const failed = "The deposit could not be asked for. Please try again.";

const depositForm = z.object({
  amount: amountInDollars,
});

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Ask for a deposit");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const order = await depositOfOrder(db, staffWith(context, "sell"), params.id);
  return data({ order }, { status: order ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed,
      log: "asking for a deposit failed",
      facts: () => ({ orderId: args.params.id }),
    },
    async (fields, { db, shop }) => {
      const { id } = args.params;
      const { amount } = accepted(checkForm(depositForm, fields));
      await askDeposit(db, staffWith(args.context, "sell"), id, amount, shop);
      return redirect(`/admin/orders/${id}?deposit`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(depositForm, fields).refused,
    looksAgain: () => true,
  });

/** Form that asks the client for a deposit before the order is cut. */
export default function AskDeposit({
  params,
  loaderData: { order },
  actionData: answer,
}: Route.ComponentProps) {
  const ifMailed = useIfMailed();
  const may = useMay();
  if (!order) return <EmptyState titleAs="h1" title="Order not found" />;
  const { deposit, mostCents } = order;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/orders/${params.id}`}>Back to the order</BackLink>}
        title={`Deposit for order ${orderNumber(order.number)}`}
      />
      {answer?.message && !answer.errors && (
        <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />
      )}
      {deposit?.isPaid ? (
        <p className="mt-6 max-w-2xl">
          A deposit of {formatCents(deposit.cents)} is paid.{" "}
          {may("money") && !deposit.isUsed && (
            <Link to={`/admin/orders/${params.id}/deposit/back`} className="link">
              Give it back
            </Link>
          )}
        </p>
      ) : (
        <>
          <p className="mt-6 max-w-2xl">
            The order waits until it is paid or released, and comes to {formatCents(mostCents)} at
            most. {deposit && `So far ${formatCents(deposit.cents)} is asked for. `}
            {ifMailed("The client is notified by email, if we can reach them.")} The invoice takes
            it off.
          </p>
          <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
            <DecimalField
              label="Amount ($)"
              required
              {...answeredField(answer, "amount")}
              defaultValue={answer?.values?.amount ?? (deposit ? toDollars(deposit.cents) : "")}
            />
            <div>
              <SubmitButton>Ask for it</SubmitButton>
            </div>
          </AnsweredForm>
        </>
      )}
    </>
  );
}

import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { openDrawers } from "#app/domain/door/till/take-back-at-till.server.ts";
import { WrongTender } from "#app/features/counter/payments.tsx";
import { correctTender, countedPayments } from "#app/features/counter/refund.server.ts";
import { wrongTenderForm } from "#app/features/counter/refund.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/correct-payment.ts";

const failed = "The payment could not be corrected. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Correct a payment");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const wrong = await countedPayments(db, staff, params.id);
  const drawers = await openDrawers(db, staff);
  const facts = { wrong: wrong ?? [], drawers, requestId: randomUUID() };
  return data(facts, { status: wrong ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "correcting a payment failed", facts: () => ({ orderId: args.params.id }) },
    async (fields, { db }) => {
      const { id } = args.params;
      const typed = accepted(checkForm(wrongTenderForm, fields));
      await correctTender(db, staffWith(args.context, "money"), id, typed);
      return redirect(`/admin/orders/${id}#payments`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(wrongTenderForm, fields).refused,
    looksAgain: () => true,
  });

export default function CorrectPayment({ params, loaderData, actionData }: Route.ComponentProps) {
  const { wrong, drawers, requestId } = loaderData;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/orders/${params.id}`}>Back to the order</BackLink>}
        title="A payment was made in another way"
      />
      <p className="mt-6 max-w-2xl">
        {wrong.length > 0
          ? "The report of the counted drawer keeps its figures, and says what was corrected since."
          : "No payment of this order was counted with a till. While a drawer is open, whoever stands at the till corrects it there."}
      </p>
      {wrong.length > 0 && (
        <WrongTender wrong={wrong} drawers={drawers} requestId={requestId} answer={actionData} />
      )}
    </>
  );
}

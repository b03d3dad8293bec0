import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { getTill } from "#app/domain/door/till/tills.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { handOverForm } from "#app/features/counter/pickup.ts";
import { getPickup, handOver } from "#app/features/counter/pickups.server.ts";
import {
  TenderFields,
  type TypedTenders,
  tendersOf,
} from "#app/features/counter/till/tender-fields.tsx";
import { handOverAtTill } from "#app/features/runs/reports/record-report.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/pickup.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Hand over an order");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const [till, order] = await Promise.all([
    getTill(db, staff, params.till),
    getPickup(db, staff, params.order),
  ]);
  return data({ till, order, requestId: randomUUID() }, { status: till && order ? 200 : 404 });
}

const failed = "Nothing was recorded, because the shop failed. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "handing an order over failed", facts: () => ({ orderId: args.params.order }) },
    async (fields, { db, shop }) => {
      const { till, order } = args.params;
      const typed = accepted(checkForm(handOverForm, fields));
      const staff = staffWith(args.context, "till");
      await handOver(db, staff, order, typed, shop, handOverAtTill);
      const number = /^\d{1,9}$/.test(fields.number ?? "") ? fields.number : "";
      return redirect(`/admin/counter/${till}/pickups${number && `?done=${number}`}`);
    },
  );

/** Hands an order over with what is owed for it: in one way, in several, or not, with a reason. */
export default function PickupPage({
  params,
  loaderData,
  actionData: answer,
}: Route.ComponentProps) {
  const { till, order, requestId } = loaderData;
  // Kept when the page's data is loaded again, so that what is sent twice is done once.
  const [ownId] = useState(requestId);
  const [typed, setTyped] = useState<TypedTenders>({});
  const back = `/admin/counter/${params.till}/pickups`;
  if (!till?.open || !order) {
    return (
      <EmptyState
        titleAs="h1"
        title={order ? "Open the till first" : "This order waits no more"}
        action={
          <ButtonLink to={order ? "/admin/counter" : back}>
            {order ? "Counter" : "Pickups"}
          </ButtonLink>
        }
      />
    );
  }
  const { dueCents } = order;
  const tenders = tendersOf(typed, dueCents);
  const isUnpaid = dueCents > 0 && tenders?.length === 0;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>Pickups</BackLink>}
        title={`Order ${orderNumber(order.number)}: ${order.name}`}
      />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <p className="mt-6 text-title tabular-nums">
        {dueCents > 0 ? `${formatCents(dueCents)} to pay` : "Nothing to pay"}
        {order.boxes > 0 && `, ${order.boxes} ${order.boxes === 1 ? "box" : "boxes"}`}
      </p>
      {order.isPacked ? (
        <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
          <input type="hidden" name="requestId" value={ownId} />
          <input type="hidden" name="sessionId" value={till.open.id} />
          <input type="hidden" name="number" value={order.number} />
          <input type="hidden" name="seen" value={dueCents} />
          <input type="hidden" name="tenders" value={JSON.stringify(tenders ?? [])} />
          {dueCents > 0 && <TenderFields totalCents={dueCents} typed={typed} onType={setTyped} />}
          {isUnpaid && (
            <TextField
              label="Why it is not paid"
              hint="Needed to hand it over unpaid: for example “pays by their terms”."
              optional
              maxLength={500}
              autoComplete="off"
              {...answeredField(answer, "reason")}
            />
          )}
          <SubmitButton size="lg" className="justify-self-start">
            {dueCents > 0 && !isUnpaid ? "Take payment and hand over" : "Hand over"}
          </SubmitButton>
        </AnsweredForm>
      ) : (
        <p className="mt-6">It is not packed yet.</p>
      )}
    </>
  );
}

import { data, redirect } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import {
  isForCredit,
  reopenableOrder,
  reopenOrder,
  reopenSchema,
} from "#app/domain/ordering/transition/reopen-order.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/reopen-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Correct the order");

/** Returns the next page: the station for packers, the order's page for others. */
function wayOf(context: Route.LoaderArgs["context"], id: string): string {
  return staffMay(staffWith(context), "pack") ? `/admin/packing/${id}` : `/admin/orders/${id}`;
}

function opener(context: Route.LoaderArgs["context"]) {
  const staff = staffWith(context);
  return staffMay(staff, "pack") ? staff : staffWith(context, "sell");
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const order = await reopenableOrder(db, opener(context), params.id);
  const staff = staffWith(context);
  const isCredited =
    !order && staffMay(staff, "money") && (await isForCredit(db, staff, params.id));
  const back = wayOf(context, params.id);
  const credit = isCredited ? `/admin/orders/${params.id}/credit` : null;
  const isPacker = staffMay(staff, "pack");
  return data({ order, back, credit, isPacker }, { status: order ? 200 : 404 });
}

const failed = "The order could not be opened again. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "an order was not reopened", facts: () => ({ orderId: args.params.id }) },
    async (fields, { db, shop }) => {
      const { reason } = accepted(checkForm(reopenSchema, fields));
      const staff = opener(args.context);
      const before = await reopenableOrder(db, staff, args.params.id);
      await reopenOrder(db, staff, args.params.id, reason, shop);
      const taken = before?.kind === "delivery_note" ? "delivery note" : "invoice";
      throw redirect(`${wayOf(args.context, args.params.id)}?${new URLSearchParams({ taken })}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendForm(sent, { failed });

/** Reopens a packed order before it leaves, and reverses its document. */
export default function ReopenOrder({
  loaderData: { order, back, credit, isPacker },
  actionData: answer,
  params,
}: Route.ComponentProps) {
  const ifMailed = useIfMailed();
  if (!order) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is nothing to correct"
        action={
          <>
            {credit && <ButtonLink to={credit}>Credit it</ButtonLink>}
            <SecondaryLink to={back}>Back to the order</SecondaryLink>
          </>
        }
      >
        <p>Only what is packed and has not left can be opened again. After that, credit it.</p>
      </EmptyState>
    );
  }
  const isNote = order.kind === "delivery_note";
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Correct it before it leaves"
      />
      <p className="mt-4 max-w-xl">
        {isNote
          ? `Delivery note ${order.document} is taken back by a reversal with a number of its own.`
          : `Invoice ${order.document} is cancelled by a credit note for the whole of it.`}{" "}
        Weigh, change and finish the order again: a new {isNote ? "delivery note" : "invoice"} is
        issued then. {ifMailed("The client is notified by email, if we can reach them.")}{" "}
        {order.hasCard && cardWords}
      </p>
      {isPacker && (
        <p className="mt-2 max-w-xl">
          Is only a lot wrong?{" "}
          <TextLink to={`/admin/packing/${params.id}/lots`}>Correct the lot</TextLink>: the{" "}
          {isNote ? "delivery note" : "invoice"} stays as it is.
        </p>
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
        <TextField
          label="Reason"
          required
          maxLength={200}
          autoComplete="off"
          hint="Printed on the paper that takes it back."
          {...answeredField(answer, "reason")}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Open it again</SubmitButton>
          <SecondaryLink to={back}>Keep it as it is</SecondaryLink>
        </div>
      </AnsweredForm>
    </>
  );
}

const cardWords =
  "Its card was charged: too much goes back to it, and too little is asked for by the invoice’s link.";

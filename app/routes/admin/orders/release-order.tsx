import { redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { releaseOrder } from "#app/domain/ordering/holding/release-order.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { orderNumberFor } from "#app/domain/orders/lists/orders-admin.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { holdReasons } from "#db/schema/values/orders.ts";
import type { Route } from "./+types/release-order.ts";
import { maxReleaseNote, ReleaseForm } from "./held-order.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Release an order");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const asked = orderNumberFor(db, staffWith(context, "sell"), params.id);
  return { number: await orNull(asked, log, "load an order's number") };
}

/** Releases the order and returns to its page; a refusal is shown with the input. */
export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "The order could not be released. Please try again.",
      log: "releasing an order failed",
      facts: () => ({ orderId: args.params.id }),
    },
    async ({ note: typed = "", reason: named }, { db, shop, settings }) => {
      const { id } = args.params;
      const reason = holdReasons.find((one) => one === named);
      const note = typed
        .replace(/[^\P{Cc}\n\t]/gu, "")
        .toWellFormed()
        .trim();
      const beside = { field: "note", answer: { message: undefined } };
      if (!reason)
        throw new Refusal("changed", "This order is not on hold for that. Nothing was changed.");
      if (note === "") throw new Refusal("invalid", "Please say why you release it.", beside);
      if (note.length > maxReleaseNote) {
        const message = `Please keep it within ${maxReleaseNote} characters.`;
        throw new Refusal("invalid", message, beside);
      }
      const office = settings.get(officeSettings);
      await releaseOrder(db, staffWith(args.context), { id, reason, note }, shop, office);
      return redirect(`/admin/orders/${id}?released`);
    },
  );

export default function ReleaseOrder({ params, loaderData, actionData }: Route.ComponentProps) {
  const { id } = params;
  const { number } = loaderData;
  const { values, errors, message } = actionData ?? {};
  const reason = holdReasons.find((one) => one === values?.reason);
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/orders/${id}`}>Back to the order</BackLink>}
        title={number === null ? "Release an order" : `Release order ${orderNumber(number)}`}
      />
      {message && <Notice tone="error" title={message} className="mt-6 max-w-2xl" />}
      <div className="mt-6 max-w-2xl">
        {reason && (
          <ReleaseForm orderId={id} reason={reason} note={values?.note} error={errors?.note?.[0]} />
        )}
      </div>
    </>
  );
}

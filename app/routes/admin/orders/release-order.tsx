import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { releaseOrder } from "#app/features/orders/holding/release-order.server.ts";
import { OrderConflictError, OrderNotFoundError, orderNumber } from "#app/features/orders/order.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/release-order.ts";
import { maxReleaseNote, ReleaseForm } from "./held-order.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Release an order");

/** Releases the order and returns to its page; a refusal is shown with what was typed. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { db, log, shop } = context.get(requestContext);
  const { note: typed = "" } = await formFields(request);
  const note = typed
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .toWellFormed()
    .trim();
  const refused = (message: string, status: number) =>
    data({ note: typed, message, isOfNote: status === 400 }, { status });
  if (note === "") return refused("Please say why you release it.", 400);
  if (note.length > maxReleaseNote) {
    return refused(`Please keep it within ${maxReleaseNote} characters.`, 400);
  }
  try {
    await releaseOrder(db, staffWith(context, "sell"), { id, note }, shop);
  } catch (error) {
    if (error instanceof OrderNotFoundError) return refused("There is no such order.", 404);
    if (error instanceof OrderConflictError) {
      const message = "This order is not on hold any more. Nothing was changed.";
      return refused(message, 409);
    }
    log.error({ err: error, orderId: id }, "releasing an order failed");
    return refused("The order could not be released. Please try again.", 503);
  }
  return redirect(`/admin/orders/${id}`);
}

/** The form on a page of its own, for what was refused. */
export default function ReleaseOrder({ params: { id }, actionData }: Route.ComponentProps) {
  const { note, message, isOfNote } = actionData ?? {};
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={`/admin/orders/${id}`}>Back to the order</BackLink>}
        title={`Release order ${orderNumber(id)}`}
      />
      {message && !isOfNote && <Notice tone="error" title={message} className="mt-6 max-w-2xl" />}
      <div className="mt-6 max-w-2xl">
        <ReleaseForm orderId={id} note={note} error={isOfNote ? message : undefined} />
      </div>
    </>
  );
}

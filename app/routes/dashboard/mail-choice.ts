import { redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { setOwnMailChoice } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { kindAt } from "#app/domain/customers/mail-choices/mail-kinds.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Route } from "./+types/mail-choice.ts";
import { savedPath } from "./saved.tsx";

/** `POST /dashboard/account/mails/order-reminders` and the like: stops or resumes a kind. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { db } = context.get(requestContext);
  const kind = kindAt(params.kind);
  if (!kind) throw new Response("There are no such emails.", { status: 404 });
  const { intent } = await formFields(request);
  try {
    await setOwnMailChoice(db, context.get(clientContext), kind, intent === "resume");
  } catch (error) {
    if (isRefusal(error)) throw new Response(error.message, { status: error.status });
    throw error;
  }
  return redirect(savedPath(kind));
}

export const loader = () => redirect("/dashboard/account");

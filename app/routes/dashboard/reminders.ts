import { redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { setOwnReminders } from "#app/features/order-reminders/opt-out.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Route } from "./+types/reminders.ts";
import { savedPath } from "./saved.tsx";

/** `POST /dashboard/account/reminders`: stops or resumes reminders to order, from the account page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(requestContext);
  const { intent } = await formFields(request);
  try {
    await setOwnReminders(db, context.get(clientContext), intent === "resume");
  } catch (error) {
    if (isRefusal(error)) throw new Response(error.message, { status: error.status });
    throw error;
  }
  return redirect(savedPath("reminders"));
}

export const loader = () => redirect("/dashboard/account");

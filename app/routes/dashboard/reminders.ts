import { redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { ProfileRefusedError } from "#app/features/clients/profile.ts";
import { onlyOwner } from "#app/features/clients/submit-profile.ts";
import { setOwnReminders } from "#app/features/delivery/reminders/opt-out.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/reminders.ts";
import { savedPath } from "./saved.tsx";

/** `POST /dashboard/account/reminders`: stops or resumes reminders to order, from the account page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(requestContext);
  const { intent } = await formFields(request);
  try {
    await setOwnReminders(db, context.get(clientContext), intent === "resume");
  } catch (error) {
    if (error instanceof ProfileRefusedError) throw new Response(onlyOwner, { status: 403 });
    throw error;
  }
  return redirect(savedPath("reminders"));
}

export const loader = () => redirect("/dashboard/account");

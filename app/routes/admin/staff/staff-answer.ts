import { useState } from "react";
import { data } from "react-router";
import { inviteForm } from "#app/features/auth/staff/staff.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, textsOf } from "#app/lib/form/submitted-form.ts";

/** The answer to a form of the staff's pages. */
export interface StaffAnswer extends FormAnswer {
  /** Which form was refused, where the page has several. */
  intent?: string;
}

export const staffFailed = "The change could not be saved. Please try again.";

/** Sends a form of the staff's pages. */
export async function sendStaffForm(request: Request, serverAction: () => Promise<StaffAnswer>) {
  const values = textsOf(await request.clone().formData());
  const { status, ...answer } = await sendForm<StaffAnswer>({
    request,
    serverAction,
    loadCheck: async () => inviteRefusal,
    unreached: { intent: values.intent ?? "", message: staffFailed, values },
  });
  // An error status stops the router from revalidating, which would fail offline. Otherwise what
  // another owner has changed meanwhile is to be seen.
  return data(answer, { status: status ? 400 : 200 });
}

/** What the server would answer to an invitation that can't be sent. */
function inviteRefusal(fields: Record<string, string>): StaffAnswer | undefined {
  if (fields.intent !== "invite") return undefined;
  const { refused } = checkForm(inviteForm, fields);
  return refused && { intent: "invite", ...refused };
}

/** The page's last answer: the router forgets it as soon as the page is revalidated. */
export function useLastAnswer(actionData: StaffAnswer | undefined): StaffAnswer | undefined {
  const [answer, setAnswer] = useState(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  return answer;
}

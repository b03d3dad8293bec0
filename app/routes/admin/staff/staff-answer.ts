import { useState } from "react";
import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { type InvitationLink, inviteForm } from "#app/domain/accounts/staff/staff.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export interface StaffAnswer extends FormAnswer {
  /** The refused form, if the page has several. */
  intent?: string;
  memberId?: string;
  /** The link of a new invitation, shown once. */
  link?: InvitationLink;
}

const staffFailed = "The change could not be saved. Please try again.";

export const staffForm = {
  failed: staffFailed,
  log: "changing the staff failed",
  facts: ({ intent }: Record<string, string>) => ({ intent }),
  besides: ({ intent = "" }: Record<string, string>) => ({ intent }),
} as const;

export const sendStaffForm = (sent: Sent<StaffAnswer>) =>
  sendForm(sent, {
    failed: (values) => ({ intent: values.intent ?? "", message: staffFailed, values }),
    loadCheck: async () => inviteRefusal,
    looksAgain: () => true,
  });

/** Returns the server's answer to an invitation that can't be sent. */
function inviteRefusal(fields: Record<string, string>): StaffAnswer | undefined {
  if (fields.intent !== "invite") return undefined;
  const { refused } = checkForm(inviteForm, fields);
  return refused && { intent: "invite", ...refused };
}

/** Keeps the page's last answer, as the router drops it when the page revalidates. */
export function useLastAnswer(actionData: StaffAnswer | undefined): StaffAnswer | undefined {
  const [answer, setAnswer] = useState(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  return answer;
}

import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export interface InboxAnswer extends FormAnswer {
  message: string;
  /** True if someone else was first; the page shows the current state. */
  isConflict?: boolean;
}

export const notSaved: InboxAnswer & { message: string } = {
  message: "The change could not be saved. Please try again.",
};

/** Sends a form of the page, for its `clientAction`, and shows errors as a toast too. */
export const sendInboxAction = (sent: Sent<InboxAnswer>) =>
  sendForm(sent, {
    failed: () => notSaved,
    looksAgain: ({ isConflict = false }) => isConflict,
    toasts: () => true,
  });

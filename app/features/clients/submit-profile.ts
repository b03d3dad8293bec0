import { dismiss, toast } from "#app/components/toast/toast-store.ts";
import { authStore } from "#app/features/auth/session/auth-browser.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { ProfileFields } from "./profile.ts";

/** The answer of the account page when it doesn't redirect. */
export type ProfileAnswer = FormAnswer<keyof ProfileFields>;

/** Shown to a member who may not change the details. */
export const onlyOwner = "Only the owner of this account can change these details.";

/** Shown if there's no more specific message (specification, section 8). */
export const updateFailed = "An error occurred while updating your account";

/** The toast of the last refusal. */
let refusal: string | undefined;

/**
 * Submits the account form from a route's `clientAction`. Errors are also shown as a toast, and the
 * submitted values are kept.
 */
export async function submitProfile(
  request: Request,
  serverAction: () => Promise<ProfileAnswer>,
): Promise<ProfileAnswer> {
  // What was mended is not said any longer.
  if (refusal) dismiss(refusal);
  const { status: _, ...answer } = await sendForm<ProfileAnswer>({
    request,
    serverAction,
    loadCheck: async () => (await import("./profile.ts")).refusalOf,
    unreached: { message: updateFailed },
  }).catch((thrown: unknown) => {
    // A redirect means success. Refreshing tells other tabs about the new name.
    void authStore.refresh();
    throw thrown;
  });
  if (answer.message) {
    refusal = toast({ title: "Error", description: answer.message, variant: "destructive" });
  }
  return answer;
}

import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { authStore } from "#app/domain/accounts/session/auth-browser.ts";
import type { ProfileFields } from "#app/domain/customers/profile.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export type ProfileAnswer = FormAnswer<keyof ProfileFields>;

export const updateFailed = "An error occurred while updating your account";

/**
 * Submits the account form from a `clientAction`. Errors are also shown as a toast; input is kept.
 */
export function submitProfile(sent: Sent<ProfileAnswer>) {
  return sendForm(sent, {
    failed: updateFailed,
    loadCheck: async () => (await import("#app/domain/customers/profile.ts")).refusalOf,
    toasts: () => true,
  }).catch((thrown: unknown) => {
    // A redirect means success. Refreshing tells other tabs about the new name.
    void authStore.refresh();
    throw thrown;
  });
}

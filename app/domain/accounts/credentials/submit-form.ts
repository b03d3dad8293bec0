import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { authStore } from "../session/auth-browser.ts";
import type { CheckedForm } from "./check-in-browser.ts";
import { type FormAnswer, unexpectedMessage } from "./form-answer.ts";

/**
 * Submits an account form from a route's `clientAction`. Shows errors as a toast and in
 * `errorMessage`, and refreshes the session after a redirect, which means that it has changed.
 *
 * @param form null for a form without fields
 */
export async function submitForm(sent: Sent<FormAnswer>, form: CheckedForm | null) {
  authStore.setError(null);
  const sending = sendForm<FormAnswer>(sent, {
    failed: () => ({ message: unexpectedMessage }),
    async loadCheck() {
      const check = form && (await loadSchemas());
      return check && ((fields) => check.refusalOf(form, fields));
    },
    looksAgain: () => true,
    toasts: () => true,
  });
  const answer = await sending.catch((thrown: unknown) => {
    void authStore.refresh();
    throw thrown;
  });
  const { message } = answer.data;
  if (message) {
    console.warn("The form was refused:", message);
    authStore.setError(message);
  }
  return answer;
}

/** Preloads the schemas, which are larger than the page; on failure only the server checks. */
export const loadSchemas = () => import("./check-in-browser.ts").catch(() => null);

import { data } from "react-router";
import { dismiss, toast } from "#app/components/toast/toast-store.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { authStore } from "../session/auth-browser.ts";
import type { CheckedForm } from "./check-in-browser.ts";
import { type FormAnswer, unexpectedMessage } from "./form-answer.ts";

interface Submission {
  /** Null for a form without fields. */
  form: CheckedForm | null;
  request: Request;
  serverAction: () => Promise<FormAnswer>;
}

/** The toast of the last refusal. */
let refusal: string | undefined;

/**
 * Submits an account form from a route's `clientAction`. Shows errors as a toast and in
 * `errorMessage`, and refreshes the session after a redirect, because that means it has changed.
 */
export async function submitForm({ form, request, serverAction }: Submission) {
  authStore.setError(null);
  // What was mended is not said any longer, least of all over the page that follows.
  if (refusal) dismiss(refusal);
  const { status, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    async loadCheck() {
      const check = form && (await loadCheck());
      return check && ((fields) => check.refusalOf(form, fields));
    },
    unreached: { message: unexpectedMessage },
  }).catch((thrown: unknown) => {
    void authStore.refresh();
    throw thrown;
  });
  if (answer.message) {
    console.warn("The form was refused:", answer.message);
    authStore.setError(answer.message);
    refusal = toast({ title: "Error", description: answer.message, variant: "destructive" });
  }
  return status ? data<FormAnswer>(answer, { status }) : answer;
}

/**
 * Fetches the schemas, which outweigh the page: early, when a form is being filled in, so that
 * sending it need not wait. Without them, null, the server alone checks the form.
 */
export const loadCheck = () => import("./check-in-browser.ts").catch(() => null);

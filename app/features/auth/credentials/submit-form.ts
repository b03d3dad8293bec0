import { data } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import { textsOf } from "#app/lib/form-fields.ts";
import { authStore } from "../session/auth-browser.ts";
import type { CheckedForm } from "./check-in-browser.ts";
import { type FormAnswer, unexpectedMessage } from "./form-answer.ts";

interface Submission {
  /** Null for a form without fields. */
  form: CheckedForm | null;
  request: Request;
  serverAction: () => Promise<FormAnswer>;
}

/**
 * Sends one of the account's forms, for a route's `clientAction`: checked by the schema that the
 * server checks it by too; what goes wrong becomes a toast and `errorMessage`; and when the answer
 * leads elsewhere, the session is looked at anew, because that is what has changed.
 */
export async function submitForm(submission: Submission) {
  authStore.setError(null);
  const { status, ...answer } = await answerTo(submission);
  if (answer.message) {
    console.warn("The form was refused:", answer.message);
    authStore.setError(answer.message);
    toast({ title: "Error", description: answer.message, variant: "destructive" });
  }
  // Of what the server said the router knows the status itself. A failure keeps it from asking for
  // the page's data anew, which on a line that is cut would replace the form by an error page.
  return status ? data<FormAnswer>(answer, { status }) : answer;
}

interface StatedAnswer extends FormAnswer {
  /** Of an answer that was given here. */
  status?: number;
}

async function answerTo({ form, request, serverAction }: Submission): Promise<StatedAnswer> {
  try {
    const refused = form && (await refusalOf(form, request));
    return refused ? { ...refused, status: 400 } : await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response) {
      void authStore.refresh();
      throw thrown;
    }
    // The line is down, or the server is: nothing was lost, and it can be sent again.
    console.warn("Failed to send the form:", thrown);
    return { message: unexpectedMessage, status: 503 };
  }
}

async function refusalOf(form: CheckedForm, request: Request): Promise<FormAnswer | undefined> {
  const check = await loadCheck();
  // A copy: the server's action sends the request itself.
  return check?.refusalOf(form, textsOf(await request.clone().formData()));
}

/**
 * Fetches the schemas, which outweigh the page: early, when a form is being filled in, so that
 * sending it need not wait. Without them, null, the server alone checks the form.
 */
export const loadCheck = () => import("./check-in-browser.ts").catch(() => null);

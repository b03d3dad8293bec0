import { data } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import { textsOf } from "#app/lib/form-fields.ts";
import { type FormAnswer, type FormName, formWords } from "./form-words.ts";

/**
 * Sends one of the public forms, for a route's `clientAction`: checked by the schema that the server
 * checks it by too. A toast says how it went; the page stays, and where it went wrong so does what was typed.
 */
export async function sendForm(
  form: FormName,
  request: Request,
  serverAction: () => Promise<FormAnswer | undefined>,
) {
  const { status, ...answer } = await answerTo(form, request, serverAction);
  if (answer.sent) toast(formWords[form].sent);
  if (answer.problem) toast({ ...answer.problem, variant: "destructive" });
  return status ? data<FormAnswer>(answer, { status }) : answer;
}

interface StatedAnswer extends FormAnswer {
  /** Of an answer that was given here; of the server's the router knows it. */
  status?: number;
}

async function answerTo(
  form: FormName,
  request: Request,
  serverAction: () => Promise<FormAnswer | undefined>,
): Promise<StatedAnswer> {
  try {
    const check = await loadCheck();
    // A copy: the server's action sends the request itself.
    const refused = check?.refusalOf(form, textsOf(await request.clone().formData()));
    if (refused) return { ...refused, status: 400 };
    return (await serverAction()) ?? { sent: true };
  } catch (thrown) {
    // The way to the page that says so without JavaScript: here a toast does.
    if (thrown instanceof Response && thrown.status < 400) return { sent: true };
    // The line is down, or the server is: nothing was lost, and it can be sent again.
    return { problem: formWords[form].failed, status: 503 };
  }
}

/**
 * Fetches the schemas, which outweigh the page: early, when a form is being filled in, so that
 * sending it need not wait. Without them, null, the server alone checks the form.
 */
export const loadCheck = () => import("./check-in-browser.ts").catch(() => null);

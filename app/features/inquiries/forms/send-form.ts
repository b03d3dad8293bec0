import { data } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, type FormName, formWords } from "./form-words.ts";

/**
 * Submits a public form from a route's `clientAction` and shows the result as a toast. The page
 * stays, and so do the values on errors.
 */
export async function sendPublicForm(
  form: FormName,
  request: Request,
  serverAction: () => Promise<FormAnswer | undefined>,
) {
  const { status, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction: async () => (await serverAction()) ?? { sent: true },
    async loadCheck() {
      const check = await loadCheck();
      return check && ((fields) => check.refusalOf(form, fields));
    },
    unreached: { problem: formWords[form].failed },
  }).catch((thrown: unknown): FormAnswer & { status?: number } => {
    // The redirect confirms success without JavaScript; here a toast does.
    const isSent = thrown instanceof Response && thrown.status < 400;
    return isSent ? { sent: true } : { problem: formWords[form].failed, status: 503 };
  });
  if (answer.sent) toast(formWords[form].sent);
  if (answer.problem) toast({ ...answer.problem, variant: "destructive" });
  return status ? data<FormAnswer>(answer, { status }) : answer;
}

/**
 * Loads the schemas, which are larger than the page. Call it early, while a form is being filled
 * in, so that submitting doesn't wait. If loading fails (null), only the server validates.
 */
export const loadCheck = () => import("./form-schemas.ts").catch(() => null);

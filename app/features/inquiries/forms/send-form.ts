import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { toast } from "#app/components/toast/toast-store.ts";
import { type FormAnswer, type FormName, formWords } from "./form-words.ts";

/**
 * Submits a public form from a `clientAction` and shows the result as a toast, without leaving the
 * page; values are kept on errors.
 */
export async function sendPublicForm(form: FormName, { request, serverAction }: Sent<FormAnswer>) {
  const { sent, failed } = formWords[form];
  // Without JavaScript a redirect confirms success; here a toast does.
  const send = () =>
    serverAction().then(
      (answer) => answer ?? { sent: true },
      (thrown: unknown): FormAnswer => {
        if (thrown instanceof Response && thrown.status < 400) return { sent: true };
        throw thrown instanceof Response ? new Error("The shop did not answer") : thrown;
      },
    );
  const answer = await sendForm<FormAnswer>(
    { request, serverAction: send },
    {
      failed: () => ({ problem: failed }),
      async loadCheck() {
        const check = await loadSchemas();
        return check && ((fields) => check.refusalOf(form, fields));
      },
      looksAgain: () => true,
    },
  );
  if (answer.data.sent) toast(sent);
  if (answer.data.problem) toast({ ...answer.data.problem, variant: "destructive" });
  return answer;
}

/** Loads the schemas, which are larger than the page, on first use; null if that fails. */
export const loadSchemas = () => import("./form-schemas.ts").catch(() => null);

import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import { type ChangeAnswer, changeNamed } from "./order-transition.ts";
import { doneWords, transitionWords } from "./transition-words.ts";

interface Sending {
  request: Request;
  serverAction: () => Promise<ChangeAnswer>;
}

/**
 * Sends an order change from a route's `clientAction` and shows the result as a toast
 * (specification, section 8). Browser only.
 */
export async function sendOrderTransition({ request, serverAction }: Sending) {
  // Clone it: the server action sends the request itself.
  const form = await request.clone().formData();
  const change = changeNamed(String(form.get("change"))) ?? "fulfill";
  const answer = await serverAction().catch((thrown: unknown) => {
    // A redirect to the login, because the session has ended.
    if (thrown instanceof Response) throw thrown;
    // Network error; the browser has logged it.
    return null;
  });
  if (!answer) return unreached(transitionWords[change].unreached);
  if (answer.kind === "done") toast(doneWords(answer.change, answer.isTold));
  if (answer.kind === "refused") tellFailure(answer.message);
  return answer;
}

function unreached(message: string) {
  tellFailure(message);
  // The error status stops the router from revalidating, which would fail offline and replace the
  // page with an error.
  return data<ChangeAnswer>({ kind: "refused", message }, { status: 503 });
}

function tellFailure(message: string): void {
  toast({ title: "Error", description: message, variant: "destructive" });
}

/**
 * For pages that change orders: revalidates after refusals too, because the page is then stale, but
 * not while the server is unreachable.
 */
export function revalidateAfterChange(asked: ShouldRevalidateFunctionArgs): boolean {
  return (asked.actionStatus ?? 500) < 500 || asked.defaultShouldRevalidate;
}

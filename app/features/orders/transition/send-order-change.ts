import { data } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";
import { type ChangeAnswer, changeNamed, changeWords } from "./order-change.ts";

interface Sending {
  request: Request;
  serverAction: () => Promise<ChangeAnswer>;
}

/**
 * Sends a change of an order, for a route's `clientAction`, and says by a toast how it went
 * (specification, section 8). Browser only.
 */
export async function sendOrderChange({ request, serverAction }: Sending) {
  // A copy: the server's action sends the request itself.
  const form = await request.clone().formData();
  const change = changeNamed(String(form.get("change"))) ?? "fulfill";
  const answer = await serverAction().catch((thrown: unknown) => {
    // The way to the login, where the session has ended.
    if (thrown instanceof Response) throw thrown;
    // The line is down, which the browser has noted itself.
    return null;
  });
  if (!answer) return unreached(changeWords[change].unreached);
  if (answer.kind === "done") toast(changeWords[answer.change].done);
  if (answer.kind === "refused") tellFailure(answer.message);
  return answer;
}

function unreached(message: string) {
  tellFailure(message);
  // The status keeps the router from asking for the page's data anew, which on a line that is cut
  // would replace the page by an error.
  return data<ChangeAnswer>({ kind: "refused", message }, { status: 503 });
}

function tellFailure(message: string): void {
  toast({ title: "Error", description: message, variant: "destructive" });
}

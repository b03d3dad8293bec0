import { data } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";

/** What the page of a message or an inquiry answers when something could not be done. */
export interface InboxAnswer {
  message: string;
  /** Somebody was quicker: the page shows how it stands now. */
  isConflict?: boolean;
}

export const notSaved: InboxAnswer = {
  message: "The change could not be saved. Please try again.",
};

/** For the `clientAction` of such a page: what went wrong is also said by a toast. */
export async function sendInboxAction(serverAction: () => Promise<InboxAnswer | undefined>) {
  const answer = await answerTo(serverAction);
  if (!answer) return;
  toast({ title: "Error", description: answer.message, variant: "destructive" });
  // With a status of failure the router leaves the page's data alone, which cannot be had now.
  return data<InboxAnswer>(answer, { status: answer.isConflict ? 409 : 503 });
}

async function answerTo(serverAction: () => Promise<InboxAnswer | undefined>) {
  try {
    return await serverAction();
  } catch (thrown) {
    // It went well and leads on, or there is no such thing any more.
    if (thrown instanceof Response || isAnswer(thrown)) throw thrown;
    return notSaved;
  }
}

/** An answer of the server's that is an error page: the router shows it. */
function isAnswer(thrown: unknown): boolean {
  return typeof thrown === "object" && thrown !== null && "status" in thrown;
}

import { data } from "react-router";
import { toast } from "#app/components/toast/toast-store.ts";

/** The answer to a failed action on a message or inquiry. */
export interface InboxAnswer {
  message: string;
  /** Someone else was first: the page shows the current state. */
  isConflict?: boolean;
}

export const notSaved: InboxAnswer = {
  message: "The change could not be saved. Please try again.",
};

/** For the page's `clientAction`: also shows errors as a toast. */
export async function sendInboxAction(serverAction: () => Promise<InboxAnswer | undefined>) {
  const answer = await answerTo(serverAction);
  if (!answer) return;
  toast({ title: "Error", description: answer.message, variant: "destructive" });
  // The error status stops the router from revalidating, which would fail now.
  return data<InboxAnswer>(answer, { status: answer.isConflict ? 409 : 503 });
}

async function answerTo(serverAction: () => Promise<InboxAnswer | undefined>) {
  try {
    return await serverAction();
  } catch (thrown) {
    // A redirect after success, or a 404.
    if (thrown instanceof Response || isAnswer(thrown)) throw thrown;
    return notSaved;
  }
}

/** Whether it's an error response, which the router shows. */
function isAnswer(thrown: unknown): boolean {
  return typeof thrown === "object" && thrown !== null && "status" in thrown;
}

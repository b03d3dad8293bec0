import type { ShouldRevalidateFunctionArgs } from "react-router";
import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { toast } from "#app/components/toast/toast-store.ts";
import {
  type ChangeAnswer,
  changeNamed,
} from "#app/domain/ordering/transition/order-transition.ts";
import { doneWords, transitionWords } from "#app/domain/ordering/transition/transition-words.ts";

/** Sends an order change from a `clientAction` and shows the result as a toast. Browser only. */
export async function sendOrderTransition(sent: Sent<ChangeAnswer>) {
  const answer = await sendForm<ChangeAnswer>(sent, {
    failed: ({ change }) => {
      const { unreached } = transitionWords[changeNamed(change) ?? "fulfill"];
      return { kind: "refused", message: unreached };
    },
    looksAgain: () => true,
    toasts: () => true,
  });
  if (answer.data.kind === "done") {
    const run = takeBack;
    toast({
      ...doneWords(answer.data.change, answer.data.isTold),
      action: answer.data.change === "deliver" && run ? { label: "Undo", run } : undefined,
    });
  }
  return answer;
}

let takeBack: (() => void) | null = null;

/** Sets what the toast's Undo does. The page provides it, since only a page can submit. */
export function offerUndo(run: () => void): void {
  takeBack = run;
}

/** Revalidates after refusals too, as the page may be stale; not if the server is unreachable. */
export function revalidateAfterChange(asked: ShouldRevalidateFunctionArgs): boolean {
  return (asked.actionStatus ?? 500) < 500 || asked.defaultShouldRevalidate;
}

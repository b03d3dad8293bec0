import type { ShouldRevalidateFunctionArgs } from "react-router";
import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import { toast } from "#app/components/toast/toast-store.ts";
import {
  type ChangeAnswer,
  changeNamed,
} from "#app/domain/ordering/transition/order-transition.ts";
import { doneWords, transitionWords } from "#app/domain/ordering/transition/transition-words.ts";
import { textsOf } from "#app/lib/form/submitted-form.ts";

/** Sends an order change from a `clientAction` and shows the result as a toast. Browser only. */
export async function sendOrderTransition(sent: Sent<ChangeAnswer>) {
  const { order = "" } = textsOf(await sent.request.clone().formData());
  const run = undos.get(order);
  undos.delete(order);
  const answer = await sendForm<ChangeAnswer>(sent, {
    failed: ({ change }) => {
      const { unreached } = transitionWords[changeNamed(change) ?? "fulfill"];
      return { kind: "refused", message: unreached };
    },
    looksAgain: () => true,
    toasts: () => true,
  });
  if (answer.data.kind === "done") {
    toast({
      ...doneWords(answer.data.change, answer.data.isTold),
      action: answer.data.change === "deliver" && run ? { label: "Undo", run } : undefined,
    });
  }
  return answer;
}

/** What Undo does, by the order whose change is on its way: several may be. */
const undos = new Map<string, () => void>();

/** Sets what the toast's Undo does for an order. Only a page can submit, so it provides it. */
export function offerUndo(orderId: string, run: () => void): void {
  undos.set(orderId, run);
}

/** Revalidates after refusals too, as the page may be stale; not if the server is unreachable. */
export function revalidateAfterChange(asked: ShouldRevalidateFunctionArgs): boolean {
  return (asked.actionStatus ?? 500) < 500 || asked.defaultShouldRevalidate;
}

import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { OrderDraft } from "../draft/order-draft.ts";
import type { OrderAnswer } from "./order-answer.ts";
import { placedOrderPath } from "./order-form.ts";
import { sendOrder } from "./send-order.ts";

/**
 * Places an order from a page that stays as it is until that has succeeded. Not by a form of the
 * router: the event stream tells of the order before its own answer is there, and the router drops
 * an answer that is overtaken by a revalidation.
 */
export function usePlaceOrder() {
  const [isPending, setPending] = useState(false);
  const [answer, setAnswer] = useState<OrderAnswer>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function place(draft: OrderDraft) {
    if (isPending) return;
    setPending(true);
    const sent = await sendOrder(draft);
    if (sent !== "signed-out" && "placed" in sent) {
      // The way back from there is not to lead to a review of nothing.
      await navigate(placedOrderPath(sent.placed.id), { replace: true });
      return;
    }
    // The guard of the page knows where to sign in; a refusal is about prices and products of now.
    const isKnown = sent === "signed-out" || !sent.refused.isUnknown;
    if (isKnown) await revalidate();
    if (sent !== "signed-out") setAnswer(sent.refused);
    setPending(false);
  }

  return { isPending, answer, place };
}

import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { afterPlacing, type OrderDesk } from "#app/domain/ordering/placing/order-desk.ts";
import type { OrderAnswer } from "#app/domain/ordering/placing/order-form.ts";
import { awaitShop, isShopCut, isShopThere } from "#app/lib/browser/connection.ts";
import { sendOrder } from "./send-order.ts";

/**
 * Places an order while the page stays until that succeeds. Doesn't use a router form, because the
 * event stream reports the order before its response arrives, and the router drops a response
 * overtaken by a revalidation. Without a network the order waits, unless it is changed or stopped;
 * sending is idempotent.
 *
 * @param onPlaced called once the order's page is shown
 */
export function usePlaceOrder(desk: OrderDesk, onPlaced: (draft: OrderDraft) => void) {
  const [isPending, setPending] = useState(false);
  const [answer, setAnswer] = useState<OrderAnswer>();
  const [waiting, setWaiting] = useState<OrderDraft | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function place(draft: OrderDraft) {
    if (isPending) return;
    setPending(true);
    setWaiting(null);
    // With the connection known to be down, nothing is sent, so it certainly wasn't placed.
    if (isShopCut() && !(await isShopThere())) {
      setAnswer(undefined);
      setWaiting(draft);
      setPending(false);
      return;
    }
    const sent = await sendOrder(draft, desk.api);
    if (sent !== "signed-out" && "placed" in sent) {
      // Replaces the entry, so that Back doesn't lead to an empty review.
      await navigate(afterPlacing(desk, sent.placed.id), { replace: true });
      onPlaced(draft);
      return;
    }
    // The page's guard redirects to the login; a refusal needs current prices and products.
    const isKnown = sent === "signed-out" || !sent.refused.isUnknown;
    if (isKnown) await revalidate();
    if (sent !== "signed-out") setAnswer(sent.refused);
    setPending(false);
  }

  const sendNow = useEffectEvent(() => {
    if (waiting) void place(waiting);
  });
  const isWaiting = waiting !== null;
  useEffect(() => {
    if (!isWaiting) return;
    return awaitShop(() => sendNow());
  }, [isWaiting]);

  return { isPending, answer, isWaiting, place, stopWaiting: () => setWaiting(null) };
}

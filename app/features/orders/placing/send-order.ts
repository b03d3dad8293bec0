import type { OrderDraft } from "../draft/order-draft.ts";
import type { OrderAnswer } from "./order-answer.ts";
import { writeOrderForm } from "./order-form.ts";

/** How long the shop may take to answer before the client may try again (ms). */
const patience = 20_000;

/** What `POST /api/orders` answers. */
export type OrderResponse = { placed: { id: string } } | { refused: OrderAnswer };

/** What came of sending an order. */
export type SentOrder = OrderResponse | "signed-out";

/**
 * Sends a draft to be placed. A line that is cut or hangs, and a shop that fails, leave unknown
 * whether it was: the same draft can be sent again, and is placed once.
 */
export async function sendOrder(draft: OrderDraft): Promise<SentOrder> {
  const unknown: OrderAnswer = { step: "review", draft, problems: [], isUnknown: true };
  try {
    const response = await fetch("/api/orders", {
      method: "POST",
      body: writeOrderForm(draft, "place"),
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 401) return "signed-out";
    if (![200, 400, 409, 429].includes(response.status)) return { refused: unknown };
    return await response.json();
  } catch {
    return { refused: unknown };
  }
}

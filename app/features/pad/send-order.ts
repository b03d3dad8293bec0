import type { OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { ownDesk } from "#app/domain/ordering/placing/order-desk.ts";
import { type OrderAnswer, writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";

/** Timeout in ms, after which the user can retry. */
const patience = 20_000;

/** The response of `POST /api/orders` and `POST /api/orders-for/…`. */
export type OrderResponse = { placed: { id: string } } | { refused: OrderAnswer };

export type SentOrder = OrderResponse | "signed-out";

/**
 * Sends a draft to be placed. After a timeout, network or server error the outcome is unknown;
 * retrying is safe, because the same draft is only placed once.
 */
export async function sendOrder(draft: OrderDraft, api = ownDesk().api): Promise<SentOrder> {
  const unknown: OrderAnswer = { step: "review", draft, problems: [], isUnknown: true };
  try {
    const response = await fetch(api, {
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

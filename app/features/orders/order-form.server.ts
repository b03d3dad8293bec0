import type { Client } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import type { OrderAnswer } from "./order-answer.ts";
import type { OrderDraft } from "./order-draft.ts";
import type { OrderIntent } from "./order-form.ts";
import { placeOrder } from "./place-order.server.ts";
import {
  checkOrder,
  OrderAlreadyPlacedError,
  type OrderProblem,
  OrderRefusedError,
  type PlacedOrder,
  PriceChangedError,
} from "./place-order.ts";

/** What becomes of a form that was sent: an order, or the form again with what is in its way. */
type FormAnswer = { placed: PlacedOrder } | { refused: OrderAnswer; status: 200 | 400 | 409 };

/**
 * Answers a client's order form: shows the order, goes back to the pad, or places it. What placing
 * refuses comes back with everything that was sent.
 */
export async function answerOrderForm(
  db: Database,
  client: Client,
  { draft, intent }: { draft: OrderDraft; intent: OrderIntent },
  options: { siteUrl: string },
): Promise<FormAnswer> {
  const again = { draft, problems: [] };
  try {
    if (intent === "pick") return { refused: { step: "pick", ...again }, status: 200 };
    const order = { ...draft, lines: [...draft.lines] };
    if (intent === "place") return { placed: await placeOrder(db, client, order, options) };
    checkOrder(order);
    return { refused: { step: "review", ...again }, status: 200 };
  } catch (error) {
    if (error instanceof OrderRefusedError) {
      const { problems } = error;
      const isUseless = problems.some(({ field }) => field === "requestId");
      const kept = isUseless ? { ...draft, requestId: "" } : draft;
      return { refused: { step: stepOf(problems), draft: kept, problems }, status: 400 };
    }
    // The form shows the new prices by itself: it has those of now.
    if (error instanceof PriceChangedError) {
      return { refused: { step: "review", ...again }, status: 409 };
    }
    if (error instanceof OrderAlreadyPlacedError) {
      const placedBefore = error.order.id;
      return { refused: { step: "review", ...again, placedBefore }, status: 409 };
    }
    throw error;
  }
}

/** The form of a request; a body that is no form counts as an empty one. */
export function formOf(request: Request): Promise<FormData> {
  return request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) return new FormData();
    throw error;
  });
}

/** Where it can be mended: pounds on the pad, notes and products that are gone in the review. */
function stepOf(problems: readonly OrderProblem[]): OrderAnswer["step"] {
  const isOfPad = ({ field }: OrderProblem) => field === "lines" || field.endsWith(".quantity");
  return problems.some(isOfPad) ? "pick" : "review";
}

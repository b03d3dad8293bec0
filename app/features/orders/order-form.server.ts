import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/features/auth/capability.ts";
import { orderCounts } from "#app/features/limits/rules.ts";
import { whenAgain } from "#app/features/limits/when-again.ts";
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
type FormAnswer =
  | { placed: PlacedOrder }
  | {
      refused: OrderAnswer;
      status: 200 | 400 | 409 | 429 | 503;
      headers?: Record<string, string>;
    };

/**
 * Answers a client's order form: shows the order, goes back to the pad, or places it. What placing
 * refuses, and what comes too often, comes back with everything that was sent; so does what the database failed at (it is away,
 * or its disk is full), with a line in the log.
 */
export async function answerOrderForm(
  { db, limits, clientAddress, siteUrl, log }: RequestContext,
  client: Client,
  { draft, intent }: { draft: OrderDraft; intent: OrderIntent },
): Promise<FormAnswer> {
  const again = { draft, problems: [] };
  try {
    if (intent === "pick") return { refused: { step: "pick", ...again }, status: 200 };
    const order = { ...draft, lines: [...draft.lines] };
    if (intent === "place") {
      const wait = await limits.takeAll(orderCounts(clientAddress, client.userId));
      if (wait !== null) return tooOften(wait, draft);
      return { placed: await placeOrder(db, client, order, { siteUrl }) };
    }
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
    log.error({ err: error }, "an order was not placed");
    // Nobody knows: the failure may have come after the commit. Sent again, it is placed once.
    return { refused: { step: "review", ...again, isUnknown: true }, status: 503 };
  }
}

function tooOften(seconds: number, draft: OrderDraft): FormAnswer {
  const message = `Too many orders in a short time. Please try again ${whenAgain(seconds)}.`;
  const refused: OrderAnswer = { step: "review", draft, problems: [{ field: "lines", message }] };
  return { refused, status: 429, headers: { "Retry-After": String(seconds) } };
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

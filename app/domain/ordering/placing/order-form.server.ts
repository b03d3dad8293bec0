import type { Client } from "#app/domain/access/capability.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { zoneAt } from "#app/domain/delivery/rules.ts";
import type { OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { orderCounts, reviewCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import type { Log } from "#db/database.ts";
import { keepPostalCode } from "../delivery/arrange-delivery.server.ts";
import { otherDaysOf } from "../delivery/day-refusal.server.ts";
import { dayRefusedInWords } from "../delivery/delivery-words.ts";
import type { OrderingServices } from "../ordering-services.server.ts";
import { forAnother } from "./order-desk.ts";
import type { OrderAnswer, SentOrder } from "./order-form.ts";
import {
  checkOrder,
  checkSite,
  OrderAlreadyPlacedError,
  type OrderProblem,
  OrderRefusedError,
  type PlacedOrder,
  PriceChangedError,
} from "./order-rules.ts";
import { placeOrder } from "./place-order.server.ts";

/** The result of a submitted form: a placed order, or the form again with its problems. */
type FormAnswer =
  | { placed: PlacedOrder }
  | {
      refused: OrderAnswer;
      status: 200 | 400 | 409 | 429 | 503;
      headers?: Record<string, string>;
    };

type OrderFormContext = Pick<
  OrderingServices,
  | "db"
  | "deliveryRules"
  | "demand"
  | "limits"
  | "clientAddress"
  | "shop"
  | "minOrderCents"
  | "needsConfirmedEmail"
> & {
  log: Pick<Log, "error">;
};

/** Refuses an order that was begun for a customer other than its sender's current one. */
export function answerForAnother(draft: OrderDraft): FormAnswer {
  const problems = [{ field: "account" as const, message: forAnother }];
  return { refused: { step: "review", draft, problems }, status: 409 };
}

/**
 * Handles a client's order form, as its button asks (`OrderIntent`). If it is refused or
 * rate-limited, or the database fails (which is logged), the form comes back with everything that
 * was submitted.
 */
export async function answerOrderForm(
  { db, limits, clientAddress, log, deliveryRules, demand, ...rules }: OrderFormContext,
  client: Client,
  { draft, intent, page, list, step }: SentOrder,
): Promise<FormAnswer> {
  const again = { draft, problems: [] };
  try {
    if (intent !== "place") {
      const wait = await limits.takeAll(reviewCounts(clientAddress, client.userId));
      if (wait !== null) return tooOften("requests", wait, draft);
    }
    if (intent === "pick") {
      const shown = { ...(page && { page }), ...(list && { list }) };
      return { refused: { step: "pick", ...again, ...shown }, status: 200 };
    }
    if (intent === "site") {
      const site = checkSite(draft);
      await keepPostalCode(db, client, site);
      if (site.postalCode !== null && !zoneAt(await deliveryRules.get(), site.postalCode)) {
        demand.count(site.postalCode);
      }
      // The postal code is stored with the site now, and a new one may have other days.
      const shown = { ...draft, postalCode: "", day: site.postalCode === null ? draft.day : "" };
      return { refused: { step: step ?? "pick", draft: shown, problems: [] }, status: 200 };
    }
    const order = { ...draft, lines: [...draft.lines] };
    if (intent === "place") {
      const wait = await limits.takeAll(orderCounts(clientAddress, client.userId));
      if (wait !== null) return tooOften("orders", wait, draft);
      return { placed: await placeOrder(db, client, order, rules) };
    }
    checkOrder(order);
    return { refused: { step: "review", ...again }, status: 200 };
  } catch (error) {
    if (error instanceof OrderRefusedError) {
      const { problems } = error;
      const isUseless = problems.some(({ field }) => field === "requestId");
      const kept = isUseless ? { ...draft, requestId: "" } : draft;
      const shown = intent === "site" ? (step ?? "pick") : stepOf(problems);
      const status = problems.every(({ isStock }) => isStock) ? 409 : 400;
      return { refused: { step: shown, draft: kept, problems }, status };
    }
    // Price changes need no message: the form compares with current prices and shows the change.
    if (error instanceof PriceChangedError) {
      const { problems } = error;
      return { refused: { step: "review", draft, problems }, status: 409 };
    }
    if (error instanceof DayRefusedError) {
      const problems = [{ field: "day", message: dayRefusedInWords(error, rules.shop.company) }];
      const otherDays = otherDaysOf(error);
      return { refused: { step: "review", draft, problems, otherDays }, status: 409 };
    }
    if (error instanceof OrderAlreadyPlacedError) {
      const { id, number } = error.order;
      return { refused: { step: "review", ...again, placedBefore: { id, number } }, status: 409 };
    }
    const failed = intent === "place" ? "an order was not placed" : "an order was not shown";
    log.error({ err: error }, failed);
    // The outcome is unknown, as the failure may have come after the commit. The idempotent request
    // can be retried.
    return { refused: { step: "review", ...again, isUnknown: intent === "place" }, status: 503 };
  }
}

function tooOften(what: "orders" | "requests", seconds: number, draft: OrderDraft): FormAnswer {
  const message = `Too many ${what} in a short time. Please try again ${whenAgain(seconds)}.`;
  const refused: OrderAnswer = { step: "review", draft, problems: [{ field: "lines", message }] };
  return { refused, status: 429, headers: { "Retry-After": String(seconds) } };
}

/** Returns the step to fix the problems in: the pad for lines and postal code, or the review. */
function stepOf(problems: readonly OrderProblem[]): OrderAnswer["step"] {
  const isOfPad = ({ field }: OrderProblem) =>
    field === "lines" || field === "postalCode" || field.endsWith(".quantity");
  return problems.some(isOfPad) ? "pick" : "review";
}

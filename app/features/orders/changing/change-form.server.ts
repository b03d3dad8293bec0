import type { Company } from "#app/content/company.ts";
import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { DayRefusedError } from "#app/features/delivery/booking.server.ts";
import { dateInWords } from "#app/features/delivery/days.ts";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import { formatDateTime, formatTime, pacificDay } from "#app/lib/dates.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { ended } from "#app/lib/in-words.ts";
import { confirmByLink, UnprovedError } from "../checkout/unproved.ts";
import { beingPacked, cutOffPassed } from "../delivery/delivery-words.ts";
import { OrderChangedError, OrderConflictError, OrderNotFoundError } from "../order.ts";
import { alreadySettled, noSuchOrder } from "../transition/transition-words.ts";
import { changeFailed, readChange } from "./change-form.ts";
import {
  ChangeRefusedError,
  changeHeldOrder,
  changeOrder,
  PackingBegunError,
} from "./change-order.server.ts";
import { changeField } from "./change-plan.ts";

/** Changed, or not because nothing was different; or the form again with its problems. */
type Answered =
  | { done: "changed" | "same" }
  | { refused: FormAnswer; status: 400 | 404 | 409 | 503 };

/**
 * Handles the form with which staff, or whoever holds a retail order's link, change an order. Never
 * throws: failures are answers.
 */
export async function answerChangeForm(
  { db, log, shop, minOrderCents }: Pick<RequestContext, "db" | "log" | "shop" | "minOrderCents">,
  who: { staff: Staff<"sell"> } | { holder: OrderHolder },
  id: string,
  fields: Record<string, string>,
): Promise<Answered> {
  const refused = (message: string, status: 404 | 409 | 503): Answered => ({
    refused: { message, values: fields },
    status,
  });
  try {
    const wanted = readChange(fields);
    const change =
      "holder" in who
        ? await changeHeldOrder(db, who.holder, wanted, { shop, minOrderCents })
        : await changeOrder(db, who.staff, id, wanted, shop);
    return { done: change ? "changed" : "same" };
  } catch (error) {
    if (error instanceof ChangeRefusedError) {
      const errors: Record<string, string[]> = {};
      for (const { field, message } of error.problems) errors[field] = [message];
      const message = errors.lines?.[0] ?? invalidMessage;
      return { refused: { message, errors, values: fields }, status: 400 };
    }
    if (error instanceof UnprovedError) return refused(confirmByLink(error), 409);
    if (error instanceof OrderNotFoundError) return refused(noSuchOrder, 404);
    if (error instanceof OrderConflictError) return refused(alreadySettled(error.status), 409);
    if (error instanceof PackingBegunError) {
      return refused("holder" in who ? beingPacked(shop.company) : begunInWords(error.since), 409);
    }
    if (error instanceof OrderChangedError) {
      // What is sent next has seen the order as the answer shows it.
      const values = { ...fields, [changeField.version]: String(error.version) };
      return { refused: { message: changedMeanwhile, values }, status: 409 };
    }
    if (error instanceof DayRefusedError) {
      return refused("holder" in who ? notOnThatDay(error, shop.company) : hasLeft, 409);
    }
    log.error({ err: error, orderId: id }, "changing an order's lines failed");
    return refused(changeFailed, 503);
  }
}

const changedMeanwhile =
  "This order changed meanwhile. What you typed is still here, beside the lines as they are now: check them, and save again. Nothing was changed.";

/** Why what is asked for doesn't fit the order's day. */
function notOnThatDay({ reason, asked }: DayRefusedError, { phone }: Company): string {
  return reason === "full"
    ? `${dateInWords(asked.date)} has no room for so much. Nothing was changed.`
    : `${cutOffPassed(asked.date)}. Please call ${phone.display}. Nothing was changed.`;
}

const hasLeft = "This order is on a run that has left. Nothing was changed.";

/** Since when the order is being packed, and what to do instead. */
function begunInWords(since: Date | null): string {
  const instead = "Change it at the packing station. Nothing was changed.";
  if (!since) return `This order is being packed. ${instead}`;
  const isToday = pacificDay(since) === pacificDay(new Date());
  const when = isToday ? formatTime(since) : formatDateTime(since);
  return `${ended(`Being packed since ${when}`)} ${instead}`;
}

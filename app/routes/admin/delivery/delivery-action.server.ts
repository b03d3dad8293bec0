import { data, redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { dateInWords } from "#app/features/delivery/days.ts";
import { checkException } from "#app/features/delivery/setup/exception-form.ts";
import {
  keepHoliday,
  makeException,
  retireZone,
  saveZone,
  undoException,
} from "#app/features/delivery/setup/setup.server.ts";
import {
  type SetupAnswer,
  type SetupRefusal,
  SetupRefusedError,
} from "#app/features/delivery/setup/setup.ts";
import { checkZone } from "#app/features/delivery/setup/zone-form.ts";
import { tellWaiting } from "#app/features/delivery/waitlist.server.ts";
import { alignHoldAndTell } from "#app/features/orders/holding/align-hold.server.ts";
import { queueChangeMails } from "#app/features/orders/mails/queue-change-mails.server.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { deliveryPage } from "../navigation.ts";

const failed = "The change could not be saved. Please try again.";

/** Carries out what a form of the screen asks for. */
export async function actOnDelivery(
  services: RequestContext,
  admin: Admin,
  fields: Record<string, string>,
) {
  const form = fields.intent === "zone" || fields.intent === "retire" ? "zone" : "day";
  const refuse = (answer: Omit<SetupAnswer, "form">, status: number) =>
    data<SetupAnswer>({ form, values: fields, ...answer }, { status });
  try {
    const done = await change(services, admin, fields);
    if ("refused" in done) return refuse(done.refused, 400);
    // Before the response: the owner goes on to read what was changed.
    await services.deliveryRules.renew();
    return redirect(`${deliveryPage.to}?${new URLSearchParams({ done: done.done, ...done.told })}`);
  } catch (error) {
    if (error instanceof SetupRefusedError) {
      const { refusal } = error;
      return refuse(answerOf(refusal), refusal.reason === "gone" ? 404 : 409);
    }
    services.log.error({ err: error }, "changing the delivery days failed");
    return refuse({ message: failed }, 503);
  }
}

type Done =
  | { done: string; told?: { told: string; untold: string } }
  | { refused: Omit<SetupAnswer, "form"> };

async function change(
  { db, shop }: RequestContext,
  admin: Admin,
  fields: Record<string, string>,
): Promise<Done> {
  const { intent, id = "", version = "" } = fields;
  const target = isUuid(id) ? { id, version } : null;
  switch (intent) {
    case "zone": {
      const { zone, refused } = checkZone(fields);
      if (refused) return { refused };
      if (id && !target) throw new SetupRefusedError({ reason: "gone" });
      await saveZone(db, admin, target, zone);
      return { done: "zone" };
    }
    case "retire":
      if (!target) throw new SetupRefusedError({ reason: "gone" });
      await retireZone(db, admin, target);
      return { done: "retired" };
    case "day": {
      const { exception, words } = checkException(fields, new Date());
      if (words !== undefined) return { refused: { message: words } };
      const { told, untold } = await makeException(db, admin, exception, async (tx, orderId) => {
        await alignHoldAndTell(tx, orderId, shop);
        return queueChangeMails(tx, orderId, { moved: ["day"] }, { who: "staff" }, shop);
      });
      const isSaid = told + untold > 0;
      return {
        done: exception.kind,
        ...(isSaid && { told: { told: String(told), untold: String(untold) } }),
      };
    }
    case "undo":
      if (!target) throw new SetupRefusedError({ reason: "gone" });
      await undoException(db, admin, target.id);
      return { done: "undone" };
    case "keep": {
      const date = dayIn(fields.date ?? "");
      if (!date) return { refused: { message: "Please choose a day." } };
      await keepHoliday(db, admin, date);
      return { done: "kept" };
    }
    case "tell":
      await tellWaiting(db, admin, shop);
      return { done: "told" };
    default:
      return { refused: { message: "The shop does not know this form. Load the page again." } };
  }
}

function answerOf(refusal: SetupRefusal): Omit<SetupAnswer, "form"> {
  switch (refusal.reason) {
    case "changed":
      return {
        message:
          "A colleague changed this zone while you were editing it. Load the page again to see it; what you typed is still here.",
      };
    case "gone":
      return { message: "This is no longer there. A colleague may have removed it." };
    case "name":
      return fieldAnswer("name", "Another zone has this name.");
    case "prefix":
      return fieldAnswer(
        "prefixes",
        `${refusal.prefix} belongs to the zone ${refusal.zone}. Take it out there first, or write a longer beginning here: the longest one wins.`,
      );
    case "exists":
      return { message: "This day has been changed already. Undo that change first." };
    case "closed":
      return { message: `${dateInWords(refusal.date)} is closed. Please choose another day.` };
    case "served":
      return { message: "The zone is served on this day already." };
    case "terms":
      return {
        message:
          "The zone has no such weekday, so there are no terms for the extra day. Add a weekday to the zone first, or choose another.",
      };
    case "target":
      return {
        message: `No orders can be moved to ${dateInWords(refusal.date)}. Please choose another day.`,
      };
    case "booked": {
      const { orders } = refusal;
      const count = orders.length === 1 ? "1 order is" : `${orders.length} orders are`;
      return { message: `${count} booked on days that would close. Nothing was changed.`, orders };
    }
  }
}

function fieldAnswer(field: string, words: string): Omit<SetupAnswer, "form"> {
  return { message: "Please correct the marked fields.", errors: { [field]: [words] } };
}

import { redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { checkException } from "#app/domain/delivery/setup/exception-form.ts";
import {
  keepHoliday,
  retireZone,
  saveZone,
  undoException,
} from "#app/domain/delivery/setup/setup.server.ts";
import { setupRefusal } from "#app/domain/delivery/setup/setup-refusal.server.ts";
import { checkZone } from "#app/domain/delivery/setup/zone-form.ts";
import { tellWaiting } from "#app/domain/delivery/waitlist.server.ts";
import { makeException } from "#app/domain/ordering/delivery/make-exception.server.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { deliveryPage } from "../navigation.ts";

/** Performs the action of a form on the screen. @throws Refusal */
export async function actOnDelivery(
  services: RequestContext,
  admin: Admin,
  fields: Record<string, string>,
): Promise<Response> {
  const { done, told } = await change(services, admin, fields);
  // Before responding, because the next page reads the changes.
  await services.deliveryRules.renew();
  return redirect(`${deliveryPage.to}?${new URLSearchParams({ done, ...told })}`);
}

interface Done {
  done: string;
  told?: { told: string; untold: string };
}

async function change(
  { db, shop }: RequestContext,
  admin: Admin,
  fields: Record<string, string>,
): Promise<Done> {
  const { intent, id = "", version = "" } = fields;
  const target = isUuid(id) ? { id, version } : null;
  switch (intent) {
    case "zone": {
      const { zone: data, refused } = checkZone(fields);
      const zone = accepted({ data, refused });
      if (id && !target) throw setupRefusal({ reason: "gone" });
      await saveZone(db, admin, target, zone);
      return { done: "zone" };
    }
    case "retire":
      if (!target) throw setupRefusal({ reason: "gone" });
      await retireZone(db, admin, target);
      return { done: "retired" };
    case "day": {
      const { exception, words } = checkException(fields, new Date());
      if (words !== undefined) throw new Refusal("invalid", words);
      const { told, untold } = await makeException(db, admin, exception, shop);
      const isSaid = told + untold > 0;
      return {
        done: exception.kind,
        ...(isSaid && { told: { told: String(told), untold: String(untold) } }),
      };
    }
    case "undo":
      if (!target) throw setupRefusal({ reason: "gone" });
      await undoException(db, admin, target.id);
      return { done: "undone" };
    case "keep": {
      const date = dayIn(fields.date ?? "");
      if (!date) throw new Refusal("invalid", "Please choose a day.");
      await keepHoliday(db, admin, date);
      return { done: "kept" };
    }
    case "tell":
      await tellWaiting(db, admin, shop);
      return { done: "told" };
    default:
      throw new Refusal("invalid", "The shop does not know this form. Reload the page.");
  }
}

import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { orderCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import { Refusal } from "#app/lib/refusal.ts";
import {
  bringBack,
  changeStandingOrder,
  createStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  skipDelivery,
} from "./change-standing-order.server.ts";
import { readStandingOrder } from "./standing-form.server.ts";
import { freshStanding, standingFailed, type Told } from "./standing-order.ts";

type Services = Pick<RequestContext, "db" | "shop" | "limits" | "clientAddress">;

/**
 * Handles a button of the list; its value names the action, the standing order and the delivery.
 * Returns the confirmation. @throws Refusal
 */
export async function actOnStanding(
  { db, shop, limits, clientAddress }: Services,
  client: Client,
  { act = "", until = "" }: Record<string, string>,
): Promise<Told> {
  await refuseTooMany(limits, orderCounts(clientAddress, client.userId), "changes");
  const [verb, id = "", day = ""] = act.split(" ");
  switch (verb) {
    case "skip":
      await skipDelivery(db, client, { id, day }, shop);
      return "skipped";
    case "back":
      await bringBack(db, client, { id, day });
      return "back";
    case "pause": {
      const isDay = /^20\d\d-\d\d-\d\d$/.test(until) && !Number.isNaN(Date.parse(until));
      if (!isDay) throw new Refusal("invalid", "Enter a day.", { field: "until" });
      await pauseStandingOrder(db, client, id, until);
      return "paused";
    }
    case "resume":
      await pauseStandingOrder(db, client, id, null);
      return "saved";
    case "end":
      await endStandingOrder(db, client, id);
      return "ended";
    default:
      throw new Refusal("invalid", standingFailed);
  }
}

/** Stores a form, for a new standing order or the one with this id. @throws Refusal */
export async function saveStanding(
  { db, limits, clientAddress }: Services,
  client: Client,
  id: string,
  fields: Record<string, string>,
): Promise<void> {
  await refuseTooMany(limits, orderCounts(clientAddress, client.userId), "changes");
  const wanted = readStandingOrder(fields);
  if (id === freshStanding) await createStandingOrder(db, client, wanted);
  else await changeStandingOrder(db, client, id, wanted);
}

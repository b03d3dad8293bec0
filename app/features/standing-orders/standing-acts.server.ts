import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { orderCounts } from "#app/domain/limits/limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { readStandingOrder } from "./standing-form.server.ts";
import { freshStanding, standingFailed, type Told } from "./standing-order.ts";
import {
  bringBack,
  changeStandingOrder,
  createStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  skipDelivery,
} from "./standing-orders.server.ts";

type Services = Pick<RequestContext, "db" | "shop" | "limits" | "clientAddress">;

/**
 * Does what a button of the list asks for, whose value says what, of which standing order, and of which
 * delivery.
 *
 * @returns what the list says afterwards
 * @throws Refusal
 */
export async function actOnStanding(
  { db, shop, ...services }: Services,
  client: Client,
  { act = "", until = "" }: Record<string, string>,
): Promise<Told> {
  await count(services, client);
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

/** Stores a form: of a new one, or of the one with this id. @throws Refusal */
export async function saveStanding(
  { db, ...services }: Services,
  client: Client,
  id: string,
  fields: Record<string, string>,
): Promise<void> {
  await count(services, client);
  const wanted = readStandingOrder(fields);
  if (id === freshStanding) await createStandingOrder(db, client, wanted);
  else await changeStandingOrder(db, client, id, wanted);
}

/** @throws Refusal after too many */
async function count(
  { limits, clientAddress }: Pick<Services, "limits" | "clientAddress">,
  { userId }: Client,
): Promise<void> {
  const wait = await limits.takeAll(orderCounts(clientAddress, userId));
  if (wait === null) return;
  const message = `Too many changes in a short time. Try again ${whenAgain(wait)}.`;
  throw new Refusal("too often", message, { wait });
}

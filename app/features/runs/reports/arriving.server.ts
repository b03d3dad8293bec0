import { and, eq, inArray } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { ReportOf, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { insertArrivalNotice } from "#app/domain/delivery/runs/save-runs.server.ts";
import { maskedEmail, maskedNumber, textableNumber } from "#app/domain/texts/phone-number.ts";
import { queueText } from "#app/domain/texts/text-outbox.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { arrivalNotices } from "#db/schema/stop-events.ts";
import type { AtDoor } from "../at-door.ts";
import { queueArrivingMails } from "../messages/queue-run-messages.server.ts";
import { arrivingText } from "../messages/run-messages.ts";
import { happened, type Reporter, type Stop } from "./reported-stop.server.ts";

/** How long "ten minutes away" stays true, in ms. */
const usefulMs = 10 * 60_000;

const refuse = (reason: ReportRefusal, message: string) =>
  new Refusal<ReportRefusal>(reason, message);

/**
 * Tells a stop's client once that the driver is ten minutes away: by text message if possible, else
 * by email. For anyone with the run's link.
 *
 * @throws Refusal if the stop was visited, the client was told before, the report is too old, or
 *   there is no way to tell
 */
export async function recordArriving(
  tx: Transaction,
  by: Reporter,
  { linkId }: RunDriver,
  stop: Stop,
  { requestId, at }: ReportOf<"arriving">,
  { shop, reach }: { shop: Shop; reach: AtDoor["reach"] },
): Promise<void> {
  const own = eq(arrivalNotices.stopId, stop.id);
  const [before] = await tx.select().from(arrivalNotices).where(own);
  if (before?.requestId === requestId) return;
  if (before) {
    throw refuse(
      "told already",
      `${ended(`The client was told already, on ${formatDateTime(before.saidAt)}`)} Nothing was sent again.`,
    );
  }
  if (stop.kind === "pickup") throw refuse("not offered", "This order is picked up.");
  if (stop.state !== "waiting") {
    throw refuse("already delivered", "You were at this stop already, so nothing was sent.");
  }
  const saidAt = happened(at, by);
  const expiresAt = new Date(saidAt.getTime() + usefulMs);
  if (expiresAt <= new Date()) {
    throw refuse(
      "too late",
      "There was no network for more than ten minutes, so this was not sent any more. Call instead.",
    );
  }
  const here = await tx
    .select({
      id: orders.id,
      number: orders.number,
      stopId: orders.stopId,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      phone: orders.deliveryPhone,
    })
    .from(orders)
    .where(and(eq(orders.stopId, stop.id), inArray(orders.status, ["pending", "fulfilled"])))
    .orderBy(orders.placedAt, orders.id);
  if (here.length === 0) {
    throw refuse("gone", "The order was moved or cancelled, so nothing was sent.");
  }
  const [client] = await tx
    .select({ phone: customers.phone })
    .from(customers)
    .where(eq(customers.id, stop.customerId));
  const number = reach.texts ? textableNumber(here.at(-1)?.phone || (client?.phone ?? "")) : null;
  const notice = { stopId: stop.id, requestId, saidAt, linkId };
  let toldTo: string;
  if (number) {
    const textId = await queueText(tx, { to: number, body: arrivingText(shop), expiresAt });
    toldTo = maskedNumber(number);
    await insertArrivalNotice(tx, { ...notice, channel: "sms", toldTo, textId });
  } else {
    const told = reach.mails ? await queueArrivingMails(tx, here, expiresAt, shop) : [];
    if (told.length === 0) {
      throw refuse(
        "not offered",
        "We have no number or address that this can be sent to. Call instead.",
      );
    }
    toldTo = told.map(maskedEmail).join(", ").slice(0, 500);
    await insertArrivalNotice(tx, { ...notice, channel: "email", toldTo });
  }
  const after = { by: number ? "text message" : "email", to: toldTo };
  await recordAudit(
    tx,
    by.audit,
    ...here.map(({ id }) => ({
      entity: "order" as const,
      entityId: id,
      action: "told of arrival",
      after,
    })),
  );
}

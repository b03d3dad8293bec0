import { eq } from "drizzle-orm";
import { maskedNumber, textableNumber } from "#app/domain/texts/phone-number.ts";
import type { Database } from "#db/database.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { textOutbox } from "#db/schema/mail-outbox.ts";
import { arrivalNotices } from "#db/schema/stop-events.ts";
import type { AtDoor } from "../at-door.ts";
import type { Arriving } from "../run.ts";

/** Returns the stops told that the driver is near, and the message's delivery state. */
export function arrivalsOn(db: Database, runId: string) {
  return db
    .select({
      stopId: arrivalNotices.stopId,
      channel: arrivalNotices.channel,
      toldTo: arrivalNotices.toldTo,
      saidAt: arrivalNotices.saidAt,
      textId: arrivalNotices.textId,
      sentAt: textOutbox.sentAt,
      failedAt: textOutbox.failedAt,
    })
    .from(arrivalNotices)
    .innerJoin(runStops, eq(runStops.id, arrivalNotices.stopId))
    .leftJoin(textOutbox, eq(textOutbox.id, arrivalNotices.textId))
    .where(eq(runStops.runId, runId));
}

/** Returns how a stop's client is or was told that the driver is near. */
export function arrivingAt(
  { phone, isMailed }: { phone: string; isMailed: boolean },
  reach: AtDoor["reach"],
  notice: Awaited<ReturnType<typeof arrivalsOn>>[number] | undefined,
): Arriving {
  if (notice) {
    const { channel, toldTo, saidAt, textId, sentAt, failedAt } = notice;
    const isOpen = channel === "sms" && textId !== null && !sentAt;
    const state = failedAt ? "failed" : isOpen ? "waiting" : "sent";
    return { by: channel, to: toldTo, whyNot: "", told: { at: saidAt, state } };
  }
  const number = reach.texts ? textableNumber(phone) : null;
  const told = null;
  if (number) return { by: "sms", to: maskedNumber(number), whyNot: "", told };
  if (reach.mails && isMailed) return { by: "email", to: "", whyNot: "", told };
  return { by: null, to: "", whyNot: unreachedInWords(reach), told };
}

/** Tells the driver why a client can't be reached. */
function unreachedInWords({ texts, mails }: AtDoor["reach"]): string {
  const text = texts ? "there is no number for a text message" : "text messages are not set up";
  const mail = mails ? "there is no email address that we may write to" : "no email is sent";
  return `${text}, and ${mail}`;
}

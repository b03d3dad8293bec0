import { eq } from "drizzle-orm";
import { maskedNumber, textableNumber } from "#app/domain/texts/phone-number.ts";
import type { Database } from "#db/database.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { textOutbox } from "#db/schema/mail-outbox.ts";
import { arrivalNotices } from "#db/schema/stop-events.ts";
import type { AtDoor } from "../at-door.ts";
import type { Arriving } from "../run.ts";

/** Whom of a run's stops were told that the driver is near, and what became of it. */
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

/** How the client of a stop is told, or was. */
export function arrivingAt(
  { phone, isMailed }: { phone: string; isMailed: boolean },
  reach: AtDoor["reach"],
  notice: Awaited<ReturnType<typeof arrivalsOn>>[number] | undefined,
): Arriving {
  if (notice) {
    const { channel, toldTo, saidAt, textId, sentAt, failedAt } = notice;
    const isOpen = channel === "sms" && textId !== null && !sentAt;
    const state = failedAt ? "failed" : isOpen ? "waiting" : "sent";
    return { by: channel, to: toldTo, told: { at: saidAt, state } };
  }
  const number = reach.texts ? textableNumber(phone) : null;
  if (number) return { by: "sms", to: maskedNumber(number), told: null };
  return { by: reach.mails && isMailed ? "email" : null, to: "", told: null };
}

import { inArray, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Database } from "#db/database.ts";
import { deliveryWaitlist } from "#db/schema/deliveries.ts";
import { readDeliveryRules } from "./delivery-rules.server.ts";
import { zoneAt } from "./rules.ts";
import { nowDeliveringMail } from "./waitlist-mail.ts";

/**
 * Notes who wants to be told when we deliver to a postal code; once, however often they ask. What
 * filled in the trap isn't a person and is dropped. Anyone may call it; the form has been validated
 * by its schema.
 */
export async function joinWaitlist(
  db: Database,
  { postalCode, email }: { postalCode: string; email: string },
  { robotSign }: { robotSign: string | null },
): Promise<void> {
  if (robotSign === "trap") return;
  await db.insert(deliveryWaitlist).values({ postalCode, email }).onConflictDoNothing();
}

/**
 * Writes once to everybody on the waitlist whose postal code a zone with days now covers. For
 * administrators.
 *
 * @returns how many were told
 */
export async function tellWaiting(db: Database, _admin: Admin, shop: Shop): Promise<number> {
  return db.transaction(async (tx) => {
    const rules = await readDeliveryRules(tx);
    const waiting = await tx
      .select()
      .from(deliveryWaitlist)
      .where(isNull(deliveryWaitlist.toldAt))
      .orderBy(deliveryWaitlist.id)
      .for("update", { skipLocked: true });
    const covered = waiting.filter(({ postalCode }) => zoneAt(rules, postalCode)?.days.length);
    if (covered.length === 0) return 0;
    await tx
      .update(deliveryWaitlist)
      .set({ toldAt: sql`now()` })
      .where(
        inArray(
          deliveryWaitlist.id,
          covered.map(({ id }) => id),
        ),
      );
    await queueMail(
      tx,
      ...covered.map(({ email, postalCode }) => ({
        to: email,
        ...nowDeliveringMail(postalCode, shop),
      })),
    );
    return covered.length;
  });
}

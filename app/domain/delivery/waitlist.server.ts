import { eq, inArray, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { Database, Transaction } from "#db/database.ts";
import { deliveryWaitlist } from "#db/schema/deliveries.ts";
import { readDeliveryRules } from "./delivery-rules.server.ts";
import { deliveryPath, postalParameter } from "./postal/postal-question.ts";
import { zoneAt } from "./rules.ts";

/**
 * Adds an address to the waitlist of a postal code, once; one that was told before waits again.
 * Input that filled the honeypot is dropped. Anyone may call it; the form was validated by its
 * schema.
 */
export async function joinWaitlist(
  db: Database,
  { postalCode, email }: { postalCode: string; email: string },
  { robotSign }: { robotSign: string | null },
): Promise<void> {
  if (robotSign === "trap") return;
  await db
    .insert(deliveryWaitlist)
    .values({ postalCode, email })
    .onConflictDoUpdate({
      target: [deliveryWaitlist.postalCode, deliveryWaitlist.email],
      set: { toldAt: null },
    });
}

/**
 * Emails everybody on the waitlist whose postal code is now in a zone with days. Each address gets
 * one email, however many postal codes were entered with it, as anybody may have entered it. An
 * address over its email limit is told next time. For administrators.
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
      .orderBy(deliveryWaitlist.email, deliveryWaitlist.createdAt, deliveryWaitlist.id)
      .for("update", { skipLocked: true });
    const covered = waiting.filter(({ postalCode }) => zoneAt(rules, postalCode)?.days.length);
    const byAddress = Map.groupBy(covered, ({ email }) => email);
    let told = 0;
    for (const [email, entries] of byAddress) {
      const [first] = entries;
      if (!first || (await takeMail(tx, "acknowledgement", email)) !== null) continue;
      const ids = entries.map(({ id }) => id);
      await tx
        .update(deliveryWaitlist)
        .set({ toldAt: sql`now()` })
        .where(inArray(deliveryWaitlist.id, ids));
      await queueMail(tx, { to: email, ...nowDeliveringMail(first.postalCode, shop) });
      told += 1;
    }
    return told;
  });
}

/** Removes an address from the waitlist. */
export async function leaveWaitlist(tx: Transaction, email: string): Promise<void> {
  await tx.delete(deliveryWaitlist).where(eq(deliveryWaitlist.email, email));
}

function nowDeliveringMail(postalCode: string, shop: Shop): MailContent {
  const written = formatPostalCode(postalCode);
  return composeMail(shop.company, {
    subject: `${shop.company.name} now delivers to ${written}`,
    preview: "You asked us to tell you when we come.",
    title: `We deliver to ${written}`,
    blocks: [
      "You asked us to tell you when we come. Now we do.",
      {
        kind: "link",
        label: "See your delivery days",
        url: `${shop.siteUrl}${deliveryPath}?${new URLSearchParams({ [postalParameter]: postalCode })}`,
      },
    ],
    reason: `You're receiving this email, once, because this address was entered on our page about delivery days. If this was not you, you can ignore this email.`,
  });
}

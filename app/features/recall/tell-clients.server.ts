import { eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { isAway, type TracedCustomer } from "#app/domain/lots/lot-trace.ts";
import { admit } from "#app/domain/mail/addressees.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { type Recipient, recipientsOf } from "#app/domain/orders/order-recipient.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { recallLots, recallNotices } from "#db/schema/meat/recalls.ts";
import { orders } from "#db/schema/orders.ts";
import type { Recall } from "./recall.ts";
import type { RecallLinks } from "./recall-links.server.ts";
import { recallMail } from "./recall-mails.ts";
import { lockOpen } from "./recalls.server.ts";

/**
 * Mails each client of a recall who wasn't notified yet, with a link to say what became of the
 * meat; those who can't be mailed are recorded for the list of calls. Running it again notifies
 * clients found since. For the owner.
 *
 * @returns how many were mailed, and how many have to be called
 * @throws Refusal for a closed recall and for a drill
 */
export async function mailRecall(
  db: Database,
  admin: Admin,
  id: string,
  { shop, links }: { shop: Shop; links: RecallLinks },
): Promise<{ mailed: number; toCall: number }> {
  return db.transaction(async (tx) => {
    const recall = await lockOpen(tx, id);
    if (recall.isDrill) throw new Refusal("drill", "A drill mails nobody.");
    const ofIt = await tx
      .select({ lotId: recallLots.lotId })
      .from(recallLots)
      .where(eq(recallLots.recallId, id));
    const told = await tx
      .select({ customerId: recallNotices.customerId })
      .from(recallNotices)
      .where(eq(recallNotices.recallId, id));
    const isTold = new Set(told.map(({ customerId }) => customerId));
    const found = await traceLots(
      tx,
      admin,
      ofIt.map(({ lotId }) => lotId),
    );
    const left = found
      .map((customer) => ({ ...customer, lines: customer.lines.filter(isAway) }))
      .filter(({ id: customerId, isCounter, lines }) => {
        return !isCounter && !isTold.has(customerId) && lines.length > 0;
      });
    const done = { mailed: 0, toCall: 0 };
    for (const customer of left) {
      const noticeId = newUuid();
      const url = shop.siteUrl + links.pathFor(noticeId);
      const emails = await mailCustomer(tx, customer, () =>
        recallMail(recall, customer, url, shop),
      );
      await tx.insert(recallNotices).values({
        ...{ id: noticeId, recallId: id, customerId: customer.id, emails },
        mailedAt: emails.length > 0 ? sql`now()` : null,
      });
      if (emails.length > 0) done.mailed += 1;
      else done.toCall += 1;
    }
    if (left.length === 0) return done;
    await recordAudit(tx, admin, {
      entity: "recall",
      entityId: id,
      action: "clients told",
      after: { mailed: done.mailed, toCall: done.toCall },
    });
    return done;
  });
}

/**
 * Returns the mail that the first client not yet notified would get, without their link; null if
 * there is none.
 */
export function firstMail(
  recall: Recall,
  customers: readonly TracedCustomer[],
  shop: Shop,
): { to: string; subject: string; text: string } | null {
  const told = new Set(recall.notices.map(({ customerId }) => customerId));
  const [first] = customers
    .filter(({ id, email }) => !told.has(id) && email !== "")
    .map((customer) => ({ ...customer, lines: customer.lines.filter(isAway) }))
    .filter(({ lines }) => lines.length > 0);
  if (!first) return null;
  const { subject, text } = recallMail(recall, first, `${shop.siteUrl}/…`, shop);
  return { to: first.companyName || first.contactName, subject, text };
}

/** @returns the addresses that were mailed */
async function mailCustomer(
  tx: Transaction,
  customer: TracedCustomer,
  mail: () => ReturnType<typeof recallMail>,
): Promise<string[]> {
  const orderIds = [...new Set(customer.lines.map(({ orderId }) => orderId))];
  const placed = await tx
    .select({ id: orders.id, customerId: orders.customerId, placedBy: orders.placedBy })
    .from(orders)
    .where(inArray(orders.id, orderIds))
    .orderBy(sql`${orders.placedAt} desc`);
  const recipients = new Map<string, Recipient & { orderId: string }>();
  const asked = new Set<string>();
  for (const order of placed) {
    // The same person's orders have the same recipients, so one look-up is enough.
    const key = `${order.customerId} ${order.placedBy}`;
    if (asked.has(key)) continue;
    asked.add(key);
    for (const one of await recipientsOf(tx, order)) {
      if (!recipients.has(one.email)) recipients.set(one.email, { ...one, orderId: order.id });
    }
  }
  const [latest] = placed;
  // An erased person's address only remains on documents.
  const erased = [...recipients.keys()].filter((email) => email.endsWith("@erased.invalid"));
  for (const email of erased) recipients.delete(email);
  if (recipients.size === 0 && latest && customer.email) {
    recipients.set(customer.email, {
      ...{ email: customer.email, standing: "stranger", isGuest: true, role: "owner" },
      orderId: latest.id,
    });
  }
  const emails: string[] = [];
  for (const recipient of recipients.values()) {
    const { orderId, email } = recipient;
    if (!(await admit(tx, recipient, { orderId, isOurs: true }))) continue;
    await queueMail(tx, { to: email, ...mail() });
    emails.push(email);
  }
  return emails;
}

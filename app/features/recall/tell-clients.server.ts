import { inArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { isAway } from "#app/domain/lots/lot-trace.ts";
import { admit } from "#app/domain/mail/addressees.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { type Recipient, recipientsOf } from "#app/domain/orders/order-recipient.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { recallNotices } from "#db/schema/meat/recalls.ts";
import { orders } from "#db/schema/orders.ts";
import { withSaidElsewhere } from "./elsewhere/said-elsewhere.server.ts";
import type { RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import { lotsToTrace, type Recall, type RecallNotice } from "./recall.ts";
import type { RecallLinks } from "./recall-links.server.ts";
import { recallMail } from "./recall-mails.ts";
import { deliveredLb, isToTellAgain, moreThanTold } from "./recall-words.ts";
import { lockOpen, lotsOfRecall, noticesOf } from "./recalls.server.ts";

/** Mails to clients not told yet, or to those who got more since they were told. */
export type MailRound = "first" | "again";

/**
 * Mails each client of a recall who wasn't told yet, once, with a link to answer; clients who can't
 * be mailed are recorded for the call list. "again" mails clients who got more since they were
 * told, once for each addition. Either mail's link answers the latest notice. For the owner.
 *
 * @param reachesNobody true in a shop whose mails become files, so that recipients have to be
 * called
 * @returns how many were mailed, and how many have to be called
 * @throws Refusal for a closed recall and for a drill
 */
export async function mailRecall(
  db: Database,
  admin: Admin,
  id: string,
  {
    shop,
    links,
    round = "first",
    reachesNobody = false,
  }: { shop: Shop; links: RecallLinks; round?: MailRound; reachesNobody?: boolean },
): Promise<{ mailed: number; toCall: number }> {
  return db.transaction(async (tx) => {
    const recall = await lockOpen(tx, id);
    if (recall.isDrill) throw new Refusal("drill", "A drill mails nobody.");
    const notices = await noticesOf(tx, id);
    const lotIds = lotsToTrace(await lotsOfRecall(tx, id));
    const traced = await traceLots(tx, admin, lotIds);
    const found = await withSaidElsewhere(tx, { id, lotIds }, traced);
    const left = customersOf(round, found, notices);
    const done = { mailed: 0, toCall: 0 };
    for (const { customer, notice } of left) {
      const noticeId = newUuid();
      const url = shop.siteUrl + links.pathFor(noticeId);
      const { emails, mailIds } = await mailCustomer(tx, customer, () =>
        recallMail(recall, customer, { url, more: moreThanTold(notice, customer) }, shop),
      );
      await tx.insert(recallNotices).values({
        id: noticeId,
        recallId: id,
        customerId: customer.id,
        emails,
        mailIds,
        round: (notice?.round ?? 0) + 1,
        mailedAt: emails.length > 0 ? sql`now()` : null,
        toldLb: emails.length > 0 ? deliveredLb(customer) : null,
      });
      if (emails.length > 0 && !reachesNobody) done.mailed += 1;
      else done.toCall += 1;
    }
    if (left.length === 0) return done;
    await recordAudit(tx, admin, {
      entity: "recall",
      entityId: id,
      action: reachesNobody
        ? "clients not reached"
        : round === "first"
          ? "clients told"
          : "clients told again",
      after: { mailed: done.mailed, toCall: done.toCall },
    });
    return done;
  });
}

function customersOf(
  round: MailRound,
  found: readonly RecallCustomer[],
  notices: readonly RecallNotice[],
): { customer: RecallCustomer; notice: RecallNotice | undefined }[] {
  const noticeOf = new Map(notices.map((notice) => [notice.customerId, notice]));
  return found
    .map((customer) => ({
      customer: { ...customer, lines: customer.lines.filter(isAway) },
      notice: noticeOf.get(customer.id),
    }))
    .filter(({ customer, notice }) => {
      if (customer.isCounter || customer.lines.length === 0) return false;
      return round === "first" ? !notice : isToTellAgain(notice, customer);
    });
}

/**
 * Returns the email to a round's first client with an address, without their link; null for none.
 */
export function firstMail(
  recall: Recall,
  customers: readonly RecallCustomer[],
  shop: Shop,
  round: MailRound,
): { to: string; subject: string; text: string } | null {
  const [first] = customersOf(round, customers, recall.notices).filter(
    ({ customer }) => customer.email !== "",
  );
  if (!first) return null;
  const { customer, notice } = first;
  const link = { url: `${shop.siteUrl}/…`, more: moreThanTold(notice, customer) };
  const { subject, text } = recallMail(recall, customer, link, shop);
  return { to: customer.companyName || customer.contactName, subject, text };
}

async function mailCustomer(
  tx: Transaction,
  customer: RecallCustomer,
  mail: () => ReturnType<typeof recallMail>,
): Promise<{ emails: string[]; mailIds: string[] }> {
  const orderIds = [...new Set(customer.lines.map(({ orderId }) => orderId))];
  const placed = await tx
    .select({ id: orders.id, customerId: orders.customerId, placedBy: orders.placedBy })
    .from(orders)
    .where(inArray(orders.id, orderIds))
    .orderBy(sql`${orders.placedAt} desc`);
  const recipients = new Map<string, Recipient & { orderId: string }>();
  const asked = new Set<string>();
  for (const order of placed) {
    // The same person's orders have the same recipients.
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
      email: customer.email,
      standing: "stranger",
      isGuest: true,
      role: "owner",
      orderId: latest.id,
    });
  }
  const emails: string[] = [];
  const mailIds: string[] = [];
  for (const recipient of recipients.values()) {
    const { orderId, email } = recipient;
    if (!(await admit(tx, recipient, { orderId, isOurs: true }))) continue;
    mailIds.push(...(await queueMail(tx, { to: email, ...mail() })));
    emails.push(email);
  }
  return { emails, mailIds };
}

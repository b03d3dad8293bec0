import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { newLinkCounts } from "#app/domain/limits/limits.ts";
import { takeWithin } from "#app/domain/limits/rate-limits.server.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { orderLinkBlocks, orderMailReason } from "#app/domain/orders/links/order-link.ts";
import {
  isLinkOpen,
  orderOfAnyLink,
  withdrawLinksTo,
} from "#app/domain/orders/links/order-links.server.ts";
import { type NamedOrder, orderNumber } from "#app/domain/orders/order.ts";
import { type OrderToMail, tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderLinks } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * Mails a new link to the address of the order that a link was for, also of one that has ended or was
 * withdrawn: a new one tells that address nothing that its next mail would not. Anyone may call it; the
 * caller answers alike whether there is such an order, and whether the mail is within its limits.
 */
export async function askNewLink(db: Database, token: string, shop: Shop): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await orderOfAnyLink(tx, token);
    if (!order || (await takeWithin(tx, newLinkCounts(order.id))) !== null) return;
    await mailLink(tx, order, shop, { isOurs: false });
  });
}

/**
 * Mails a new link to an order's address. For staff who take orders.
 *
 * @returns whether it was queued; false for an order without links, and beyond what the address may be
 *   sent
 */
export function giveNewLink(
  db: Database,
  staff: Staff<"sell">,
  orderId: string,
  shop: Shop,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await retailOrder(tx, orderId);
    if (!order || !(await mailLink(tx, order, shop, { isOurs: true }))) return false;
    await recordAudit(tx, staff, { entity: "order", entityId: order.id, action: "link mailed" });
    return true;
  });
}

/**
 * Withdraws all links to an order that were given so far: only their digests are stored, so nobody can
 * say which is which. Later mails about the order carry new ones. For staff who take orders; idempotent.
 *
 * @returns whether there was one to withdraw
 */
export function withdrawLinks(
  db: Database,
  staff: Staff<"sell">,
  orderId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await retailOrder(tx, orderId);
    if (!order || !(await withdrawLinksTo(tx, order.id))) return false;
    const entry = { entity: "order" as const, entityId: order.id, action: "links withdrawn" };
    await recordAudit(tx, staff, entry);
    return true;
  });
}

/** How many links open an order; null for one without links. For staff who see orders. */
export async function countOpenLinks(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<number | null> {
  const order = await retailOrder(db, orderId);
  if (!order) return null;
  const [row] = await db
    .select({ links: sql<number>`count(*)::int` })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(and(eq(orderLinks.orderId, order.id), isLinkOpen));
  return row?.links ?? 0;
}

async function retailOrder(db: Database | Transaction, id: string) {
  if (!isUuid(id)) return undefined;
  const [order] = await db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
    })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.channel, "retail")));
  return order;
}

type LinkedOrder = NamedOrder & Pick<typeof orders.$inferSelect, "status">;

function mailLink(
  tx: Transaction,
  order: OrderToMail & LinkedOrder,
  shop: Shop,
  { isOurs }: { isOurs: boolean },
): Promise<boolean> {
  const mailFor = ({ guestUrl }: { guestUrl: string | null }) => newLinkMail(order, guestUrl, shop);
  return tellOfOrder(tx, order, shop, mailFor, { isOurs, isPersonal: true });
}

function newLinkMail(order: LinkedOrder, guestUrl: string | null, shop: Shop): MailContent {
  return composeMail(shop.company, {
    subject: `Your new link to order ${orderNumber(order.number)}`,
    preview: "It opens the page of your order.",
    blocks: [
      { kind: "paragraph", text: "Someone asked for a new link to this order. Here it is." },
      // Until it is packed; whether its cut-off has passed by then, its page says.
      ...orderLinkBlocks(order.id, shop, guestUrl, { isChangeable: order.status === "pending" }),
    ],
    reason: orderMailReason("has a new link", guestUrl, shop),
  });
}

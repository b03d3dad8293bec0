import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { takeWithin } from "#app/domain/limits/rate-limits.server.ts";
import { newLinkCounts } from "#app/domain/limits/rate-limits.ts";
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
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderLinks } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * Emails a new link to the address of a link's order, even if the link expired or was withdrawn,
 * since the order's next email would contain a link anyway. Anyone may call it; the caller's answer
 * must not reveal whether the order exists or a limit was hit.
 */
export async function askNewLink(db: Database, token: string, shop: Shop): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await orderOfAnyLink(tx, token);
    if (!order || (await takeWithin(tx, newLinkCounts(order.id))) !== null) return;
    await mailLink(tx, order, shop, { isOurs: false });
  });
}

/**
 * Emails a new link to an order's address. For staff who take orders.
 *
 * @returns false for an order without links, or if the address has reached its email limit
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
 * Withdraws all links to an order, since only their digests are stored and nobody can tell them
 * apart. Later emails contain new ones. For staff who take orders; idempotent.
 *
 * @returns true if there were links to withdraw
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

/** Counts the links that open an order; null for non-retail orders. For staff who see orders. */
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
    .select(pick(orders, "id", "number", "status", "customerId", "placedBy"))
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
      "Someone asked for a new link to this order. Here it is.",
      // Changeable until packed; the order's page says if the cut-off has passed.
      ...orderLinkBlocks(order.id, shop, guestUrl, { isChangeable: order.status === "pending" }),
    ],
    reason: orderMailReason("has a new link", guestUrl, shop),
  });
}

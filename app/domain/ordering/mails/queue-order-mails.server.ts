import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import type { OrderReader } from "#app/domain/orders/links/order-link.ts";
import {
  type Admitted,
  admitted,
  mailsOfOrder,
  type Recipient,
  recipientsOf,
  writeMails,
} from "#app/domain/orders/order-recipient.server.ts";
import type { Transaction } from "#db/database.ts";
import { customerDetails, customers } from "#db/schema/customers.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import { together } from "#db/together.ts";
import { newOrderMail, type OrderToTell, orderReceivedMail } from "./order-mails.ts";

export interface OrderReaders {
  customer: Omit<OrderToTell["client"], "email" | "isUnproved"> | undefined;
  recipients: Recipient[];
}

/** Reads who is told about a client's order that is about to be placed. */
export async function readersOfOrder(tx: Transaction, client: Client): Promise<OrderReaders> {
  const { customerId, onBehalf } = client;
  const placedBy = onBehalf ? null : client.userId;
  const [[customer], recipients] = await together([
    tx.select(customerDetails).from(customers).where(eq(customers.id, customerId)),
    recipientsOf(tx, { customerId, placedBy }),
  ]);
  return { customer, recipients };
}

/** Returns those who may be mailed about a client's new order, and counts the email for them. */
export function admitReaders(
  tx: Transaction,
  { onBehalf }: Client,
  { recipients }: OrderReaders,
  orderId: string,
  shop: Shop,
): Promise<Admitted[]> {
  return admitted(tx, recipients, orderId, shop, { isOurs: Boolean(onBehalf) });
}

/**
 * Queues the emails for a new order: one to the client, if their address may be mailed, and one to
 * the company with the client as reply-to. For orders taken by staff, the customer's owner is
 * emailed.
 */
export async function queueOrderMails(
  tx: Transaction,
  client: Client,
  order: Omit<OrderToTell, "client" | "takenBy" | "payment">,
  { customer, recipients, mailed }: OrderReaders & { mailed: readonly Admitted[] },
  shop: Shop,
): Promise<void> {
  if (!customer) throw new Error("The customer of an order is missing");
  const { onBehalf } = client;
  const recipient = recipients.find(({ isContact }) => !isContact);
  const email = onBehalf ? (recipient?.email ?? "") : client.email;
  const isUnproved = recipient?.email === email && recipient.standing !== "proved";
  const takenBy = onBehalf ? client.email : null;
  const told = { ...order, takenBy, payment: null, client: { ...customer, email, isUnproved } };
  const replyTo = email === "" ? {} : { replyTo: email };
  const mailFor = (facts: OrderReader) => orderReceivedMail(told, shop, facts);
  await queueMail(
    tx,
    { to: shop.company.email, ...replyTo, ...newOrderMail(told, shop) },
    ...(await writeMails(mailed, order.id, mailFor)),
  );
}

/**
 * Queues the emails for an order without an account: one to the typed address with a link to the
 * order, and one to the company. `retailOrderCounts` and `admit` protect strangers from floods.
 */
export async function queueRetailOrderMails(
  tx: Transaction,
  { contact, way, customerId, ...order }: RetailOrderToTell,
  shop: Shop,
): Promise<void> {
  const { name, email, phone, address } = contact;
  const told = {
    ...order,
    standingNotes: "",
    isNewClient: false,
    holds: [],
    poNumber: "",
    takenBy: null,
    payment: { way, kind: order.delivery.day?.kind ?? null },
    client: { companyName: name, contactName: name, phone, address, email, isUnproved: false },
  };
  const recipients = await recipientsOf(tx, { customerId, placedBy: null });
  const mailFor = (facts: OrderReader) => orderReceivedMail(told, shop, facts);
  await queueMail(
    tx,
    { to: shop.company.email, replyTo: email, ...newOrderMail(told, shop) },
    ...(await mailsOfOrder(tx, recipients, order.id, shop, mailFor, { isOurs: false })),
  );
}

type RetailOrderToTell = Pick<
  OrderToTell,
  | "id"
  | "number"
  | "placedAt"
  | "charges"
  | "delivery"
  | "notes"
  | "allowsSubstitutes"
  | "callFirst"
  | "items"
  | "confirmBy"
> & {
  customerId: string;
  contact: { name: string; email: string; phone: string; address: string };
  way: PaymentWay;
};

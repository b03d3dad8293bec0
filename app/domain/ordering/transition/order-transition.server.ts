import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { freeDeposit } from "#app/domain/ledger/deposits.server.ts";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import { sendsMail } from "#app/domain/mail/sends-mail.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import {
  orderGone,
  orderHeld,
  orderSettled,
  orderUnconfirmed,
} from "#app/domain/orders/order-refusals.server.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { fulfilOrder, isLeftWithNothing } from "./finish-order.server.ts";
import type { ChangeAnswer, OrderTransition } from "./order-transition.ts";
import { fulfilFirst, idRequired, transitionWords } from "./transition-words.ts";

interface Services {
  db: Database;
  log: { error(facts: object, message: string): void };
  shop: Shop;
  /** Null if emails leave the shop; otherwise no client is told. */
  mailFolder: string | null;
}

interface Wanted {
  change: OrderTransition;
  /** The id from the request, not yet validated. */
  id: string;
  /** True if the user has confirmed; otherwise the answer is the question. */
  isConfirmed: boolean;
  /** The order's day as named in the question; "" for none. */
  seenDay: string;
}

/** Staff who may settle orders; drivers are included for the handover. */
type Settler = Staff<"orders" | "sell" | "deliver">;

type Settle = (
  db: Database,
  staff: Settler,
  id: string,
  shop: Shop,
  seenDay: string,
) => Promise<unknown>;

/** Handover of packed orders. It belongs to the runs, so the route passes it in. */
export interface Handover {
  /** Refuses, before anybody is asked, what can't be handed over whatever the answer is. */
  refuseFirst(db: Database, staff: Settler, id: string): Promise<void>;
  deliver: Settle;
  undeliver: Settle;
}

const settled = { confirm: confirmOrder, fulfill: fulfilOrder, cancel: cancelOrder };

type Answered = { answer: ChangeAnswer; status: number };

/**
 * Confirms, fulfils, cancels or hands over an order for staff who may do so, or asks for
 * confirmation first. An order without lines is cancelled instead of fulfilled, as question and
 * answer say. Never throws: failures are answers with a status (400 no order id, 404 unknown, 409
 * changed in the meantime, 503).
 */
export async function transitionOrder(
  { db, log, shop, mailFolder }: Services,
  staff: Settler,
  { change, id, isConfirmed, seenDay }: Wanted,
  handover?: Handover,
): Promise<Answered> {
  if (id.trim() === "") return refused(idRequired, 400);
  try {
    if (!isConfirmed) return await question(db, staff, change, id, handover);
    const { deliver, undeliver } = handover ?? {};
    const settle = { ...settled, deliver, undeliver }[change];
    if (!settle) return refused(transitionWords[change].failed, 400);
    const fulfilled = await settle(db, staff, id, shop, seenDay);
    const became = change === "fulfill" && fulfilled === null ? "cancel" : change;
    const isTold = sendsMail({ mailFolder }) && (await isClientTold(db, id));
    return { answer: { kind: "done", change: became, isTold }, status: 200 };
  } catch (error) {
    if (isRefusal(error)) return refused(error.message, error.status);
    log.error({ err: error, orderId: id, change }, "changing an order failed");
    return refused(transitionWords[change].failed, 503);
  }
}

async function isClientTold(db: Database, id: string): Promise<boolean> {
  const [order] = await db.select({ isTold: isOrderMailed }).from(orders).where(eq(orders.id, id));
  return order?.isTold ?? false;
}

const leaves: Record<OrderTransition, OrderStatus> = {
  confirm: "pending",
  fulfill: "pending",
  cancel: "pending",
  deliver: "fulfilled",
  undeliver: "delivered",
};

async function question(
  db: Database,
  staff: Settler,
  change: OrderTransition,
  id: string,
  handover: Handover | undefined,
): Promise<Answered> {
  const order = await getOrderForAdmin(db, staff, id);
  if (!order) throw orderGone();
  if (change === "deliver" && order.status === "pending")
    throw new Refusal("not packed", fulfilFirst);
  if (order.status !== leaves[change]) throw orderSettled(order.status);
  if (change === "confirm" && !order.isNewClient) throw orderSettled("pending");
  if (change === "fulfill" && order.isNewClient) throw orderUnconfirmed();
  if (change === "fulfill" && order.holds.length > 0) throw orderHeld();
  if (change === "deliver") await handover?.refuseFirst(db, staff, order.id);
  const { number, totalPrice, companyName, delivery, isRefused } = order;
  const deliveryDay = delivery.day?.date ?? null;
  const asked = { id: order.id, number, totalPrice, companyName, deliveryDay, isRefused };
  const isCancelled = change === "fulfill" && (await isLeftWithNothing(db, id));
  const would = isCancelled ? "cancel" : change;
  const deposit = would === "cancel" ? await freeDeposit(db, order.id) : null;
  const inQuestion = deposit ? { ...asked, paidAheadCents: deposit.freeCents } : asked;
  return { answer: { kind: "question", change: would, order: inQuestion }, status: 200 };
}

function refused(message: string, status: number): Answered {
  return { answer: { kind: "refused", message }, status };
}

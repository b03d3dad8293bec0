import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { isOrderMailed } from "#app/features/mail/addressees.server.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { releaseFirst } from "../holding/hold.ts";
import { getOrderForAdmin } from "../lists/orders-admin.server.ts";
import {
  NothingPackedError,
  OrderConflictError,
  OrderHeldError,
  OrderNotFoundError,
  type OrderStatus,
  OrderUnconfirmedError,
  OrderUnweighedError,
} from "../order.ts";
import { cancelOrder, confirmOrder, fulfilOrder } from "./order-status.server.ts";
import type { ChangeAnswer, OrderTransition } from "./order-transition.ts";
import {
  alreadyConfirmed,
  alreadySettled,
  confirmFirst,
  fulfilFirst,
  idRequired,
  noSuchOrder,
  nothingPacked,
  transitionWords,
  weighFirst,
} from "./transition-words.ts";

interface Services {
  db: Database;
  log: { error(facts: object, message: string): void };
  shop: Shop;
}

interface Wanted {
  change: OrderTransition;
  /** The id from the request, not validated. */
  id: string;
  /** Whether the user has confirmed; if not, the answer is the question and nothing changes. */
  isConfirmed: boolean;
  /** The order's day as the question named it; "" for none. */
  seenDay: string;
}

/** Orders are also handed over here, and the question names what they come to. */
type Settler = Staff<"orders" | "sell" | "deliver">;

type Settle = (
  db: Database,
  staff: Settler,
  id: string,
  shop: Shop,
  seenDay: string,
) => Promise<unknown>;

/** What becomes of an order that is packed: the runs' part, handed in by the route. */
export interface Handover {
  deliver: Settle;
  undeliver: Settle;
  /** The message and status of a refusal; null for any other error. */
  refusalOf(error: unknown): { message: string; status: number } | null;
}

const settled = { confirm: confirmOrder, fulfill: fulfilOrder, cancel: cancelOrder };

type Answered = { answer: ChangeAnswer; status: number };

/**
 * Confirms, fulfils, cancels or hands over an order for staff who take orders, or asks for
 * confirmation first. Never throws: failures are answers with a status (400 no order id, 404 unknown, 409 status changed
 * meanwhile, 503).
 */
export async function transitionOrder(
  { db, log, shop }: Services,
  staff: Settler,
  { change, id, isConfirmed, seenDay }: Wanted,
  handover?: Handover,
): Promise<Answered> {
  if (id.trim() === "") return refused(idRequired, 400);
  try {
    if (!isConfirmed) return await question(db, staff, change, id);
    const settle = { ...settled, ...handover }[change];
    if (!settle) return refused(transitionWords[change].failed, 400);
    await settle(db, staff, id, shop, seenDay);
    const isTold = await isClientTold(db, id);
    return { answer: { kind: "done", change, isTold }, status: 200 };
  } catch (error) {
    const known = handover?.refusalOf(error);
    if (known) return refused(known.message, known.status);
    if (error instanceof OrderUnconfirmedError) return refused(confirmFirst, 409);
    if (error instanceof OrderHeldError) return refused(releaseFirst, 409);
    if (error instanceof OrderUnweighedError) return refused(weighFirst(error.products), 409);
    if (error instanceof NothingPackedError) return refused(nothingPacked, 409);
    if (error instanceof OrderConflictError) return refused(conflictWords(error), 409);
    if (error instanceof OrderNotFoundError) return refused(noSuchOrder, 404);
    log.error({ err: error, orderId: id, change }, "changing an order failed");
    return refused(transitionWords[change].failed, 503);
  }
}

async function isClientTold(db: Database, id: string): Promise<boolean> {
  const [order] = await db.select({ isTold: isOrderMailed }).from(orders).where(eq(orders.id, id));
  return order?.isTold ?? false;
}

/** The status that each change leaves. */
const leaves: Record<OrderTransition, OrderStatus> = {
  confirm: "pending",
  fulfill: "pending",
  cancel: "pending",
  deliver: "fulfilled",
  undeliver: "delivered",
};

/** Asks for confirmation, unless the order can no longer be changed. */
async function question(
  db: Database,
  staff: Settler,
  change: OrderTransition,
  id: string,
): Promise<Answered> {
  const order = await getOrderForAdmin(db, staff, id);
  if (!order) throw new OrderNotFoundError(id);
  if (change === "deliver" && order.status === "pending") return refused(fulfilFirst, 409);
  if (order.status !== leaves[change]) throw new OrderConflictError(order.status);
  if (change === "confirm" && !order.isNewClient) throw new OrderConflictError("pending");
  if (change === "fulfill" && order.isNewClient) throw new OrderUnconfirmedError(id);
  if (change === "fulfill" && order.holdReason) throw new OrderHeldError(id);
  const { totalPrice, companyName, delivery } = order;
  const deliveryDay = delivery.day?.date ?? null;
  const asked = { id: order.id, totalPrice, companyName, deliveryDay };
  return { answer: { kind: "question", change, order: asked }, status: 200 };
}

/** A pending order can only conflict by being confirmed already. */
function conflictWords({ status }: OrderConflictError): string {
  return status === "pending" ? alreadyConfirmed : alreadySettled(status);
}

function refused(message: string, status: number): Answered {
  return { answer: { kind: "refused", message }, status };
}

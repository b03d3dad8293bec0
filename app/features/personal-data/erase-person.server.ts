import { and, eq, gte, inArray, or, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import {
  eraseAccount,
  erasedAddress,
  eraseStaffInvitation,
} from "#app/domain/accounts/erase-account.server.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  eraseCustomer,
  eraseFromCustomers,
  leaveCustomers,
} from "#app/domain/customers/erase-customer.server.ts";
import { leaveWaitlist } from "#app/domain/delivery/waitlist.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { forgetMails } from "#app/domain/mail/outbox.server.ts";
import { withdrawLinksTo } from "#app/domain/orders/links/order-links.server.ts";
import { eraseFromOrders } from "#app/domain/orders/order-rows.server.ts";
import { leaveStockWaitlist } from "#app/domain/stock/back-in-stock.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { dataOf, keyOf } from "./find-person.server.ts";
import type { PersonalData, PersonsCustomer } from "./personal-data.ts";

type Forget = (tx: Transaction, email: string) => Promise<void>;

/**
 * Erases a person's data that needn't be kept: their account, what they wrote, and their name,
 * phone number and address except where the law requires them. Documents, the ledger, the lots of
 * packed meat and the audit log stay. For the owner.
 *
 * @param isPrivate true if a customer with no other login is the person rather than a business
 * @param others deletes what other features store for an address
 * @throws Refusal for staff, for an account's owner with other members, and while an order or money
 * is open
 */
export async function erasePerson(
  db: Database,
  admin: Admin,
  email: string,
  { isPrivate, others }: { isPrivate: boolean; others: readonly Forget[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the customers and looks again, so that concurrent orders either wait or are seen.
    const ids = (await dataOf(tx, email)).customers.map(({ id }) => id).sort();
    for (const id of ids) await lockCustomer(tx, id);
    const found = await dataOf(tx, email);
    await refuseUnfinished(tx, found);
    const alone = found.customers.filter((one) => one.isGuest || one.isAlone);
    for (const customer of alone) await eraseOf(tx, customer, isPrivate);
    const [account] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email));
    if (account) {
      await leaveCustomers(tx, account.id);
      await eraseAccount(tx, account.id);
    }
    await eraseStaffInvitation(tx, email);
    await eraseFromCustomers(tx, email);
    await leaveWaitlist(tx, email);
    await leaveStockWaitlist(tx, email);
    await forgetMails(tx, email);
    for (const forget of others) await forget(tx, email);
    await recordAudit(tx, admin, {
      entity: "person",
      entityId: keyOf(email),
      action: "erased",
      after: { customers: ids.length, orders: found.orders.length },
    });
  });
}

/**
 * Erases what identifies a guest, who ordered without an account. Runs as a job once they were kept
 * long enough. @throws Refusal while an order or money of theirs is open
 */
export async function eraseGuest(db: Database, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCustomer(tx, id);
    await refuseOpen(tx, [id]);
    await eraseOf(tx, { id, isGuest: true }, true);
    await recordAudit(tx, actor, { entity: "client", entityId: id, action: "erased" });
  });
}

/** Says why someone can't be erased now; null if they can. For the owner, shown before asking. */
export async function whyNotErased(
  db: Database,
  _admin: Admin,
  found: PersonalData,
): Promise<string | null> {
  try {
    await refuseUnfinished(db, found);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function eraseOf(
  tx: Transaction,
  { id, isGuest }: Pick<PersonsCustomer, "id" | "isGuest">,
  isPrivate: boolean,
): Promise<void> {
  const isPerson = isGuest || isPrivate;
  const guestEmail = isGuest ? erasedAddress(id) : null;
  await eraseCustomer(tx, id, { isPrivate: isPerson, guestEmail });
  if (!isPerson) return;
  await eraseFromOrders(tx, id);
  const own = await tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, id));
  for (const order of own) await withdrawLinksTo(tx, order.id);
}

async function refuseUnfinished(tx: Database | Transaction, found: PersonalData): Promise<void> {
  if (found.isStaff) {
    throw new Refusal("staff", "They work here: remove them from the staff first.");
  }
  const shared = found.customers.find((one) => one.role === "owner" && !one.isAlone);
  if (shared) {
    const name = shared.companyName || "an account";
    const message = `They own ${name}, for which others sign in too: the account has to be handed over first.`;
    throw new Refusal("owner", message);
  }
  const alone = found.customers.filter((one) => one.isGuest || one.isAlone);
  await refuseOpen(
    tx,
    alone.map(({ id }) => id),
  );
}

/** Refuses while an order or money of customers is open. @throws Refusal */
async function refuseOpen(tx: Database | Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isOpen = or(
    inArray(orders.status, ["awaiting_payment", "pending"]),
    and(eq(orders.status, "fulfilled"), gte(orders.deliveryDay, pacificDay(new Date()))),
  );
  const [open] = await tx
    .select({ numbers: sql<number[] | null>`array_agg(number order by number)` })
    .from(orders)
    .where(and(inArray(orders.customerId, [...ids]), isOpen));
  if (open?.numbers) {
    const which = open.numbers.length === 1 ? "Order" : "Orders";
    const message = `${which} ${open.numbers.join(", ")} must be delivered or cancelled first.`;
    throw new Refusal("open order", message);
  }
  for (const id of ids) {
    if ((await openItems(tx, id, "debts", 1)).length > 0) {
      throw new Refusal("open money", "An invoice is still open: settle it first.");
    }
    if ((await openItems(tx, id, "credits", 1)).length > 0) {
      throw new Refusal("open money", "We still owe them money: refund or use their credit first.");
    }
  }
}

import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  countMergedInto,
  lockRecords,
  type MergedRecord,
  type MergeRow,
  mergeRecords,
  openMerge,
  separateRecords,
  storeMerge,
} from "#app/domain/customers/merging/merge-records.server.ts";
import { termsInWords } from "#app/domain/documents/due-date.ts";
import { copyGuides } from "#app/domain/guides/guides.server.ts";
import { balanceOf } from "#app/domain/ledger/accounts.server.ts";
import { unsettleBetween } from "#app/domain/ledger/allocations.server.ts";
import { isReachable } from "#app/domain/mail/addressees.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { giveOrderTo, lockOpenOrders } from "#app/domain/ordering/delivery/give-orders.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { customerDetails, customers, isStaff, members } from "#db/schema/customers.ts";
import { statementsSent } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { standingOrders } from "#db/schema/usual-orders.ts";
import { type MergeSide, mergedMail, separatedMail } from "./merge.ts";

// Merges two records of one business into one account. Each table's owner writes its own part.
// Issued documents and bookings stay where they are, and are read as one (decision 68).

/** Moves the standing orders of some sites to others. See features/standing-orders. */
type GiveStandingOrders = (
  tx: Transaction,
  customerId: string,
  sites: readonly { from: string; to: string }[],
  only?: readonly string[],
) => Promise<{ id: string; siteId: string }[]>;

interface MergeServices {
  shop: Shop;
  giveStandingOrders: GiveStandingOrders;
}

const gone = () => new Refusal("gone", "There is no such client.");

/** Returns a record to merge; null for an unknown id, a guest, or one of our own. For owners. */
export async function sideOfMerge(
  db: Database,
  _admin: Admin,
  customerId: string,
): Promise<MergeSide | null> {
  if (!isUuid(customerId)) return null;
  const [found] = await db
    .select({
      id: customers.id,
      ...customerDetails,
      createdAt: customers.createdAt,
      terms: { kind: customers.termsKind, days: customers.termsDays },
      invoicePer: customers.invoicePer,
      people: sql<string[]>`array(select users.email from members join users on users.id = user_id
        where members.customer_id = customers.id order by members.created_at)`,
    })
    .from(customers)
    .where(and(eq(customers.id, customerId), eq(customers.guestEmail, ""), sql`not ${isStaff}`));
  if (!found) return null;
  const { companyName, contactName, phone, address, notes: _, terms, ...facts } = found;
  const [openOrders, running, balance] = await Promise.all([
    db.$count(orders, and(eq(orders.customerId, customerId), eq(orders.status, "pending"))),
    db.$count(
      standingOrders,
      and(eq(standingOrders.customerId, customerId), isNull(standingOrders.endedAt)),
    ),
    balanceOf(db, customerId),
  ]);
  return {
    ...facts,
    phone,
    address,
    name: nameOf({ companyName, contactName }),
    openOrders,
    standingOrders: running,
    balanceCents: balance.balanceCents,
    terms: termsInWords(terms),
  };
}

const nameOf = ({ companyName, contactName }: Pick<MergedRecord, "companyName" | "contactName">) =>
  companyName || contactName || "A client without a name";

/**
 * Merges a record into another of the same business. Its open and standing orders, sites, contacts
 * and members move; its documents, entries and closed orders keep its name and are read with the
 * other's. Members of both are mailed. `separateClients` undoes it. For owners. @throws Refusal
 */
export async function mergeClients(
  db: Database,
  admin: Admin,
  which: { customerId: string; intoId: string },
  { shop, giveStandingOrders }: MergeServices,
): Promise<void> {
  const { customerId, intoId } = which;
  if (!isUuid(customerId) || !isUuid(intoId)) throw gone();
  if (customerId === intoId) {
    throw new Refusal("same", "This is the same record. Please choose another one.");
  }
  await transactionWithRetry(db, async (tx) => {
    await lockOpenOrders(tx, customerId);
    const locked = await lockRecords(tx, customerId, intoId);
    if (!locked) throw gone();
    // Includes orders placed before the record was locked; none are placed after that.
    const open = await lockOpenOrders(tx, customerId);
    const [from, into] = locked;
    await refuseUnmergeable(tx, from, into);
    const people = await addressesOf(tx, customerId, intoId);
    const moved = await mergeRecords(tx, from, into);
    const { sites } = moved;
    await copyGuides(tx, { from: customerId, into: intoId }, sites);
    const siteFor = new Map(sites.map(({ from: id, to }) => [id, to]));
    for (const order of open) {
      const shipToId = order.shipToId && (siteFor.get(order.shipToId) ?? null);
      await giveOrderTo(tx, order, { customerId: intoId, shipToId });
    }
    const standing = await giveStandingOrders(tx, intoId, sites);
    const mergedBy = admin.userId;
    await storeMerge(tx, {
      customerId,
      intoId,
      mergedBy,
      moved: {
        ...moved,
        inactiveAt: from.inactiveAt?.toISOString() ?? null,
        orders: open.map(({ id, shipToId }) => ({ id, shipToId })),
        standingOrders: standing,
      },
    });
    const names = { from: nameOf(from), into: nameOf(into) };
    await recordAudit(
      tx,
      admin,
      {
        entity: "client",
        entityId: customerId,
        action: "merged into another",
        after: { client: names.into },
      },
      {
        entity: "client",
        entityId: intoId,
        action: "another merged in",
        after: { client: names.from, ...(open.length > 0 && { orders: String(open.length) }) },
      },
    );
    const lost = moved.members.find(({ role }) => role === "owner")?.userId;
    for (const { userId, email, isOwnerOf } of people) {
      const approves = userId === lost && isOwnerOf === customerId && people.some(owns(intoId));
      await queueMail(tx, { to: email, ...mergedMail({ ...names, approves }, shop.company) });
    }
  });
}

const owns =
  (customerId: string) =>
  ({ isOwnerOf }: { isOwnerOf: string | null }) =>
    isOwnerOf === customerId;

async function refuseUnmergeable(tx: Transaction, from: MergedRecord, into: MergedRecord) {
  if (from.guestEmail !== "" || into.guestEmail !== "") {
    throw new Refusal("guest", "Orders of guests are joined when they sign up, not here.");
  }
  if (from.mergedInto || into.mergedInto) {
    throw new Refusal("merged", "One of them is merged already. Please reload the page.");
  }
  if ((await countMergedInto(tx, from.id)) > 0) {
    throw new Refusal(
      "holds others",
      `Other records were merged into ${nameOf(from)}. Open the other client, and merge that one into this.`,
    );
  }
  if (into.inactiveAt) {
    throw new Refusal("inactive", `${nameOf(into)} is inactive. Make it active first.`);
  }
  const ours = and(inArray(customers.id, [from.id, into.id]), isStaff);
  if ((await tx.$count(customers, ours)) > 0) {
    throw new Refusal("staff", "One of them is the account of somebody on your staff.");
  }
}

/** Returns the addresses of both records' members who may be mailed, without duplicates. */
async function addressesOf(tx: Transaction, ...ids: [string, string]) {
  const found = await tx
    .select({
      userId: members.userId,
      email: user.email,
      isOwnerOf: sql<
        string | null
      >`case when ${members.role} = 'owner' then ${members.customerId} end`,
    })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(and(inArray(members.customerId, ids), isReachable))
    .orderBy(sql`${members.role} = 'owner' desc`);
  return found.filter(({ userId }, at) => found.findIndex((one) => one.userId === userId) === at);
}

/**
 * Separates a merged record again: its members, sites and open orders go back to it. Documents
 * issued since stay with the record they were issued to, and debts settled across both are open
 * again. Possible until a statement or an invoice over both was sent. For owners. @throws Refusal
 */
export async function separateClients(
  db: Database,
  admin: Admin,
  customerId: string,
  { shop, giveStandingOrders }: MergeServices,
): Promise<void> {
  if (!isUuid(customerId)) throw gone();
  await transactionWithRetry(db, async (tx) => {
    const seen = await openMerge(tx, customerId);
    if (!seen) throw notMerged();
    const open = await lockOpenOrders(tx, seen.intoId);
    const locked = await lockRecords(tx, customerId, seen.intoId);
    const merge = await openMerge(tx, customerId);
    if (!locked || merge?.id !== seen.id) throw notMerged();
    const [from, into] = locked;
    await refuseInseparable(tx, merge, nameOf(into));
    const people = await addressesOf(tx, customerId, merge.intoId);
    const { sites, orders: given, standingOrders: standing } = merge.moved;
    for (const order of open) {
      const back = given.find(({ id }) => id === order.id);
      if (back) await giveOrderTo(tx, order, { customerId, shipToId: back.shipToId });
    }
    for (const { id, siteId } of standing) {
      const at = sites.find(({ from }) => from === siteId)?.to;
      if (at) await giveStandingOrders(tx, customerId, [{ from: at, to: siteId }], [id]);
    }
    await unsettleBetween(tx, admin, [customerId, merge.intoId]);
    await separateRecords(tx, merge);
    const names = { from: nameOf(from), into: nameOf(into) };
    await recordAudit(
      tx,
      admin,
      {
        entity: "client",
        entityId: customerId,
        action: "separated again",
        after: { client: names.into },
      },
      {
        entity: "client",
        entityId: merge.intoId,
        action: "another separated",
        after: { client: names.from },
      },
    );
    const mail = separatedMail(names, shop.company);
    await queueMail(tx, ...people.map(({ email: to }) => ({ to, ...mail })));
  });
}

const notMerged = () =>
  new Refusal("not merged", "These records are separate already. Please reload the page.");

async function refuseInseparable(tx: Transaction, merge: MergeRow, name: string): Promise<void> {
  const sent = and(
    inArray(statementsSent.customerId, [merge.customerId, merge.intoId]),
    gt(statementsSent.sentAt, merge.mergedAt),
  );
  const { rows: both } = await tx.execute(sql`
    select from document_orders billed
      join documents note on note.id = billed.note_id
      join documents invoice on invoice.id = billed.document_id
    where note.customer_id = ${merge.customerId}::uuid and invoice.customer_id = ${merge.intoId}::uuid
    limit 1`);
  if ((await tx.$count(statementsSent, sent)) > 0 || both.length > 0) {
    const what = both.length > 0 ? "An invoice over both" : "A statement over both";
    throw new Refusal("sent", `${what} was sent to ${name}, so they stay one account.`);
  }
}

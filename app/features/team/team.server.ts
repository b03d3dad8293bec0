import { and, asc, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { type AuditEntry, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  deleteMember,
  lockMemberRights,
  type MemberRights,
  swapOwner,
  updateMember,
} from "#app/domain/customers/team/team-rows.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, firstMembership, invitations, members, shipTos } from "#db/schema/customers.ts";
import {
  type Membership,
  memberRoleText,
  type TeamInvitation,
  type TeamMember,
  type TypedRights,
  teamRefusal,
} from "./team.ts";
import { handedOverMail } from "./team-mails.ts";

export interface Team {
  members: TeamMember[];
  invitations: TeamInvitation[];
  sites: { id: string; name: string }[];
}

/** Refuses members other than the owner, who has access to all sites. @throws Refusal */
export function refuseOthers(client: Client): void {
  if (!may(client, "manage team")) throw teamRefusal("not an owner");
}

/** Returns members, open invitations and sites. @throws Refusal for anyone but the owner */
export async function getTeam(db: Database, client: Client): Promise<Team> {
  refuseOthers(client);
  const { customerId } = client;
  const [found, invited, sites] = await Promise.all([
    membersOf(db, customerId),
    db
      .select({
        id: invitations.id,
        name: invitations.name,
        email: invitations.email,
        role: invitations.role,
        siteIds: invitations.siteIds,
        approveOverCents: invitations.approveOverCents,
        expiresAt: invitations.expiresAt,
      })
      .from(invitations)
      .where(eq(invitations.customerId, customerId))
      .orderBy(asc(invitations.createdAt), asc(invitations.id)),
    db
      .select({ id: shipTos.id, name: shipTos.name })
      .from(shipTos)
      .where(eq(shipTos.customerId, customerId))
      .orderBy(sql`${shipTos.isDefault} desc`, asc(shipTos.name), asc(shipTos.id)),
  ]);
  return { members: found, invitations: invited, sites };
}

/** Returns a customer's members, the owner first. The caller has checked who may see them. */
export function membersOf(db: Database, customerId: string): Promise<TeamMember[]> {
  return db
    .select({
      ...pick(members, "userId", "role", "siteIds", "approveOverCents"),
      name: user.name,
      email: user.email,
    })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(eq(members.customerId, customerId))
    .orderBy(sql`${members.role} = 'owner' desc`, asc(members.createdAt), asc(members.userId));
}

/** Converts a submitted form to rights; the sites must be the customer's own. @throws Refusal */
export async function rightsFrom(
  tx: Transaction,
  customerId: string,
  { role, limit, allSites }: TypedRights,
  ticked: readonly string[],
): Promise<MemberRights & { siteNames: string }> {
  const approveOverCents = role === "buyer" ? limit : null;
  const own = await tx
    .select({ id: shipTos.id, name: shipTos.name })
    .from(shipTos)
    .where(eq(shipTos.customerId, customerId));
  const sites = own.filter(({ id }) => ticked.includes(id));
  if (allSites || own.length === 1) return { role, approveOverCents, siteIds: null, siteNames: "" };
  if (sites.length === 0) throw teamRefusal("no sites");
  const siteNames = sites.map(({ name }) => name || "Main site").join(", ");
  return { role, approveOverCents, siteIds: sites.map(({ id }) => id), siteNames };
}

/** Records what the owner did to the team, in the customer's history. */
export function auditTeam(
  tx: Transaction,
  owner: Client,
  action: string,
  change: Pick<AuditEntry, "before" | "after">,
): Promise<void> {
  const entry = { entity: "client", entityId: owner.customerId, action, ...change } as const;
  return recordAudit(tx, owner, entry);
}

/** For the history: "Buyer", "Main kitchen", "400.00". */
export const auditedRights = ({ role, approveOverCents }: MemberRights, siteNames: string) => ({
  teamRole: memberRoleText[role].label,
  sites: siteNames || "All",
  ...(approveOverCents !== null && { approvalOver: toDollars(approveOverCents) }),
});

/** Changes a member's rights, effective on their next request. For the owner. @throws Refusal */
export function changeMember(
  db: Database,
  client: Client,
  userId: string,
  typed: TypedRights,
  ticked: readonly string[],
): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    const before = await lockOther(tx, customerId, userId);
    const { siteNames, ...rights } = await rightsFrom(tx, customerId, typed, ticked);
    await updateMember(tx, customerId, userId, rights);
    await auditTeam(tx, client, "member changed", {
      before: { member: await addressOf(tx, userId), teamRole: memberRoleText[before.role].label },
      after: { member: await addressOf(tx, userId), ...auditedRights(rights, siteNames) },
    });
  });
}

/**
 * Removes a member, effective on their next request. Their orders stay. For the owner. @throws
 * Refusal
 */
export function removeMember(db: Database, client: Client, userId: string): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    const before = await lockOther(tx, customerId, userId);
    await deleteMember(tx, customerId, userId);
    await auditTeam(tx, client, "member removed", {
      before: { member: await addressOf(tx, userId), teamRole: memberRoleText[before.role].label },
    });
  });
}

/**
 * Makes another member the owner, effective on their next request; the former owner becomes an
 * approver, whom the new owner may remove. Both are mailed. For the owner. @throws Refusal
 */
export async function handOver(
  db: Database,
  client: Client,
  userId: string,
  { company }: Pick<Shop, "company">,
): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    // In a concurrent request, the second caller is no longer the owner.
    const own = await lockMemberRights(tx, customerId, client.userId);
    if (own?.role !== "owner") throw teamRefusal("not an owner");
    await lockOther(tx, customerId, userId);
    await swapOwner(tx, customerId, { from: client.userId, to: userId });
    const [from, to] = [await addressOf(tx, client.userId), await addressOf(tx, userId)];
    await auditTeam(tx, client, "account handed over", {
      before: { member: from },
      after: { member: to },
    });
    const mail = handedOverMail({ from, to }, company);
    await queueMail(tx, { to: from, ...mail }, { to, ...mail });
  });
}

/** Locks and returns the rights of a member who isn't the owner. @throws Refusal */
async function lockOther(tx: Transaction, customerId: string, userId: string) {
  const found = isUuid(userId) ? await lockMemberRights(tx, customerId, userId) : null;
  if (!found) throw teamRefusal("gone");
  if (found.role === "owner") throw teamRefusal("owner");
  return found;
}

async function addressOf(tx: Transaction, userId: string): Promise<string> {
  const [found] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  return found?.email ?? "";
}

/** Returns a user's customers in the order they joined. For that user. */
export function membershipsOf(db: Database, { userId }: Client): Promise<Membership[]> {
  return db
    .select({
      customerId: members.customerId,
      name: sql<string>`coalesce(nullif(${customers.companyName}, ''), nullif(${customers.contactName}, ''), 'Your account')`,
      role: members.role,
    })
    .from(members)
    .innerJoin(customers, eq(customers.id, members.customerId))
    .where(eq(members.userId, userId))
    .orderBy(...firstMembership);
}

/** Returns which of a user's other customers an order belongs to; null if none. */
export async function otherCustomerOfOrder(
  db: Database,
  client: Client,
  orderId: string,
): Promise<Membership | null> {
  if (!isUuid(orderId)) return null;
  const own = await membershipsOf(db, client);
  if (own.length < 2) return null;
  const { rows } = await db.execute<{ customerId: string }>(sql`
    select customer_id as "customerId" from orders where id = ${orderId}::uuid`);
  const owner = rows[0]?.customerId;
  return own.find((one) => one.customerId === owner && owner !== client.customerId) ?? null;
}

/** True if a user is a member of a customer. */
export async function isMember(
  tx: Transaction | Database,
  customerId: string,
  userId: string,
): Promise<boolean> {
  const which = and(eq(members.customerId, customerId), eq(members.userId, userId));
  return (await tx.$count(members, which)) > 0;
}

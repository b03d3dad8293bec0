import { and, eq } from "drizzle-orm";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { invitations, members } from "#db/schema/customers.ts";

// The only writer of a customer's members besides its owner, and of their invitations. Callers
// check permissions, and audit the change.

/** Orders above the cents need approval. */
export type MemberRights = Pick<
  typeof members.$inferSelect,
  "role" | "siteIds" | "approveOverCents"
>;

const ofMember = (customerId: string, userId: string) =>
  and(eq(members.customerId, customerId), eq(members.userId, userId));

/** Adds a member; an existing member stays unchanged. Returns true if added. */
export async function insertMember(
  tx: Transaction,
  member: { customerId: string; userId: string } & MemberRights,
): Promise<boolean> {
  const added = await tx
    .insert(members)
    .values(member)
    .onConflictDoNothing()
    .returning({ userId: members.userId });
  return added.length > 0;
}

/** Locks and returns a member's rights; null for anybody else. */
export async function lockMemberRights(
  tx: Transaction,
  customerId: string,
  userId: string,
): Promise<MemberRights | null> {
  const [found] = await tx
    .select(pick(members, "role", "siteIds", "approveOverCents"))
    .from(members)
    .where(ofMember(customerId, userId))
    .for("update");
  return found ?? null;
}

export async function updateMember(
  tx: Transaction,
  customerId: string,
  userId: string,
  rights: MemberRights,
): Promise<void> {
  await tx.update(members).set(rights).where(ofMember(customerId, userId));
}

/** Makes another member the owner, and the previous one an approver: there is always just one. */
export async function swapOwner(
  tx: Transaction,
  customerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const everything = { siteIds: null, approveOverCents: null };
  await updateMember(tx, customerId, from, { ...everything, role: "approver" });
  await updateMember(tx, customerId, to, { ...everything, role: "owner" });
}

export async function deleteMember(
  tx: Transaction,
  customerId: string,
  userId: string,
): Promise<void> {
  await tx.delete(members).where(ofMember(customerId, userId));
}

/** Changes the rights of an open invitation; returns its address, or null for none. */
export async function updateInvitation(
  tx: Transaction,
  { id, customerId }: { id: string; customerId: string },
  rights: MemberRights,
): Promise<string | null> {
  const [changed] = await tx
    .update(invitations)
    .set(rights)
    .where(and(eq(invitations.id, id), eq(invitations.customerId, customerId)))
    .returning({ email: invitations.email });
  return changed?.email ?? null;
}

/** Stores an invitation; null if the address is already invited. */
export async function insertInvitation(
  tx: Transaction,
  invitation: typeof invitations.$inferInsert,
): Promise<string | null> {
  const [added] = await tx
    .insert(invitations)
    .values(invitation)
    .onConflictDoNothing()
    .returning({ id: invitations.id });
  return added?.id ?? null;
}

/** Extends a customer's invitation; null if it is no longer open. */
export async function renewInvitation(
  tx: Transaction,
  { id, customerId, expiresAt }: { id: string; customerId: string; expiresAt: Date },
) {
  const [renewed] = await tx
    .update(invitations)
    .set({ expiresAt })
    .where(and(eq(invitations.id, id), eq(invitations.customerId, customerId)))
    .returning();
  return renewed ?? null;
}

/** Deletes an invitation that was accepted or withdrawn, and returns it. */
export async function takeInvitation(tx: Transaction, id: string, customerId?: string) {
  const [taken] = await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.id, id),
        customerId === undefined ? undefined : eq(invitations.customerId, customerId),
      ),
    )
    .returning();
  return taken ?? null;
}

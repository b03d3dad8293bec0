import { and, eq, isNull, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { signUpPath } from "#app/features/auth/sign-up-prefill.ts";
import { invitationMail } from "#app/features/mail/inquiry-mails.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { wholesaleInquiries } from "#db/schema/inquiries.ts";
import { InboxNotFoundError } from "./inbox.ts";
import { refusal } from "./inbox-status.server.ts";

interface Invitation {
  /** The inquiry. */
  id: string;
  /** When its sender was last invited, as far as the administrator knew; null for never. */
  invitedBefore: Date | null;
  /** The public origin, for the link in the mail. */
  siteUrl: string;
}

/**
 * Sends whoever inquired a mail that leads to the form for a new account, filled in with what the
 * inquiry says, and notes the inquiry as dealt with. For administrators.
 *
 * @throws InboxNotFoundError, InboxConflictError when somebody has invited them in the meantime
 */
export async function inviteSender(
  db: Database,
  admin: Admin,
  { id, invitedBefore, siteUrl }: Invitation,
): Promise<void> {
  if (!isUuid(id)) throw new InboxNotFoundError(id);
  const { invitedAt, handledAt } = wholesaleInquiries;
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ handledAt })
      .from(wholesaleInquiries)
      .where(eq(wholesaleInquiries.id, id))
      .for("update");
    const [invited] = await tx
      .update(wholesaleInquiries)
      .set({ invitedAt: sql`now()`, handledAt: sql`coalesce(${handledAt}, now())` })
      .where(
        and(
          eq(wholesaleInquiries.id, id),
          invitedBefore ? eq(invitedAt, invitedBefore) : isNull(invitedAt),
        ),
      )
      .returning();
    if (!invited) {
      throw await refusal(tx, { box: "inquiries", id }, "They have been invited in the meantime");
    }
    const { company, contact, phone, email } = invited;
    const path = signUpPath({ companyName: company, contactName: contact, phone, email });
    await queueMail(tx, { to: email, ...invitationMail({ url: siteUrl + path }) });
    const wasOpen = before?.handledAt === null;
    await tx.insert(auditLog).values({
      actorId: admin.userId,
      actorEmail: admin.email,
      entity: "inquiry",
      entityId: invited.id,
      action: "invited",
      before: wasOpen ? { status: "open" } : null,
      after: wasOpen ? { status: "handled" } : null,
    });
  });
}

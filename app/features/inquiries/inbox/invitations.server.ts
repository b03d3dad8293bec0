import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { invitationMail } from "#app/features/inquiries/mails/inquiry-mails.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { wholesaleInquiries } from "#db/schema/inquiries.ts";
import { invitationParameter } from "../inquiry.ts";
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
    // By the id alone: what the form is filled in with was typed by anybody, and stays out of the mail.
    const url = `${siteUrl}/login?create&${new URLSearchParams({ [invitationParameter]: id })}`;
    await queueMail(tx, { to: invited.email, ...invitationMail({ url }) });
    const wasOpen = before?.handledAt === null;
    await recordAudit(tx, admin, {
      entity: "inquiry",
      entityId: invited.id,
      action: "invited",
      before: wasOpen ? { status: "open" } : null,
      after: wasOpen ? { status: "handled" } : null,
    });
  });
}

/**
 * What the form for a new account is filled in with for whoever was invited within the last 30 days;
 * empty for any other id. For whoever has the link: the id cannot be guessed.
 */
export async function invitedSender(db: Database, id: string): Promise<Record<string, string>> {
  if (!isUuid(id)) return {};
  const { company, contact, phone, email, invitedAt } = wholesaleInquiries;
  const isRecent = gt(invitedAt, sql`now() - interval '30 days'`);
  const [sender] = await db
    .select({ companyName: company, contactName: contact, phone, email })
    .from(wholesaleInquiries)
    .where(and(eq(wholesaleInquiries.id, id), isRecent));
  return sender ?? {};
}

import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { makeInvitation } from "#app/domain/accounts/credentials/invite-clients.server.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { invitationMail } from "#app/features/inquiries/mails/inquiry-mails.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { wholesaleInquiries } from "#db/schema/inquiries.ts";
import { invitationParameter, proofParameter } from "../inquiry.ts";
import { notInInbox } from "./inbox.ts";
import { refusal } from "./inbox-status.server.ts";

/** How long the link prefills the form (`invitedSender`) and proves the address. */
const invitationLastsMs = 30 * 24 * 60 * 60_000;

interface Invitation {
  /** Id of the inquiry. */
  id: string;
  /** When the sender was last invited, as the administrator saw it; null for never. */
  invitedBefore: Date | null;
  shop: Shop;
}

/**
 * Emails the sender of an inquiry a link to the sign-up form, prefilled from it, and marks it as
 * handled. For staff who answer the inbox. @throws Refusal, also if someone else has invited them
 * meanwhile
 */
export async function inviteSender(
  db: Database,
  staff: Staff<"inbox">,
  { id, invitedBefore, shop }: Invitation,
): Promise<void> {
  if (!isUuid(id)) throw notInInbox();
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
    // The email has only the id, because the inquiry's text is untrusted.
    const proof = await makeInvitation(tx, invited.email.toLowerCase(), invitationLastsMs);
    const query = new URLSearchParams({ [invitationParameter]: id, [proofParameter]: proof });
    const url = `${shop.siteUrl}/login?create&${query}`;
    const expiresAt = new Date(Date.now() + invitationLastsMs);
    await queueMail(tx, { to: invited.email, expiresAt, ...invitationMail({ url }, shop) });
    const wasOpen = before?.handledAt === null;
    await recordAudit(tx, staff, {
      entity: "inquiry",
      entityId: invited.id,
      action: "invited",
      before: wasOpen ? { status: "open" } : null,
      after: wasOpen ? { status: "handled" } : null,
    });
  });
}

/**
 * Returns the sign-up form's prefilled values for a sender invited within the last 30 days; empty
 * for any other id. Anyone with the link may call it: the id can't be guessed.
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

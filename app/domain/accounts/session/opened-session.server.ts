import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { session } from "#db/schema/accounts.ts";
import { knownBrowsers } from "#db/schema/second-factor.ts";
import { rememberedSeconds } from "../lifetimes.ts";
import { newBrowserMail } from "../mails/security-mails.ts";
import { accountSubject } from "../second-factor/factor-changes.server.ts";
import { browserInWords, coarseNetwork } from "./browser-words.ts";

interface Opened {
  token: string;
  userId: string;
  email: string;
  isStaff: boolean;
  deviceId: string;
  userAgent: string | null;
  clientAddress: string;
  isProven: boolean;
  shop: Shop;
}

export const newBrowserAction = "signed in from a new browser";

/**
 * Stores where a new session came from and what was proved. Emails staff who sign in from a new
 * browser, except at their first sign-in as staff.
 */
export async function noteOpened(db: Database, opened: Opened): Promise<void> {
  const { token, userId, email, userAgent, clientAddress, isProven, shop } = opened;
  const now = new Date();
  const network = coarseNetwork(clientAddress);
  await db.transaction(async (tx) => {
    await tx
      .update(session)
      .set({ network, provenAt: now, seenAt: now, secondFactorAt: isProven ? now : null })
      .where(eq(session.token, token));
    if (!opened.isStaff || !(await isNewBrowser(tx, opened, now))) return;
    const browser = browserInWords(userAgent);
    await recordAudit(
      tx,
      { userId, email },
      {
        ...accountSubject(userId),
        action: newBrowserAction,
        after: { browser, ...(network && { network }) },
      },
    );
    await queueMail(tx, { to: email, ...newBrowserMail({ at: now, browser, network }, shop) });
  });
}

/**
 * Remembers the browser. Returns true if it is new and the account has signed in from another one
 * before, even if that one is forgotten by now.
 */
async function isNewBrowser(
  tx: Transaction,
  { userId, deviceId }: Opened,
  now: Date,
): Promise<boolean> {
  const ofUser = eq(knownBrowsers.userId, userId);
  const earlier = await tx.$count(knownBrowsers, ofUser);
  const forgotten = new Date(now.getTime() - rememberedSeconds * 1000);
  await tx.delete(knownBrowsers).where(and(ofUser, lt(knownBrowsers.lastSignedInAt, forgotten)));
  const digest = createHash("sha256").update(deviceId).digest("base64url");
  const [row] = await tx
    .insert(knownBrowsers)
    .values({ userId, digest, lastSignedInAt: now })
    .onConflictDoUpdate({
      target: [knownBrowsers.userId, knownBrowsers.digest],
      set: { lastSignedInAt: now },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return earlier > 0 && row?.isNew === true;
}

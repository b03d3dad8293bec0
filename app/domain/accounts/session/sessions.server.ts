import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { session } from "#db/schema/accounts.ts";
import { accountSubject } from "../second-factor/factor-changes.server.ts";
import { browserInWords } from "./browser-words.ts";

export interface OpenSession {
  id: string;
  browser: string;
  network: string;
  openedAt: Date;
  /** Accurate to some minutes. */
  seenAt: Date;
  isOwn: boolean;
}

const noteEvery = 5 * 60_000;

/** Updates a session's last use, at most every few minutes. */
export async function noteSeen(
  db: Database,
  { sessionId, seenAt }: Pick<StaffAccount, "sessionId" | "seenAt">,
): Promise<void> {
  const now = new Date();
  const stale = new Date(now.getTime() - noteEvery);
  if (seenAt > stale) return;
  await db
    .update(session)
    .set({ seenAt: now })
    .where(and(eq(session.id, sessionId), lt(session.seenAt, stale)));
}

/** Returns the account's sessions, the current one first, then by last use. */
export async function listSessions(db: Database, account: StaffAccount): Promise<OpenSession[]> {
  const open = await db
    .select({
      ...pick(session, "id", "userAgent", "network", "seenAt"),
      openedAt: session.createdAt,
    })
    .from(session)
    .where(and(eq(session.userId, account.userId), gt(session.expiresAt, new Date())))
    .orderBy(desc(session.seenAt));
  return open
    .map(({ userAgent, ...rest }) => ({
      ...rest,
      browser: browserInWords(userAgent),
      isOwn: rest.id === account.sessionId,
    }))
    .sort((one, other) => Number(other.isOwn) - Number(one.isOwn));
}

/**
 * Ends one of the account's own sessions, or all but the current one if `id` is null. The id comes
 * from a request. Returns the number of ended sessions.
 */
export function endSessions(
  db: Database,
  account: StaffAccount,
  id: string | null,
): Promise<number> {
  if (id !== null && !isUuid(id)) return Promise.resolve(0);
  const which = id === null ? ne(session.id, account.sessionId) : eq(session.id, id);
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(session)
      .where(and(eq(session.userId, account.userId), which))
      .returning({ userAgent: session.userAgent });
    if (ended.length > 0) {
      await recordAudit(tx, account, {
        ...accountSubject(account.userId),
        action: id === null ? "other sessions ended" : "session ended",
        before: { browser: ended.map((one) => browserInWords(one.userAgent)).join(", ") },
      });
    }
    return ended.length;
  });
}

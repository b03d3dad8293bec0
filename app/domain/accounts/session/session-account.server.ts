import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { parse } from "hono/utils/cookie";
import type { Account } from "#app/domain/access/account-rights.ts";
import { profiles, session, user } from "#db/schema/accounts.ts";
import { firstMembership, members, recordsOf } from "#db/schema/customers.ts";
import { shopSettings } from "#db/schema/system.ts";
import type { AccountServices } from "../account-services.server.ts";
import { hasSecondFactor } from "../second-factor/factor-changes.server.ts";

/**
 * Returns the account of the request's session cookie; null for a visitor. For guards, which run
 * before everything that isn't public: takes one query where better-auth takes two, and writes
 * nothing, as it couldn't renew the cookie of an extended session. Throws if the database fails: an
 * outage signs nobody out.
 */
export async function accountOfSession(
  { db, auth }: Pick<AccountServices, "db" | "auth">,
  headers: Headers,
): Promise<Account | null> {
  const { authCookies, secret } = await auth.$context;
  const token = provenToken(headers.get("cookie"), authCookies.sessionToken.name, secret);
  if (token === null) return null;
  const [found] = await db
    .select({
      userId: user.id,
      email: user.email,
      isAdmin: profiles.isAdmin,
      staffRole: profiles.staffRole,
      membership: {
        customerId: members.customerId,
        role: members.role,
        siteIds: members.siteIds,
        records: recordsOf(members.customerId),
      },
      guests: sql<
        string[]
      >`array(select id from customers where adopted_by = ${user.id} order by id)`,
      session: { id: session.id, provenAt: session.provenAt, seenAt: session.seenAt },
      isProven: sql<boolean>`${session.secondFactorAt} is not null`,
      hasFactor: hasSecondFactor(user.id),
      needsFactor: sql<boolean>`(select ${shopSettings.needsSecondFactor} from ${shopSettings})`,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(profiles, eq(profiles.id, user.id))
    .leftJoin(members, eq(members.userId, user.id))
    .where(and(eq(session.token, token), gt(session.expiresAt, new Date())))
    // Prefer the customer chosen in this session, if they are still a member.
    .orderBy(
      sql`${members.customerId} is not distinct from ${session.customerId} desc`,
      ...firstMembership,
    )
    .limit(1);
  if (!found) return null;
  const { isProven, hasFactor, needsFactor, ...account } = found;
  const owesSetUp = needsFactor && !hasFactor ? "set-up" : null;
  return { ...account, owes: hasFactor && !isProven ? "second factor" : owesSetUp };
}

/** Returns the token of better-auth's cookie, "token.HMAC-SHA256 in base64", if we signed it. */
function provenToken(cookies: string | null, name: string, secret: string): string | null {
  const value = cookies && parse(cookies, name)[name];
  if (!value) return null;
  const dot = value.lastIndexOf(".");
  const token = value.slice(0, Math.max(dot, 0));
  const given = Buffer.from(value.slice(dot + 1));
  const ours = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
  return given.length === ours.length && timingSafeEqual(given, ours) ? token : null;
}

import { eq } from "drizzle-orm";
import type { Services } from "#app/context.server.ts";
import type { Database } from "#db/database.ts";
import { profiles } from "#db/schema/profiles.ts";
import { capabilitiesOf } from "./capability.server.ts";
import type { SessionAnswer } from "./session.ts";

type Needed = Pick<Services, "db" | "auth" | "adminEmail">;

interface ReadOptions {
  /**
   * Whether an ageing session lives on by this. Only for who sends the `headers` back: its cookie
   * has to be renewed with it.
   */
  extend?: boolean;
}

/**
 * The session that a request's cookie proves, with the account's profile; null for a visitor. Throws
 * when it cannot be told: a database that is away signs nobody out.
 */
export async function readSession(
  { db, auth }: Pick<Needed, "db" | "auth">,
  headers: Headers,
  { extend = false }: ReadOptions = {},
) {
  const query = { disableRefresh: !extend };
  const found = await auth.api.getSession({ headers, query, returnHeaders: true });
  if (!found.response) return { found: null, headers: found.headers };
  const { user, session } = found.response;
  return {
    found: { user, session, profile: await profileOf(db, user.id) },
    headers: found.headers,
  };
}

/** Answers `GET /api/auth/get-session`: a SessionAnswer, or null for a visitor. */
export async function answerSession(services: Needed, request: Request): Promise<Response> {
  const { found, headers } = await readSession(services, request.headers, { extend: true });
  headers.set("Cache-Control", "no-store");
  if (!found) return Response.json(null, { headers });
  const { user, session, profile } = found;
  const { admin, imageEditor } = capabilitiesOf(
    { userId: user.id, email: user.email, isAdmin: profile?.isAdmin },
    services.adminEmail,
  );
  const answer: SessionAnswer = {
    user: { id: user.id, email: user.email, emailVerified: user.emailVerified },
    session: { id: session.id, expiresAt: session.expiresAt.toISOString() },
    profile,
    isAdmin: admin !== null,
    isImageEditor: imageEditor !== null,
  };
  return Response.json(answer, { headers });
}

async function profileOf(db: Database, userId: string): Promise<SessionAnswer["profile"]> {
  const [profile] = await db
    .select({
      id: profiles.id,
      companyName: profiles.companyName,
      contactName: profiles.contactName,
      phone: profiles.phone,
      address: profiles.address,
      notes: profiles.notes,
      isAdmin: profiles.isAdmin,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return profile ?? null;
}

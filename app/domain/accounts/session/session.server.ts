import { isAPIError } from "better-auth/api";
import { rightsOf } from "#app/domain/access/account-rights.ts";
import { readProfile } from "#app/domain/customers/stored-profile.server.ts";
import type { AccountServices } from "../account-services.server.ts";
import { unexpectedMessage } from "../credentials/form-answer.ts";
import type { SessionAnswer } from "./session.ts";

type Needed = Pick<AccountServices, "db" | "auth" | "adminEmail">;

/**
 * Handles `GET /api/auth/get-session`: a SessionAnswer, or null for a visitor. Extends an ageing
 * session and renews its cookie. Answers 503 if the session can't be read: an outage signs nobody
 * out.
 */
export async function answerSession(services: Needed, request: Request): Promise<Response> {
  const asked = await services.auth.api
    .getSession({ headers: request.headers, returnHeaders: true })
    .catch(unlessReported);
  if (!asked) {
    const refusal = { status: 503, headers: { "Cache-Control": "no-store" } };
    return Response.json({ message: unexpectedMessage }, refusal);
  }
  const { response: found, headers } = asked;
  headers.set("Cache-Control", "no-store");
  if (!found) return Response.json(null, { headers });
  const { user, session } = found;
  const stored = await readProfile(services.db, user.id);
  const { staffRole, ...profile } = stored ?? { staffRole: null };
  const account = { email: user.email, isAdmin: stored?.isAdmin, staffRole };
  const rights = rightsOf(account, services.adminEmail);
  const answer: SessionAnswer = {
    user: { id: user.id, email: user.email, emailVerified: user.emailVerified },
    session: { id: session.id, expiresAt: session.expiresAt.toISOString() },
    profile: "id" in profile ? profile : null,
    isAdmin: rights.isAdmin,
    isImageEditor: rights.isImageEditor,
    isStaff: rights.staffRole !== null,
  };
  return Response.json(answer, { headers });
}

/** better-auth has already logged its own failures and doesn't expose the cause. */
function unlessReported(error: unknown): null {
  if (isAPIError(error) && error.statusCode >= 500) return null;
  throw error;
}

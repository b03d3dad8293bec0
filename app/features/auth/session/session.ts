import type { Profile } from "#app/features/clients/profile.ts";

/** Session lifetime after its last extension (seconds): a week. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** Age after which the next use extends a session (seconds): a day. */
export const sessionUpdateAge = 24 * 60 * 60;

/** Maximum sessions per account; a new one replaces the least recently used. */
export const mostSessions = 20;

/** The answer of `GET /api/auth/get-session`; null for a visitor. */
export interface SessionAnswer {
  user: { id: string; email: string; emailVerified: boolean };
  /** `expiresAt` in ISO 8601. The session token itself is in an HttpOnly cookie. */
  session: { id: string; expiresAt: string };
  profile: Profile | null;
  isAdmin: boolean;
  isImageEditor: boolean;
}

import type { Profile } from "#app/features/clients/profile.ts";

/** How long a session lasts after it was last extended (seconds): a week. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** How old a session may grow before its next use extends it (seconds): a day. */
export const sessionUpdateAge = 24 * 60 * 60;

/** The most sessions of one account; the one that was not used for longest gives way to a new one. */
export const mostSessions = 20;

/** Who is signed in, as `GET /api/auth/get-session` answers it; null for a visitor. */
export interface SessionAnswer {
  user: { id: string; email: string; emailVerified: boolean };
  /** `expiresAt` in ISO 8601. What proves the session is in a cookie that no script can read. */
  session: { id: string; expiresAt: string };
  profile: Profile | null;
  isAdmin: boolean;
  isImageEditor: boolean;
}

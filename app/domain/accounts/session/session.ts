import type { ProfileFields } from "#app/domain/customers/profile.ts";

/** The answer of `GET /api/auth/get-session`; null for a visitor. */
export interface SessionAnswer {
  user: { id: string; email: string; emailVerified: boolean };
  /** `expiresAt` in ISO 8601. The session token itself is in an HttpOnly cookie. */
  session: { id: string; expiresAt: string };
  profile: AccountProfile | null;
  isAdmin: boolean;
  isImageEditor: boolean;
  isStaff: boolean;
}

/** An account's profile with the details, possibly empty, of the customer that it acts for. */
export interface AccountProfile extends Omit<ProfileFields, "postalCode"> {
  /** The account's id; its customer's may differ. */
  id: string;
  /** The stored flag; the administrator designated by address may lack it. */
  isAdmin: boolean;
}

export interface OwnAddress {
  /** The public origin, without a trailing slash. */
  siteUrl: string;
  /** True to accept localhost, 127.0.0.1 and [::1] too, while no public origin is configured. */
  loopback: boolean;
}

/**
 * Returns the origins that requests to this URL may come from: the public one and, on loopback, the
 * request's own. The port must match, as other ports belong to other servers.
 */
export function ownOrigins(requestUrl: string, { siteUrl, loopback }: OwnAddress): string[] {
  const { hostname, origin } = new URL(requestUrl);
  return loopback && isLoopback(hostname) ? [siteUrl, origin] : [siteUrl];
}

/** True if a host is this machine itself, as the shop's address is until SITE_URL is set. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

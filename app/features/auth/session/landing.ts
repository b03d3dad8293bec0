/** Where to go after signing in: `/login?next=/dashboard/orders`. */
export const nextParameter = "next";

/** Marks a redirect from a page that was refused: `/dashboard?denied`. */
export const deniedParameter = "denied";

/** Whether a path is guarded: the client area and the back office. */
export function isGuarded(pathname: string): boolean {
  return /^\/(dashboard|admin)(\/|$)/.test(pathname);
}

/** Where each role lands after signing in (specification, section 4). */
export function landingOf({ isAdmin }: { isAdmin: boolean }): "/admin" | "/dashboard" {
  return isAdmin ? "/admin" : "/dashboard";
}

/**
 * Validates `next` as a path of this site; null if invalid. Prevents open redirects after signing
 * in, and redirect loops back to the sign-in page.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith("/")) return null;
  // Parse it like a browser, which treats "/\\evil.example" and "//evil.example" as other sites.
  // Check the result again, because "/.//evil.example" becomes one of those.
  const here = "http://here.invalid";
  const url = URL.canParse(next, here) ? new URL(next, here) : null;
  if (url?.origin !== here || url.pathname.startsWith("//")) return null;
  if (/^\/log(in|out)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

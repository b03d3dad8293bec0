/** Where to go after signing in: `/login?next=/dashboard/orders`. */
export const nextParameter = "next";

/** Tells a page that it was reached because another one was refused: `/dashboard?denied`. */
export const deniedParameter = "denied";

/** Whether an address is behind a guard: the client area and the back office. */
export function isGuarded(pathname: string): boolean {
  return /^\/(dashboard|admin)(\/|$)/.test(pathname);
}

/** Where each role lands after signing in (specification, section 4). */
export function landingOf({ isAdmin }: { isAdmin: boolean }): "/admin" | "/dashboard" {
  return isAdmin ? "/admin" : "/dashboard";
}

/**
 * The address in `next` as a path of this site, or null: whoever made the link must not be able to
 * send people elsewhere after they have signed in, nor back to the sign-in page for ever.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith("/")) return null;
  // Parsed as browsers do it, for whom "/\\evil.example" and "//evil.example" are other sites; and
  // looked at again afterwards, because "/.//evil.example" becomes one of those.
  const here = "http://here.invalid";
  const url = URL.canParse(next, here) ? new URL(next, here) : null;
  if (url?.origin !== here || url.pathname.startsWith("//")) return null;
  if (/^\/log(in|out)(\/|$)/.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

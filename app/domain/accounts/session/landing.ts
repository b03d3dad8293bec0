import type { StaffRole } from "#db/schema/values/staff.ts";

/** Where to go after signing in: `/login?next=/dashboard/orders`. */
export const nextParameter = "next";

export const secondFactorPath = "/login/second-factor";

export const securityPath = "/admin/security";

/** Marks a redirect from a page that was refused: `/dashboard?denied`. */
export const deniedParameter = "denied";

const desks: Record<StaffRole, string> = {
  owner: "/admin",
  packer: "/admin/packing",
  driver: "/admin/runs",
  office: "/admin/orders",
  counter: "/admin/counter",
  bookkeeper: "/admin/receivables",
  catalogue: "/admin/products",
};

/** Returns where a staff member, or null for anybody else, lands after signing in. */
export function landingOf(staff: { staffRole: StaffRole } | null): string {
  return staff ? desks[staff.staffRole] : "/dashboard";
}

/**
 * Returns `next` if it is a path of this site, else null. Prevents open redirects after signing in,
 * and redirect loops back to the sign-in page.
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

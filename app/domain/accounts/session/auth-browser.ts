import { forgetAccounts } from "#app/lib/browser/browser-storage.ts";
import { forgetKeptPages, keptTill } from "#app/lib/browser/kept-pages.ts";
import { createAuthStore } from "./auth-store.ts";
import { nextParameter } from "./landing.ts";
import type { SessionAnswer } from "./session.ts";

/** This browser's session. A module-level singleton, because all pages share it. */
export const authStore = createAuthStore({
  async fetchSession(): Promise<SessionAnswer | null> {
    const response = await fetch("/api/auth/get-session");
    if (!response.ok) throw new Error(`The session endpoint answered ${response.status}`);
    return response.json();
  },
  async endSession() {
    // The next page is loaded in full, so following the redirect here gains nothing.
    const response = await fetch("/logout", { method: "POST", redirect: "manual" });
    if (response.type !== "opaqueredirect") throw new Error(`Signing out: ${response.status}`);
  },
  openChannel: () => new BroadcastChannel("auth"),
  isGuarded: () => isGuarded(location.pathname),
  leave: () => leaveFor("/"),
  leaveWithOthers: () => leaveFor(afterOthers(location.pathname)),
});

function leaveFor(path: string): void {
  // Leave nothing for the next person on a shared computer. A session that merely expires keeps the
  // drafts.
  forgetAccounts();
  forgetKeptPages();
  location.assign(path);
}

/**
 * Returns where a page goes when another tab signed out: to /, but from a till to the sign-in and
 * back, because the next seller uses the same page.
 */
export function afterOthers(pathname: string): string {
  if (!pathname.startsWith(keptTill.scope)) return "/";
  return `/login?${new URLSearchParams({ [nextParameter]: pathname })}`;
}

/** True if a path is guarded: the client area and the back office. */
export function isGuarded(pathname: string): boolean {
  return /^\/(dashboard|admin)(\/|$)/.test(pathname);
}

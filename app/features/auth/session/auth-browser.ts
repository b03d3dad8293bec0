import { forgetOrderDrafts } from "#app/features/orders/draft/order-draft-storage.ts";
import { createAuthStore } from "./auth-store.ts";
import { isGuarded } from "./landing.ts";
import type { SessionAnswer } from "./session.ts";

/** The session of this browser; one for all of its pages, hence not made by a component. */
export const authStore = createAuthStore({
  async fetchSession(): Promise<SessionAnswer | null> {
    const response = await fetch("/api/auth/get-session");
    if (!response.ok) throw new Error(`The session endpoint answered ${response.status}`);
    return response.json();
  },
  async endSession() {
    // The way on is a page that is loaded anew, so nothing is gained by following it here.
    const response = await fetch("/logout", { method: "POST", redirect: "manual" });
    if (response.type !== "opaqueredirect") throw new Error(`Signing out: ${response.status}`);
  },
  openChannel: () => new BroadcastChannel("auth"),
  isGuarded: () => isGuarded(location.pathname),
  leave() {
    // Whoever sits down next is to find nothing; a session that merely ends leaves them there.
    forgetOrderDrafts();
    location.assign("/");
  },
});

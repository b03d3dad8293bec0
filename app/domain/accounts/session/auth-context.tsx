import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { authStore, isGuarded } from "./auth-browser.ts";
import { type AuthState, unknown } from "./auth-store.ts";

const AuthContext = createContext<AuthState | null>(null);

/** Fetches the session after hydration; the server-rendered pages are the same for everyone. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(authStore.subscribe, authStore.getState, () => unknown);
  useEffect(() => {
    const stop = authStore.start();
    const lookAgain = (event: PageTransitionEvent) => {
      if (event.persisted) void lookWhoIsThere();
    };
    window.addEventListener("pageshow", lookAgain);
    return () => {
      window.removeEventListener("pageshow", lookAgain);
      stop();
    };
  }, []);
  return <AuthContext value={state}>{children}</AuthContext>;
}

/** A page restored from the back/forward cache may belong to someone who has since signed out. */
async function lookWhoIsThere() {
  await authStore.refresh();
  const { user, errorMessage } = authStore.getState();
  if (isGuarded(location.pathname) && !user && !errorMessage) location.reload();
}

/** Returns the session state as known to the browser. Throws outside an AuthProvider. */
export function useAuth(): AuthState {
  const state = useContext(AuthContext);
  if (!state) throw new Error("useAuth must be used within an AuthProvider");
  return state;
}

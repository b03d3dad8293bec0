import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { authStore } from "./auth-browser.ts";
import { type AuthState, unknown } from "./auth-store.ts";
import { isGuarded } from "./landing.ts";

const AuthContext = createContext<AuthState | null>(null);

/** Asks after hydration who is signed in; the pages around it are the same for everybody. */
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

/** A page that the browser had kept for going back may be of somebody who has left since. */
async function lookWhoIsThere() {
  await authStore.refresh();
  const { user, errorMessage } = authStore.getState();
  if (isGuarded(location.pathname) && !user && !errorMessage) location.reload();
}

/** Who is signed in, as far as the browser knows. Throws outside an AuthProvider. */
export function useAuth(): AuthState {
  const state = useContext(AuthContext);
  if (!state) throw new Error("useAuth must be used within an AuthProvider");
  return state;
}

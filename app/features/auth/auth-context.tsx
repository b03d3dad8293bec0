import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** The specification's auth session (section 3) as `GET /api/auth/get-session` answers it. */
interface SessionAnswer {
  user: { id: string; email: string };
  session: { id: string; expiresAt: string };
  profile: { companyName: string; contactName: string | null } | null;
  isAdmin: boolean;
  isImageEditor: boolean;
}

export interface AuthState {
  user: SessionAnswer["user"] | null;
  session: SessionAnswer["session"] | null;
  profile: SessionAnswer["profile"];
  /** True until the browser knows who is there; pages are the same for everybody until then. */
  isLoading: boolean;
  isAdmin: boolean;
  /** Whether picture controls show; the server decides again at every change. */
  isImageEditor: boolean;
  errorMessage: string | null;
}

const visitor: AuthState = {
  user: null,
  session: null,
  profile: null,
  isLoading: false,
  isAdmin: false,
  isImageEditor: false,
  errorMessage: null,
};

const AuthContext = createContext<AuthState | null>(null);

/** Asks once, after hydration, who is signed in; the pages around it are the same for everybody. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ ...visitor, isLoading: true });
  useEffect(() => {
    const abort = new AbortController();
    fetchSession(abort.signal).then(
      (answer) => setState(answer ? { ...visitor, ...answer } : visitor),
      (error) => {
        if (abort.signal.aborted) return;
        console.warn("Failed to load the session:", error);
        setState({ ...visitor, errorMessage: "An unexpected error occurred. Please try again." });
      },
    );
    return () => abort.abort();
  }, []);
  return <AuthContext value={state}>{children}</AuthContext>;
}

async function fetchSession(signal: AbortSignal): Promise<SessionAnswer | null> {
  const response = await fetch("/api/auth/get-session", { signal });
  if (!response.ok) throw new Error(`The session endpoint answered ${response.status}`);
  return response.json();
}

/** Who is signed in, as far as the browser knows. Throws outside an AuthProvider. */
export function useAuth(): AuthState {
  const state = useContext(AuthContext);
  if (!state) throw new Error("useAuth must be used within an AuthProvider");
  return state;
}

import type { SessionAnswer } from "./session.ts";

const checkEveryMs = 30_000;
const refreshWithMs = 90_000;

const unexpected = "An unexpected error occurred. Please try again.";

export type AuthEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY";

export interface AuthState {
  user: SessionAnswer["user"] | null;
  session: SessionAnswer["session"] | null;
  profile: SessionAnswer["profile"];
  /** True until the session is known; public pages are the same for everyone. */
  isLoading: boolean;
  isAdmin: boolean;
  /** True for staff of any role, including administrators. */
  isStaff: boolean;
  /** True to show image controls; the server checks again on every change. */
  isImageEditor: boolean;
  errorMessage: string | null;
}

export const visitor: AuthState = {
  user: null,
  session: null,
  profile: null,
  isLoading: false,
  isAdmin: false,
  isStaff: false,
  isImageEditor: false,
  errorMessage: null,
};

/** Before the session has been fetched; also the state during server rendering. */
export const unknown: AuthState = { ...visitor, isLoading: true };

type Word = "changed" | "signed-out";

export interface Browser {
  /** Fetches the session; the server extends it if due. Rejects if the server can't be reached. */
  fetchSession(): Promise<SessionAnswer | null>;
  endSession(): Promise<void>;
  openChannel(): Pick<BroadcastChannel, "postMessage" | "onmessage" | "close">;
  isGuarded(): boolean;
  leave(): void;
  /** Leaves after another tab signed out; a till goes to the sign-in, to come back. */
  leaveWithOthers(): void;
}

/**
 * One tab's view of the session, kept in sync with the browser's other tabs. Events are derived by
 * comparing the known state with the server's answer.
 */
export function createAuthStore(browser: Browser) {
  let state = unknown;
  let asked = 0;
  let failed = false;
  let channel: ReturnType<Browser["openChannel"]> | undefined;
  const changes = new Set<() => void>();
  const listeners = new Set<(event: AuthEvent, state: AuthState) => void>();

  function become(next: AuthState) {
    state = next;
    for (const change of changes) change();
  }

  function emit(event: AuthEvent) {
    for (const listener of listeners) listener(event, state);
  }

  async function refresh({ tellTabs = true } = {}): Promise<void> {
    asked += 1;
    const turn = asked;
    try {
      const answer = await browser.fetchSession();
      // A later request is in flight; its answer counts.
      if (turn !== asked) return;
      const recovered = failed;
      failed = false;
      const event = eventBetween(state, answer);
      if (event || recovered) become(answer ? { ...visitor, ...answer } : visitor);
      if (event) emit(event);
      if (event && event !== "INITIAL_SESSION" && tellTabs) channel?.postMessage("changed");
    } catch (error) {
      if (turn !== asked) return;
      failed = true;
      console.warn("Failed to load the session:", error);
      become({ ...state, isLoading: false, errorMessage: unexpected });
    }
  }

  function check() {
    const { session } = state;
    const left = session ? Date.parse(session.expiresAt) - Date.now() : Number.POSITIVE_INFINITY;
    if (failed || left <= refreshWithMs) void refresh();
  }

  function signedOut() {
    // Ignore requests in flight: they were sent before signing out.
    asked += 1;
    become(visitor);
    emit("SIGNED_OUT");
  }

  return {
    getState: () => state,
    refresh,

    /** For `useSyncExternalStore`. */
    subscribe(change: () => void): () => void {
      changes.add(change);
      return () => changes.delete(change);
    },

    /** Calls the listener on every event from now on, with the state at that time. */
    onEvent(listener: (event: AuthEvent, state: AuthState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Fetches the session and keeps watching it until the returned function is called. */
    start(): () => void {
      channel = browser.openChannel();
      channel.onmessage = ({ data }: MessageEvent<Word>) => {
        if (data !== "signed-out") return void refresh({ tellTabs: false });
        signedOut();
        // Stay on public pages: the user may be writing a message there.
        if (browser.isGuarded()) browser.leaveWithOthers();
      };
      void refresh();
      const checking = setInterval(check, checkEveryMs);
      return () => {
        clearInterval(checking);
        channel?.close();
        channel = undefined;
      };
    },

    /** Ends the session on the server and in all tabs, then loads /. */
    async signOut(): Promise<void> {
      try {
        await browser.endSession();
      } catch (error) {
        console.error("Failed to sign out:", error);
        become({ ...state, errorMessage: unexpected });
        throw error;
      }
      channel?.postMessage("signed-out");
      signedOut();
      browser.leave();
    },

    setError(errorMessage: string | null): void {
      if (errorMessage !== state.errorMessage) become({ ...state, errorMessage });
    },

    /** A password reset link was opened. */
    announceRecovery: () => emit("PASSWORD_RECOVERY"),
  };
}

const whoIs = ({ user, profile, isAdmin, isStaff, isImageEditor }: AuthState | SessionAnswer) => [
  user,
  profile,
  isAdmin,
  isStaff,
  isImageEditor,
];

function eventBetween(before: AuthState, now: SessionAnswer | null): AuthEvent | null {
  if (before.isLoading) return "INITIAL_SESSION";
  if (!now) return before.user ? "SIGNED_OUT" : null;
  if (before.session?.id !== now.session.id) return "SIGNED_IN";
  if (before.session.expiresAt !== now.session.expiresAt) return "TOKEN_REFRESHED";
  const known = JSON.stringify(whoIs(before));
  const told = JSON.stringify(whoIs(now));
  return known === told ? null : "USER_UPDATED";
}

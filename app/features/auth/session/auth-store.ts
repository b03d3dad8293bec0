import type { SessionAnswer } from "./session.ts";

/** How often it is looked whether the session needs refreshing (specification, section 9). */
const checkEveryMs = 30_000;
/** It is refreshed when no more than this remains of it. */
const refreshWithMs = 90_000;

const unexpected = "An unexpected error occurred. Please try again.";

/**
 * What can happen to the session of this browser. MFA_CHALLENGE_VERIFIED belongs to the
 * specification's set; accounts have no second factor yet, so it does not occur.
 */
export type AuthEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

export interface AuthState {
  user: SessionAnswer["user"] | null;
  session: SessionAnswer["session"] | null;
  profile: SessionAnswer["profile"];
  /** True until the browser knows who is there; public pages are the same for everybody. */
  isLoading: boolean;
  isAdmin: boolean;
  /** Whether picture controls show; the server decides again at every change. */
  isImageEditor: boolean;
  /** The last failure in a form or with the session, as it is shown. */
  errorMessage: string | null;
}

/** Nobody is signed in. */
export const visitor: AuthState = {
  user: null,
  session: null,
  profile: null,
  isLoading: false,
  isAdmin: false,
  isImageEditor: false,
  errorMessage: null,
};

/** Before the browser has asked; also what the server renders. */
export const unknown: AuthState = { ...visitor, isLoading: true };

/** What tabs tell each other. */
type Word = "changed" | "signed-out";

/** What the store needs of a browser; a test brings its own. */
export interface Browser {
  /** Asks the server, which extends the session where it is due. Rejects when it cannot be asked. */
  fetchSession(): Promise<SessionAnswer | null>;
  endSession(): Promise<void>;
  /** A line to the other tabs. */
  openChannel(): Pick<BroadcastChannel, "postMessage" | "onmessage" | "close">;
  /** Whether the page is one that only somebody signed in may see. */
  isGuarded(): boolean;
  /** Loads / as a new page. */
  leave(): void;
}

/**
 * The session as one tab knows it, shared with the other tabs of the browser. What happens to it is
 * told from the difference between what was known and what the server says now.
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

  /** Asks who is signed in now, e.g. after signing in. The other tabs are told of what is new. */
  async function refresh({ tellTabs = true } = {}): Promise<void> {
    asked += 1;
    const turn = asked;
    try {
      const answer = await browser.fetchSession();
      // A later question has been asked meanwhile: its answer counts.
      if (turn !== asked) return;
      failed = false;
      const event = eventBetween(state, answer);
      if (event) become(answer ? { ...visitor, ...answer } : visitor);
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
    // What is still under way was asked by somebody who has left.
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

    /** Calls the listener at every event from now on, with the state as it is then. */
    onEvent(listener: (event: AuthEvent, state: AuthState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Asks who is signed in and keeps watching, until the returned function is called. */
    start(): () => void {
      channel = browser.openChannel();
      channel.onmessage = ({ data }: MessageEvent<Word>) => {
        if (data !== "signed-out") return void refresh({ tellTabs: false });
        signedOut();
        // A public page stays: a message may be half written there.
        if (browser.isGuarded()) browser.leave();
      };
      void refresh();
      const checking = setInterval(check, checkEveryMs);
      return () => {
        clearInterval(checking);
        channel?.close();
        channel = undefined;
      };
    },

    /** Ends the session on the server, here and in the other tabs, and loads /. */
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

    /** Keeps what a form says went wrong; null when it goes well again. */
    setError(errorMessage: string | null): void {
      if (errorMessage !== state.errorMessage) become({ ...state, errorMessage });
    },

    /** A link to choose a new password has been opened. */
    announceRecovery: () => emit("PASSWORD_RECOVERY"),
  };
}

function eventBetween(before: AuthState, now: SessionAnswer | null): AuthEvent | null {
  if (before.isLoading) return "INITIAL_SESSION";
  if (!now) return before.user ? "SIGNED_OUT" : null;
  if (before.session?.id !== now.session.id) return "SIGNED_IN";
  if (before.session.expiresAt !== now.session.expiresAt) return "TOKEN_REFRESHED";
  const { user, profile, isAdmin, isImageEditor } = before;
  const known = JSON.stringify([user, profile, isAdmin, isImageEditor]);
  const told = JSON.stringify([now.user, now.profile, now.isAdmin, now.isImageEditor]);
  return known === told ? null : "USER_UPDATED";
}

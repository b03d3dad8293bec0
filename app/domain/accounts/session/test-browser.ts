import { type AuthEvent, createAuthStore } from "./auth-store.ts";
import type { SessionAnswer } from "./session.ts";

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Returns a session answer that expires after the given time. */
export function answer(
  expiresInSeconds: number,
  overrides: Partial<SessionAnswer> = {},
): SessionAnswer {
  return {
    user: { id: "user-1", email: "chef@example.com", emailVerified: true },
    session: { id: "session-1", expiresAt: inSeconds(expiresInSeconds) },
    profile: null,
    isAdmin: false,
    isStaff: false,
    isImageEditor: false,
    ...overrides,
  };
}

/** Creates a fake server and browser tabs; messages between tabs arrive synchronously. */
export function createBrowser(first: SessionAnswer | null) {
  const server = { session: first, asked: 0, isDown: false, left: 0, leftWithOthers: 0 };
  type Channel = { onmessage: ((event: MessageEvent) => void) | null };
  const channels = new Set<Channel>();

  function openTab({ isGuarded = true } = {}) {
    const store = createAuthStore({
      async fetchSession() {
        server.asked += 1;
        if (server.isDown) throw new Error("No answer");
        return server.session;
      },
      async endSession() {
        if (server.isDown) throw new Error("No answer");
        server.session = null;
      },
      openChannel() {
        const channel = {
          onmessage: null as Channel["onmessage"],
          postMessage(data: unknown) {
            for (const other of channels) {
              if (other !== channel) other.onmessage?.({ data } as MessageEvent);
            }
          },
          close: () => void channels.delete(channel),
        };
        channels.add(channel);
        return channel;
      },
      isGuarded: () => isGuarded,
      leave() {
        server.left += 1;
      },
      leaveWithOthers() {
        server.left += 1;
        server.leftWithOthers += 1;
      },
    });
    const events: AuthEvent[] = [];
    store.onEvent((event) => events.push(event));
    return { store, events, stop: store.start() };
  }
  return { server, openTab };
}

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "#tests/setup/fail-on-console.ts";
import { createAuthStore, unknown, visitor } from "./auth-store.ts";
import type { SessionAnswer } from "./session.ts";
import { answer, createBrowser } from "./test-browser.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-02T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the auth store at the start", () => {
  it("has no user until the server has answered", async () => {
    const { store, events } = createBrowser(answer(3600)).openTab();
    expect(store.getState()).toBe(unknown);
    expect(store.getState().isLoading).toBe(true);
    await settle();
    expect(store.getState()).toEqual({ ...visitor, ...answer(3600) });
    expect(events).toEqual(["INITIAL_SESSION"]);
  });

  it("reports a visitor without a session too", async () => {
    const { store, events } = createBrowser(null).openTab();
    await settle();
    expect(store.getState()).toEqual(visitor);
    expect(events).toEqual(["INITIAL_SESSION"]);
  });

  it("reports that the server can't be reached, and tries again", async () => {
    const { server, openTab } = createBrowser(answer(3600));
    server.isDown = true;
    expectConsole("warn", /Failed to load the session/);
    const { store, events } = openTab();
    await settle();
    expect(store.getState()).toMatchObject({
      user: null,
      isLoading: false,
      errorMessage: "An unexpected error occurred. Please try again.",
    });
    expect(events).toEqual([]);

    server.isDown = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getState()).toMatchObject({ user: { id: "user-1" }, errorMessage: null });
  });

  it("clears the error once the server can be reached, for a visitor too", async () => {
    const { server, openTab } = createBrowser(null);
    server.isDown = true;
    expectConsole("warn", /Failed to load the session/);
    const { store, events } = openTab();
    await settle();
    expect(store.getState().errorMessage).not.toBeNull();
    server.isDown = false;
    await store.refresh();
    expect(store.getState()).toEqual(visitor);
    expect(events).toEqual([]);
  });
});

describe("the auth store while a page is open", () => {
  it("checks the remaining time every 30 seconds, and refreshes the session when at most 90 are left", async () => {
    const { server, openTab } = createBrowser(answer(200));
    const { store, events } = openTab();
    await settle();
    server.session = answer(604_800);
    // 110 seconds remain.
    await vi.advanceTimersByTimeAsync(90_000);
    expect(server.asked).toBe(1);
    // 80 seconds remain.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.asked).toBe(2);
    expect(events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
    expect(store.getState().session?.expiresAt).toBe(server.session.session.expiresAt);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(server.asked).toBe(2);
  });

  it("refreshes when exactly 90 seconds are left", async () => {
    const { server, openTab } = createBrowser(answer(120));
    openTab();
    await settle();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.asked).toBe(2);
  });

  it("sends no further request for a visitor", async () => {
    const { server, openTab } = createBrowser(null);
    openTab();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.asked).toBe(1);
  });

  it("sends no further request once it is stopped", async () => {
    const { server, openTab } = createBrowser(answer(60));
    const { stop } = openTab();
    stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.asked).toBe(1);
  });

  it("notices that the session has ended", async () => {
    const { server, openTab } = createBrowser(answer(100));
    const { store, events } = openTab();
    await settle();
    server.session = null;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getState()).toEqual(visitor);
    expect(events).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
    expect(server.left).toBe(0);
  });

  it("keeps the user while the server can't be reached, and drops the error afterwards", async () => {
    const { server, openTab } = createBrowser(answer(100));
    const { store, events } = openTab();
    await settle();
    server.isDown = true;
    expectConsole("warn", /Failed to load the session/);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getState().user?.id).toBe("user-1");
    expect(store.getState().errorMessage).not.toBeNull();
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getState()).toMatchObject({ user: { id: "user-1" }, errorMessage: null });
    expect(events).toEqual(["INITIAL_SESSION"]);
  });
});

describe("several tabs", () => {
  it("all learn of a sign-in in one of them", async () => {
    const { server, openTab } = createBrowser(null);
    const [here, there] = [openTab(), openTab()];
    await settle();
    server.session = answer(3600);
    await here.store.refresh();
    await settle();
    for (const { store, events } of [here, there]) {
      expect(store.getState().user?.email).toBe("chef@example.com");
      expect(events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
    }
    expect(server.asked).toBe(4);
  });

  it("all learn of a profile changed in one of them", async () => {
    const { server, openTab } = createBrowser(answer(3600));
    const [here, there] = [openTab(), openTab()];
    await settle();
    server.session = answer(3600, { isAdmin: true });
    await here.store.refresh();
    await settle();
    for (const { store, events } of [here, there]) {
      expect(store.getState().isAdmin).toBe(true);
      expect(events).toEqual(["INITIAL_SESSION", "USER_UPDATED"]);
    }
  });

  it("aren't notified when nothing changed", async () => {
    const { server, openTab } = createBrowser(answer(3600));
    const [here, there] = [openTab(), openTab()];
    await settle();
    await here.store.refresh();
    await settle();
    expect(here.events).toEqual(["INITIAL_SESSION"]);
    expect(there.events).toEqual(["INITIAL_SESSION"]);
    expect(server.asked).toBe(3);
  });

  it("are all signed out by one of them, each with a full page load", async () => {
    const { server, openTab } = createBrowser(answer(3600));
    const [here, there] = [openTab(), openTab()];
    await settle();
    await here.store.signOut();
    for (const { store, events } of [here, there]) {
      expect(store.getState()).toEqual(visitor);
      expect(events).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
    }
    expect(server.left).toBe(2);
    expect(server.leftWithOthers).toBe(1);
  });

  it("stay on a public page when another tab signs out", async () => {
    const { server, openTab } = createBrowser(answer(3600));
    const [here, there] = [openTab(), openTab({ isGuarded: false })];
    await settle();
    await here.store.signOut();
    expect(there.store.getState()).toEqual(visitor);
    expect(there.events).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
    expect(server.left).toBe(1);
  });

  it("stay signed in when signing out fails", async () => {
    const { server, openTab } = createBrowser(answer(3600));
    const [here, there] = [openTab(), openTab()];
    await settle();
    server.isDown = true;
    expectConsole("error", /Failed to sign out/);
    await expect(here.store.signOut()).rejects.toThrow("No answer");
    expect(here.store.getState().user?.id).toBe("user-1");
    expect(here.store.getState().errorMessage).not.toBeNull();
    expect(there.events).toEqual(["INITIAL_SESSION"]);
    expect(server.left).toBe(0);
  });
});

it("ignores an answer that arrives after that of a newer request", async () => {
  const answers: ((session: SessionAnswer | null) => void)[] = [];
  const store = createAuthStore({
    fetchSession: () => new Promise((resolve) => answers.push(resolve)),
    endSession: async () => {},
    openChannel: () => ({ onmessage: null, postMessage() {}, close() {} }),
    isGuarded: () => false,
    leave() {},
    leaveWithOthers() {},
  });
  store.start();
  const second = store.refresh();
  answers[1]?.(answer(3600));
  await second;
  answers[0]?.(null);
  await settle();
  expect(store.getState().user?.id).toBe("user-1");
});

it("keeps a form's error, and announces a recovery", async () => {
  const { store, events } = createBrowser(null).openTab();
  await settle();
  store.setError("Invalid email or password.");
  expect(store.getState().errorMessage).toBe("Invalid email or password.");
  store.setError(null);
  expect(store.getState()).toEqual(visitor);
  store.announceRecovery();
  expect(events).toEqual(["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
});

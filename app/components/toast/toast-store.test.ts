import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  dismiss,
  getServerSnapshot,
  getSnapshot,
  subscribe,
  TOAST_DURATION_MS,
  TOAST_REMOVE_DELAY_MS,
  toast,
} from "./toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismiss();
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
  vi.useRealTimers();
});

describe("toast store", () => {
  it("shows a toast for five seconds by default", () => {
    toast({ title: "Added to cart" });
    expect(getSnapshot()).toMatchObject([
      { title: "Added to cart", variant: "default", durationMs: TOAST_DURATION_MS, open: true },
    ]);
    expect(TOAST_DURATION_MS).toBe(5_000);
  });

  it("shows one at a time: a new one replaces the last", () => {
    toast({ title: "first" });
    toast({ title: "second", variant: "destructive" });
    expect(getSnapshot().map((entry) => entry.title)).toEqual(["second"]);
  });

  it("closes a dismissed toast immediately and removes it after 1,000,000 ms", () => {
    const id = toast({ title: "Cart cleared" });
    dismiss(id);
    expect(getSnapshot()).toMatchObject([{ id, open: false }]);
    vi.advanceTimersByTime(999_999);
    expect(getSnapshot()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(getSnapshot()).toHaveLength(0);
  });

  it("does not start the removal again when dismissed twice", () => {
    const id = toast({ title: "once" });
    dismiss(id);
    vi.advanceTimersByTime(600_000);
    dismiss(id);
    vi.advanceTimersByTime(400_000);
    expect(getSnapshot()).toHaveLength(0);
  });

  it("keeps a newer toast when the removal time of a replaced one comes", () => {
    dismiss(toast({ title: "old" }));
    toast({ title: "new" });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
    expect(getSnapshot().map((entry) => entry.title)).toEqual(["new"]);
  });

  it("notifies listeners of each change until they unsubscribe", () => {
    const listener = vi.fn();
    const stop = subscribe(listener);
    const id = toast({ title: "one" });
    dismiss(id);
    dismiss(id);
    dismiss("unknown");
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    toast({ title: "two" });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("gives the same snapshot until something changes, and none on the server", () => {
    toast({ title: "stable" });
    expect(getSnapshot()).toBe(getSnapshot());
    expect(getServerSnapshot()).toEqual([]);
  });
});

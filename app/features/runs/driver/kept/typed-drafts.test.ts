import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  dropDraft,
  dropDrafts,
  dropOldDrafts,
  isBegun,
  keepDraft,
  keepOpenForm,
  openForm,
  readDraft,
} from "./typed-drafts.ts";

const [run, stop, other] = ["run-1", "stop-1", "stop-2"];
const key = `run-drafts:${run}`;

beforeEach(() => {
  const kept = new Map<string, string>();
  const methods = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  };
  // Its keys are its own properties, as in a browser.
  const localStorage = new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal("window", { localStorage });
});

afterEach(() => {
  dropDrafts(run);
  vi.unstubAllGlobals();
});

it("keeps the drafts of each stop's forms separately until they are reported", () => {
  keepDraft(run, stop, "delivered", { fields: { receivedBy: "Kim" } });
  keepDraft(run, stop, "delivered", { strokes: [[1, 2, 3, 4]] });
  keepDraft(run, stop, "paid", { fields: { cents: "20" }, photoId: "photo" });
  keepOpenForm(run, stop, "paid");
  const delivered = { fields: { receivedBy: "Kim" }, strokes: [[1, 2, 3, 4]], photoId: "" };
  expect(readDraft(run, stop, "delivered")).toEqual(delivered);
  expect(readDraft(run, other, "delivered").fields).toEqual({});
  expect(openForm(run, stop)).toBe("paid");
  dropDraft(run, stop, "paid");
  expect(openForm(run, stop)).toBeNull();
  expect(isBegun(run, stop, "paid")).toBe(false);
  expect(readDraft(run, stop, "delivered")).toEqual(delivered);
  expect(window.localStorage.getItem(key)).toContain("Kim");
});

it("deletes drafts that were not changed for days", () => {
  keepDraft(run, stop, "delivered", { fields: { receivedBy: "Kim" } });
  dropOldDrafts(Date.now());
  expect(isBegun(run, stop, "delivered")).toBe(true);
  dropOldDrafts(Date.now() + 4 * 24 * 3_600_000);
  expect(isBegun(run, stop, "delivered")).toBe(false);
  expect(window.localStorage.getItem(key)).toBeNull();
});

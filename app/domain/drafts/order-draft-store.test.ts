import { beforeEach, describe, expect, it, vi } from "vitest";
import { emptyDraft, type OrderDraft, typeQuantity } from "./order-draft.ts";
import { parseDraft } from "./order-draft-parse.ts";
import { createDraftStore } from "./order-draft-store.ts";
import { draftLine, draftOf, orderable, pieceLine, productId, requestId } from "./test-draft.ts";

let stored: Map<string, string>;
let tabs: Map<string, () => void>;
let made: number;

beforeEach(() => {
  stored = new Map();
  tabs = new Map();
  made = 0;
});

function openTab(name: string, accountId = "ann", mayStore = true) {
  const store = createDraftStore(accountId, {
    readDraftText: (account) => stored.get(account) ?? null,
    writeDraftText(account, text) {
      if (!mayStore) return;
      if (text === null) stored.delete(account);
      else stored.set(account, text);
      for (const [tab, hear] of tabs) if (tab !== name) hear();
    },
    watchDraftText(_, onChange) {
      tabs.set(name, onChange);
      return () => tabs.delete(name);
    },
    newRequestId() {
      made += 1;
      return productId(made);
    },
  });
  return { ...store, stop: store.start() };
}

const pick =
  (n: number, typed = "2.5") =>
  (draft: OrderDraft) =>
    typeQuantity(draft, orderable(n), typed);

describe("a draft", () => {
  it("begins with the draft stored for the account, and for no other", () => {
    stored.set("ann", JSON.stringify(draftOf(draftLine(1))));
    expect(openTab("1").getState()).toEqual({
      draft: draftOf(draftLine(1)),
      isLoaded: true,
      // Older drafts don't record when they were begun.
      foundFrom: null,
    });
    expect(openTab("2", "bob").getState().draft).toEqual(emptyDraft);
  });

  it("has the time when it was begun if it was stored, until it is emptied", () => {
    vi.useFakeTimers({ now: new Date("2026-11-25T23:00:00Z") });
    const tab = openTab("1");
    tab.change(pick(1));
    expect(tab.getState().foundFrom).toBeNull();
    vi.setSystemTime(new Date("2026-11-26T16:00:00Z"));
    tab.change(pick(2));
    const later = openTab("2");
    expect(later.getState().foundFrom).toEqual(new Date("2026-11-25T23:00:00Z"));
    const before = later.getState().draft;
    later.change(() => emptyDraft);
    expect(later.getState().foundFrom).toBeNull();
    // An undone draft counts as begun on this page.
    later.change(() => before);
    expect(later.getState()).toMatchObject({ draft: before, foundFrom: null });
    vi.useRealTimers();
  });

  it("gets its request id with the first product, and keeps it", () => {
    const tab = openTab("1");
    tab.change(pick(1));
    tab.change(pick(2));
    tab.change((draft) => ({ ...draft, notes: "Thick" }));
    expect(tab.getState().draft).toEqual({
      ...emptyDraft,
      requestId: productId(1),
      lines: [draftLine(1), draftLine(2)],
      notes: "Thick",
    });
    expect(parseDraft(stored.get("ann") ?? null)).toEqual(tab.getState().draft);
  });

  it.each<Partial<OrderDraft>>([
    { postalCode: "V" },
    { poNumber: "4" },
    { allowsSubstitutes: true },
    { override: "T" },
    { site: productId(7) },
    { day: `${productId(7)} 2026-11-26` },
    { notes: "T" },
  ])("stores %j even before a product is picked", (typed) => {
    const tab = openTab("1");
    tab.change((draft) => ({ ...draft, ...typed }));
    expect(tab.getState().draft).toMatchObject(typed);
    expect(parseDraft(stored.get("ann") ?? null)).toMatchObject(typed);
    tab.change((draft) => ({ ...draft, ...emptyDraft, requestId: draft.requestId }));
    expect(stored.size).toBe(0);
  });

  it("is empty again once everything is removed", () => {
    const tab = openTab("1");
    tab.change(pick(1));
    tab.change(pick(1, ""));
    expect(stored.size).toBe(0);
    expect(tab.getState().draft).toBe(emptyDraft);
    tab.change(pick(1));
    expect(tab.getState().draft.requestId).toBe(productId(2));
  });

  it("is shared by all tabs, so that they place one order", () => {
    const [one, two] = [openTab("1"), openTab("2")];
    one.change(pick(1));
    two.change(pick(2));
    expect(one.getState()).toEqual(two.getState());
    expect(made).toBe(1);
    one.change(() => emptyDraft);
    expect(two.getState().draft).toBe(emptyDraft);
  });

  it("is replaced by the submitted draft when a page was submitted", () => {
    stored.set("ann", JSON.stringify(draftOf(draftLine(1))));
    const tab = openTab("1");
    tab.start(draftOf(draftLine(2)));
    expect(tab.getState().draft).toEqual(draftOf(draftLine(2)));
    expect(parseDraft(stored.get("ann") ?? null)?.lines).toEqual([draftLine(2)]);
  });

  it("gets another request id when its order is known to be placed", () => {
    stored.set("ann", JSON.stringify(draftOf(draftLine(1))));
    const tab = openTab("1");
    tab.renew();
    expect(tab.getState().draft).toEqual({ ...draftOf(draftLine(1)), requestId: productId(1) });
  });

  it("is kept in memory if there is no storage", () => {
    const tab = openTab("1", "ann", false);
    tab.change(pick(1));
    expect(tab.getState().draft.lines).toEqual([draftLine(1)]);
  });

  it("notifies listeners of every change until they unsubscribe", () => {
    const tab = openTab("1");
    const listener = vi.fn();
    const stop = tab.subscribe(listener);
    tab.change(pick(1));
    tab.change((draft) => draft);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    tab.change(pick(2));
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("parseDraft", () => {
  it("parses a draft as it was stored", () => {
    const draft = {
      ...draftOf(draftLine(1), draftLine(2, { quantity: "x" }), pieceLine(3)),
      notes: "Thick",
      allowsSubstitutes: true,
    };
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  });

  it("reads a draft without units as pounds", () => {
    const { seenUnit: _, ...line } = draftLine(1);
    const { allowsSubstitutes: __, ...draft } = draftOf();
    const text = JSON.stringify({ ...draft, lines: [line] });
    expect(parseDraft(text)).toEqual(draftOf(draftLine(1)));
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "7",
    "[]",
    '"draft"',
    JSON.stringify({ requestId: "1", lines: [], notes: "" }),
    JSON.stringify({ requestId, lines: "many", notes: "" }),
  ])("returns null for %j", (text) => {
    expect(parseDraft(text)).toBeNull();
  });

  it("keeps valid lines only, and the last of each product", () => {
    const lines = [
      draftLine(1),
      null,
      "line",
      { ...draftLine(2), productId: "2" },
      { ...draftLine(2), quantity: 2 },
      { ...draftLine(2), seenPricePerLb: "free" },
      { ...draftLine(2), name: undefined },
      { ...draftLine(2), seenUnit: "piece 0.00" },
      { ...draftLine(2), seenUnit: null },
      draftLine(1, { quantity: "3" }),
      { ...draftLine(3), name: "n".repeat(999), extra: true },
    ];
    expect(parseDraft(JSON.stringify({ requestId, lines, notes: 7 }))).toEqual({
      ...emptyDraft,
      requestId,
      lines: [draftLine(1, { quantity: "3" }), draftLine(3, { name: "n".repeat(200) })],
      notes: "",
    });
  });
});

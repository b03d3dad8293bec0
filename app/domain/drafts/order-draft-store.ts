import { accountPrefix, watchStored, withStorage } from "#app/lib/browser/browser-storage.ts";
import { isUuid, newUuid } from "#app/lib/uuid.ts";
import { emptyDraft, isBlank, type OrderDraft } from "./order-draft.ts";
import { asRecord, parseBegun, parseDraft, parseJson } from "./order-draft-parse.ts";

/** One key per account, so that people who share a computer don't see each other's drafts. */
const draftKey = (accountId: string) => accountPrefix + accountId;

/** Replaceable in tests. */
const browser = { readDraftText, writeDraftText, watchDraftText, newRequestId: newUuid };

export interface DraftState {
  draft: OrderDraft;
  /** False on the server and until the browser has read its storage. */
  isLoaded: boolean;
  /** When the lines found on opening the page were begun; null if there were none. */
  foundFrom: Date | null;
}

/** The state on the server, where the draft is unknown. */
export const unloaded: DraftState = { draft: emptyDraft, isLoaded: false, foundFrom: null };

/**
 * A store for one account's draft, shared by all tabs: every change is saved at once, and other
 * tabs' changes are picked up. Tabs share the draft's request id too, so that it is placed only
 * once.
 */
export function createDraftStore(
  accountId: string,
  { readDraftText, writeDraftText, watchDraftText, newRequestId }: typeof browser = browser,
) {
  let state = unloaded;
  let begunAt: Date | null = null;
  const listeners = new Set<() => void>();

  function become(draft: OrderDraft) {
    // After emptying it, the next line begins a new draft.
    const foundFrom = draft.lines.length > 0 ? state.foundFrom : null;
    state = { draft, isLoaded: true, foundFrom };
    for (const listener of listeners) listener();
  }

  function read(): OrderDraft {
    const text = readDraftText(accountId);
    begunAt = parseBegun(text);
    return parseDraft(text) ?? emptyDraft;
  }

  function save(draft: OrderDraft) {
    if (draft === state.draft) return;
    const isEmpty = isBlank(draft);
    const saved = isEmpty ? emptyDraft : { ...draft, requestId: draft.requestId || newRequestId() };
    begunAt = isEmpty ? null : (begunAt ?? new Date());
    writeDraftText(accountId, isEmpty ? null : JSON.stringify({ ...saved, begunAt }));
    become(saved);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    getState: () => state,

    /**
     * Loads the stored draft and follows other tabs; returns a function that stops following.
     * `posted` is the draft just submitted by this page, which is newer than the stored one.
     */
    start(posted?: OrderDraft) {
      const found = read();
      state = { ...state, foundFrom: begunAt };
      become(found);
      if (posted) save(posted);
      return watchDraftText(accountId, () => become(read()));
    },

    change(how: (draft: OrderDraft) => OrderDraft) {
      save(how(state.draft));
    },

    /** Gives the draft a new request id, as the old one has placed an order. */
    renew() {
      save({ ...state.draft, requestId: newRequestId() });
    },
  };
}

/** Returns null if nothing is stored, or without storage. */
function readDraftText(accountId: string): string | null {
  return withStorage((storage) => storage.getItem(draftKey(accountId))) ?? null;
}

/** Stores the text, or removes it if null. Does nothing without storage. */
function writeDraftText(accountId: string, text: string | null): void {
  withStorage((storage) => {
    if (text === null) storage.removeItem(draftKey(accountId));
    else storage.setItem(draftKey(accountId), text);
  });
}

function watchDraftText(accountId: string, onChange: () => void): () => void {
  return watchStored(draftKey(accountId), onChange);
}

/**
 * Returns the account's number of draft lines and their date; null without either. Browser only.
 */
export function waitingDraft(accountId: string): { count: number; from: Date } | null {
  const text = readDraftText(accountId);
  const [count, from] = [parseDraft(text)?.lines.length ?? 0, parseBegun(text)];
  return count > 0 && from ? { count, from } : null;
}

/** Clears the account's draft if it is the placed one. */
export function forgetPlacedDraft(accountId: string, requestId: string): void {
  const draft = parseDraft(readDraftText(accountId));
  if (draft?.requestId === requestId) writeDraftText(accountId, null);
}

/** Session storage key of the tab's last placed order; one per account, like drafts. */
const placedKey = (accountId: string) => `placed:${accountId}`;

export interface PlacedHere {
  id: string;
  number: number;
}

/** Remembers the placed order, for users who go back to the pad. Browser only. */
export function rememberPlacedOrder(accountId: string, { id, number }: PlacedHere): void {
  const text = JSON.stringify({ id, number });
  withStorage((storage) => storage.setItem(placedKey(accountId), text), "sessionStorage");
}

/** Returns the order that this tab placed last. Browser only. */
export function placedOrder(accountId: string): PlacedHere | null {
  const read = (storage: Storage) => storage.getItem(placedKey(accountId));
  const { id, number } = asRecord(parseJson(withStorage(read, "sessionStorage") ?? "")) ?? {};
  return typeof id === "string" && isUuid(id) && typeof number === "number" ? { id, number } : null;
}

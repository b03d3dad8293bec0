import { watchStored, withStorage } from "#app/lib/browser-storage.ts";
import { emptyDraft, type OrderDraft } from "./order-draft.ts";
import { parseDraft } from "./order-draft-parse.ts";
import { draftKey } from "./order-draft-storage.ts";

/** The browser's parts of a draft, replaceable in tests. */
const browser = { readDraftText, writeDraftText, watchDraftText, newRequestId };

export interface DraftState {
  draft: OrderDraft;
  /** False on the server and until the browser has read its storage. */
  isLoaded: boolean;
}

/** What the server renders, which knows of no draft. */
export const unloaded: DraftState = { draft: emptyDraft, isLoaded: false };

/**
 * The order that one account is putting together, in this tab and all others: every change is
 * stored at once, and what another tab stored is taken over. Tabs that share a draft share its
 * request id, and so can place it only once.
 */
export function createDraftStore(
  accountId: string,
  { readDraftText, writeDraftText, watchDraftText, newRequestId }: typeof browser = browser,
) {
  let state = unloaded;
  const listeners = new Set<() => void>();

  function become(draft: OrderDraft) {
    state = { draft, isLoaded: true };
    for (const listener of listeners) listener();
  }

  function read(): OrderDraft {
    return parseDraft(readDraftText(accountId)) ?? emptyDraft;
  }

  function save(draft: OrderDraft) {
    if (draft === state.draft) return;
    const isEmpty = draft.lines.length === 0 && draft.notes === "";
    const saved = isEmpty ? emptyDraft : { ...draft, requestId: draft.requestId || newRequestId() };
    writeDraftText(accountId, isEmpty ? null : JSON.stringify(saved));
    become(saved);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    getState: () => state,

    /**
     * Reads what is stored and follows the other tabs; returns how to stop that. `posted` is what
     * this page was just sent with, which is newer.
     */
    start(posted?: OrderDraft) {
      become(read());
      if (posted) save(posted);
      return watchDraftText(accountId, () => become(read()));
    },

    /** Changes the draft by one of the functions of order-draft.ts. */
    change(how: (draft: OrderDraft) => OrderDraft) {
      save(how(state.draft));
    },

    /** What is picked becomes another order than the one that its request id has placed. */
    renew() {
      save({ ...state.draft, requestId: newRequestId() });
    },
  };
}

/** What is stored for the account; null when there is nothing, or nobody may look. */
function readDraftText(accountId: string): string | null {
  return withStorage((storage) => storage.getItem(draftKey(accountId))) ?? null;
}

/** Stores the account's text, or with null nothing, where the browser allows it. */
function writeDraftText(accountId: string, text: string | null): void {
  withStorage((storage) => {
    if (text === null) storage.removeItem(draftKey(accountId));
    else storage.setItem(draftKey(accountId), text);
  });
}

function watchDraftText(accountId: string, onChange: () => void): () => void {
  return watchStored(draftKey(accountId), onChange);
}

/** Forgets the account's draft, if it is the one that has been placed. */
export function forgetPlacedDraft(accountId: string, requestId: string): void {
  const draft = parseDraft(readDraftText(accountId));
  if (draft?.requestId === requestId) writeDraftText(accountId, null);
}

/** A random UUID. `crypto.randomUUID` is missing on plain http, e.g. in a shop's own network. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[(bytes[8] ?? 0) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

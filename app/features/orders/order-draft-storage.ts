/**
 * Where the browser keeps an order that has not been placed: one text for each account, so that on a
 * shared computer nobody finds another's. Browser only. Kept small: signing out needs it on pages
 * that need nothing else of orders.
 */
const prefix = "order-draft:";

/** What is stored for the account; null when there is nothing, or nobody may look. */
export function readDraftText(accountId: string): string | null {
  return withStorage((storage) => storage.getItem(prefix + accountId)) ?? null;
}

/** Stores the account's text, or with null nothing, where the browser allows it. */
export function writeDraftText(accountId: string, text: string | null): void {
  withStorage((storage) => {
    if (text === null) storage.removeItem(prefix + accountId);
    else storage.setItem(prefix + accountId, text);
  });
}

/** Forgets what every account has picked; for signing out. */
export function forgetOrderDrafts(): void {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key);
  });
}

/**
 * Calls back when another tab changed the account's text, and when the page comes back from the
 * back/forward cache, in which it heard nothing. Returns how to stop it.
 */
export function watchDraftText(accountId: string, onChange: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: everything was cleared.
    if (key === prefix + accountId || key === null) onChange();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange();
  };
  window.addEventListener("storage", onStorage, { signal });
  window.addEventListener("pageshow", onPageShow, { signal });
  return () => watching.abort();
}

/** Even touching `localStorage` throws where cookies are blocked, and writing where it is full. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

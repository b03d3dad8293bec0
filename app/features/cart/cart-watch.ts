/** The key of local storage (specification, section 9). */
export const storageKey = "cart";

/** Whether anything is stored as a cart, be it damaged. False when the browser lets nobody look. */
export function isCartStored(): boolean {
  return typeof withStorage((storage) => storage.getItem(storageKey)) === "string";
}

/**
 * Calls back when another tab changed the stored cart, and when the page comes back from the
 * back/forward cache, in which it heard nothing. Returns how to stop it.
 */
export function watchCart(onChange: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: everything was cleared.
    if (key === storageKey || key === null) onChange();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange();
  };
  window.addEventListener("storage", onStorage, { signal });
  window.addEventListener("pageshow", onPageShow, { signal });
  return () => watching.abort();
}

/** Even touching `localStorage` throws where cookies are blocked, and writing where it is full. */
export function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

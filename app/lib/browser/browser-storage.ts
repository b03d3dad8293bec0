type Area = "localStorage" | "sessionStorage";

/**
 * Runs `use` with the storage; undefined if it is unavailable. Access throws if cookies are
 * blocked, and writing throws if it is full.
 */
export function withStorage<Result>(
  use: (storage: Storage) => Result,
  area: Area = "localStorage",
): Result | undefined {
  try {
    return use(window[area]);
  } catch {
    return undefined;
  }
}

/**
 * Calls back when another tab changes the value of a key, and when the page is restored from the
 * back/forward cache, where it missed such events. Returns a function that stops it.
 */
export function watchStored(key: string, onChange: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange();
  };
  window.addEventListener("storage", onStorage, { signal });
  window.addEventListener("pageshow", onPageShow, { signal });
  return () => watching.abort();
}

/** Prefix of the keys that belong to one account in this browser. Cleared on sign-out. */
export const accountPrefix = "order-draft:";

/** Clears what accounts left in this browser; called on sign-out. */
export function forgetAccounts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(accountPrefix)) storage.removeItem(key);
    }
  });
}

/** What this browser keeps from page to page, or this tab until it is closed. Browser only. */
type Area = "localStorage" | "sessionStorage";

/**
 * What `use` makes of the storage, undefined where the browser refuses: even touching it throws where
 * cookies are blocked, and so does writing where it is full.
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
 * Calls back when another tab changed what is stored under a key, and when the page comes back from
 * the back/forward cache, in which it heard nothing. Returns how to stop it.
 */
export function watchStored(key: string, onChange: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onStorage = (event: StorageEvent) => {
    // A null key: everything was cleared.
    if (event.key === key || event.key === null) onChange();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange();
  };
  window.addEventListener("storage", onStorage, { signal });
  window.addEventListener("pageshow", onPageShow, { signal });
  return () => watching.abort();
}

/** Something loaded from the database and kept in memory. */
export interface Renewed<T> {
  /** What is kept; loads it the first time. Throws if it was never loaded and can't be. */
  get(): Promise<T>;
  /** What is kept, at once. Throws before the first load. */
  now(): T;
  /**
   * Loads it again, for notifications and for those who have changed it and go on to read it.
   * Meanwhile the others get the former one.
   */
  renew(): Promise<void>;
}

interface RenewedOptions<T> {
  load: () => Promise<T>;
  /** In ms: it is loaded again in the background when older, in case a notification was missed. */
  maxAge: number;
  /** A load in the background failed, and the former one is kept. */
  onFailure: (error: unknown) => void;
}

/** Keeps what `load` returns in this process's memory, so that requests don't wait for a query. */
export function keepRenewed<T>({ load, maxAge, onFailure }: RenewedOptions<T>): Renewed<T> {
  let kept: { value: T; at: number } | undefined;
  let loading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function loadNow() {
    const value = await load();
    kept = { value, at: performance.now() };
  }

  /** A load under way may have read the old value: then another one follows, for all who ask. */
  function renew(): Promise<void> {
    if (!loading) {
      loading = loadNow().finally(() => {
        loading = undefined;
      });
      return loading;
    }
    next ??= loading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return renew();
      });
    return next;
  }

  function now(): T {
    if (!kept) throw new Error("Nothing was loaded yet");
    if (performance.now() - kept.at > maxAge && !loading) {
      // Not again for every visitor while the database is away.
      kept.at = performance.now();
      renew().catch(onFailure);
    }
    return kept.value;
  }

  return {
    async get() {
      if (!kept) await (loading ?? renew());
      return now();
    },
    now,
    renew,
  };
}

/** A value loaded from the database and cached in memory. */
export interface Renewed<T> {
  /** Returns the cached value, loaded the first time. Throws if it can't be. */
  get(): Promise<T>;
  /** Returns the cached value synchronously. Throws before the first load. */
  now(): T;
  /** Reloads it, also for callers that go on to read it. Meanwhile others get the old value. */
  renew(): Promise<void>;
}

interface RenewedOptions<T> {
  load: () => Promise<T>;
  /** In ms; an older value is reloaded in the background, in case a notification was missed. */
  maxAge: number;
  /** Called if a background load failed; the old value is kept. */
  onFailure: (error: unknown) => void;
}

/** Caches the result of `load` in this process, so that requests don't wait for a query. */
export function keepRenewed<T>({ load, maxAge, onFailure }: RenewedOptions<T>): Renewed<T> {
  let kept: { value: T; at: number } | undefined;
  let loading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function loadNow() {
    const value = await load();
    kept = { value, at: performance.now() };
  }

  /** A load in progress may have read the old value, so all callers share another one. */
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
      // Don't retry for every visitor while the database is down.
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

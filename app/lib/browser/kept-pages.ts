// Pages that service workers keep for when there is no network. Browser only.

/** Forgets the order form that was kept for whoever is signed in (public/dashboard/order-worker.js). */
export function forgetOrderForm(): void {
  // Undefined on plain HTTP.
  const kept = globalThis.caches as CacheStorage | undefined;
  void kept
    ?.keys()
    .then((names) => names.filter((name) => name.startsWith("order-guide-")))
    .then((names) => Promise.all(names.map((name) => kept.delete(name))))
    // A browser that keeps nothing has nothing to forget.
    .catch(() => undefined);
}

/** The built files that this page has loaded: their names change with their content. */
export function filesOfPage(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const named = [...document.querySelectorAll<HTMLLinkElement>("link[href]")].map(
    ({ href }) => href,
  );
  const own = [...loaded, ...named]
    .map((address) => new URL(address, location.href))
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin && /^\/(assets\/|favicon)/.test(pathname),
    )
    .map(({ pathname }) => pathname);
  return [...new Set(own)];
}

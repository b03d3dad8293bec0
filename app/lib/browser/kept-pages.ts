// Pages cached by service workers (public/kept-page.js) for use offline. Browser only.

interface KeptPage {
  /** The worker's script and scope. */
  script: string;
  scope: string;
  /** Prefix of the worker's cache names. */
  stores: string;
}

/** See docs/decisions/0061-ordering-without-a-network.md. */
export const keptOrderForm: KeptPage = {
  script: "/dashboard/order-worker.js",
  scope: "/dashboard/place-order",
  stores: "order-guide-",
};

/** See docs/decisions/0082-the-till-without-a-line.md. */
export const keptTill: KeptPage = {
  script: "/admin/till-worker.js",
  scope: "/admin/counter/",
  stores: "till-page-",
};

/**
 * Asks a service worker to cache a page for use offline. Does nothing on plain HTTP and in browsers
 * without service workers. `whose` is the only user who gets it; `page` is its path.
 */
export async function keepPageOffline(
  { script, scope }: KeptPage,
  whose: string,
  page: string,
): Promise<void> {
  const workers = serviceWorkers();
  if (!workers) return;
  try {
    await workers.register(script, { scope });
    const { active } = await workers.ready;
    active?.postMessage({ whose, page, files: filesOfPage() });
  } catch {
    // Without it the page still works online.
  }
}

/** Undoes `keepPageOffline`, if the release says so. */
export async function withdrawKeptPage({ script, stores }: KeptPage): Promise<void> {
  const registrations = (await serviceWorkers()?.getRegistrations()) ?? [];
  const own = registrations.filter(({ active }) => active?.scriptURL.endsWith(script));
  await Promise.all(own.map((registration) => registration.unregister()));
  forget(stores);
}

/** Deletes the pages cached for the signed-in user. */
export function forgetKeptPages(): void {
  forget(keptOrderForm.stores, keptTill.stores);
}

function forget(...stores: string[]): void {
  // Undefined on plain HTTP.
  const kept = globalThis.caches as CacheStorage | undefined;
  void kept
    ?.keys()
    .then((names) => names.filter((name) => stores.some((store) => name.startsWith(store))))
    .then((names) => Promise.all(names.map((name) => kept.delete(name))))
    // A browser without caches has nothing to delete.
    .catch(() => undefined);
}

/** Undefined on plain HTTP. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker as ServiceWorkerContainer | undefined;
}

/** Returns the built files that this page has loaded: their names change with their content. */
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

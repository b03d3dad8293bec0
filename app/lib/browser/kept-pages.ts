// Pages that service workers keep for when there is no network. Browser only.

/** A page that a service worker keeps (public/kept-page.js). */
interface KeptPage {
  /** Its worker, and where that works. */
  script: string;
  scope: string;
  /** Begins the names of the worker's caches. */
  stores: string;
}

/** The order form (docs/decisions/0061-ordering-without-a-network.md). */
export const keptOrderForm: KeptPage = {
  script: "/dashboard/order-worker.js",
  scope: "/dashboard/place-order",
  stores: "order-guide-",
};

/** A till (docs/decisions/0082-the-till-without-a-line.md). */
export const keptTill: KeptPage = {
  script: "/admin/till-worker.js",
  scope: "/admin/counter/",
  stores: "till-page-",
};

/**
 * Asks a service worker to keep a page for when there is no network. Does nothing on plain HTTP and in
 * browsers without service workers.
 *
 * @param whose the one person who finds it
 * @param page its path
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
    // Without it the page works as long as there is a network.
  }
}

/** Takes back what `keepPageOffline` has done, where the release says so. */
export async function withdrawKeptPage({ script, stores }: KeptPage): Promise<void> {
  const registrations = (await serviceWorkers()?.getRegistrations()) ?? [];
  const own = registrations.filter(({ active }) => active?.scriptURL.endsWith(script));
  await Promise.all(own.map((registration) => registration.unregister()));
  forget(stores);
}

/** Forgets the pages that were kept for whoever is signed in. */
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
    // A browser that keeps nothing has nothing to forget.
    .catch(() => undefined);
}

/** Undefined on plain HTTP. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker as ServiceWorkerContainer | undefined;
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

// Keeps the order form with its guide, and nothing else of the shop, for when there is no network
// (docs/decisions/0061-ordering-without-a-network.md). In the scope /dashboard/place-order; the page says
// what it needs, and whose it is.

const store = "order-guide-1";
const page = "/dashboard/place-order";

/** What stands beside the page: for whom and when it was kept. */
const note = "/dashboard/place-order/kept";

/** Nobody finds prices that are older. */
const longest = 7 * 24 * 60 * 60 * 1000;

/** The same page is not asked for again so soon, unless it is somebody else's. */
const soon = 5 * 60 * 1000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith("order-guide-") && name !== store);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

/** The page that was opened tells what it consists of and whose it is: a member of a customer. */
self.addEventListener("message", (event) => {
  const { whose, files } = event.data ?? {};
  if (typeof whose !== "string" || !Array.isArray(files)) return;
  event.waitUntil(
    keep(whose, files).then((isKept) => isKept && event.source?.postMessage("order form kept")),
  );
});

const forget = () => caches.delete(store);

async function keep(whose, files) {
  const before = await noted();
  if (before && before.whose !== whose) await forget();
  const cache = await caches.open(store);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return;
      const response = await fetch(file);
      if (response.ok) await cache.put(file, response);
    }),
  );
  const isFresh = before?.whose === whose && Date.now() - before.keptAt < soon;
  if (!isFresh) {
    // Last: a page without its files would be of no use.
    const response = await fetch(page, { credentials: "same-origin", redirect: "manual" });
    if (isLost(response)) return !(await forget());
    if (!response.ok) return false;
    await cache.put(page, response);
    await cache.put(note, Response.json({ whose, keptAt: Date.now() }));
  }
  const wanted = new Set([page, note, ...files].map((path) => new URL(path, self.location).href));
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((one) => cache.delete(one)));
  return true;
}

async function noted() {
  const kept = (await caches.has(store)) && (await (await caches.open(store)).match(note));
  return kept ? kept.json() : null;
}

/** Whoever is signed out, or may not order here any more, is led elsewhere. */
const isLost = ({ type, status }) =>
  type === "opaqueredirect" || status === 401 || status === 403 || status === 404;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === page) event.respondWith(pageOf(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(fileOf(request));
});

/** How long the page may take before the one that was kept is shown, in ms. */
const patience = 4000;

async function pageOf(event) {
  const { request } = event;
  const kept = await keptPage();
  const asked = fetch(request).then(async (response) => {
    if (isLost(response)) await forget();
    return response;
  });
  if (!kept) return asked;
  event.waitUntil(asked.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience));
  const answered = asked.then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  );
  return Promise.race([answered, late]);
}

async function keptPage() {
  const about = await noted();
  if (!about) return undefined;
  if (Date.now() - about.keptAt > longest) return void (await forget());
  return (await caches.open(store)).match(page);
}

async function fileOf(request) {
  const kept = (await caches.has(store)) && (await (await caches.open(store)).match(request));
  return kept || fetch(request);
}

// The parts of service workers that keep one page of one person for when there is no network, and nothing
// else of the shop (docs/decisions/0061-ordering-without-a-network.md). A worker says in `self.kept`:
//   stores: the beginning of its caches' names; store: the one in use
//   isPage: whether an address is one of its pages; note: an address beside them, which no page has
//   longest: how old a page may be that is shown, in ms
//   told: what its page is told once it is kept
// The page that was opened says what it consists of and whose it is; another one takes its place.

const { stores, store, isPage, note, longest, told } = self.kept;

/** The same page is not asked for again so soon, unless it is somebody else's. */
const soon = 5 * 60 * 1000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith(stores) && name !== store);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const { whose, page, files } = event.data ?? {};
  if (typeof whose !== "string" || !Array.isArray(files)) return;
  if (typeof page !== "string" || !isPage(page)) return;
  event.waitUntil(
    keep(whose, page, files).then((isKept) => isKept && event.source?.postMessage(told)),
  );
});

const forget = () => caches.delete(store);

async function keep(whose, page, files) {
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
  const isSame = before?.whose === whose && before.page === page;
  const isFresh = isSame && Date.now() - before.keptAt < soon;
  if (!isFresh) {
    // Last: a page without its files would be of no use.
    const response = await fetch(page, { credentials: "same-origin", redirect: "manual" });
    if (isLost(response)) return !(await forget());
    if (!response.ok) return false;
    await cache.put(page, response);
    await cache.put(note, Response.json({ whose, page, keptAt: Date.now() }));
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

/** Whoever is signed out, or may not open the page any more, is led elsewhere. */
const isLost = ({ type, status }) =>
  type === "opaqueredirect" || status === 401 || status === 403 || status === 404;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(pathname)) event.respondWith(pageOf(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(fileOf(request));
});

/** How long the page may take before the one that was kept is shown, in ms. */
const patience = 4000;

async function pageOf(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const kept = await keptPage(pathname);
  const asked = fetch(request).then(async (response) => {
    if (isLost(response) && (await noted())?.page === pathname) await forget();
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

async function keptPage(pathname) {
  const about = await noted();
  if (about?.page !== pathname) return undefined;
  if (Date.now() - about.keptAt > longest) return void (await forget());
  return (await caches.open(store)).match(pathname);
}

async function fileOf(request) {
  const kept = (await caches.has(store)) && (await (await caches.open(store)).match(request));
  return kept || fetch(request);
}

// Keeps the driver's page, and nothing else of the shop, for when there is no network
// (docs/decisions/0032-drivers-page.md). In the scope /run/; the pages say what they need.

const store = "run-1";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith("run-") && name !== store);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

/** A page that was opened tells what it consists of: its own address and its files. */
self.addEventListener("message", (event) => {
  const { page, files } = event.data ?? {};
  if (typeof page !== "string" || !Array.isArray(files)) return;
  event.waitUntil(keep(page, files).then(() => event.source?.postMessage("kept")));
});

async function keep(page, files) {
  const cache = await caches.open(store);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return;
      const response = await fetch(file);
      if (response.ok) await cache.put(file, response);
    }),
  );
  // Last: a page without its files would be of no use.
  await keepPage(cache, page, await fetch(page, { credentials: "same-origin" }));
  const wanted = new Set([page, ...files].map((path) => new URL(path, self.location).href));
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((one) => cache.delete(one)));
}

/** A link that does not work any more is forgotten, with its pictures. */
async function keepPage(cache, page, response) {
  // 410: somebody else drives the run now. The page that says so, and what was not sent, is kept instead.
  const isOver = response.status === 410;
  if (response.ok || isOver) await cache.put(page, response);
  if (response.status !== 404 && !isOver) return;
  const own = new URL(page, self.location).href;
  const kept = await cache.keys();
  const gone = kept.filter(({ url }) => (url === own && !isOver) || url.startsWith(`${own}/`));
  await Promise.all(gone.map((one) => cache.delete(one)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(event));
  else if (!pathname.startsWith("/run/") || pathname.includes("/images/")) event.respondWith(fileOf(request));
});

const pathOf = ({ url }) => new URL(url).pathname;

/** How long a page may take before the one that was kept is shown, in ms. */
const patience = 3000;

async function pageOf(event) {
  const { request } = event;
  const cache = await caches.open(store);
  const kept = await cache.match(request, { ignoreSearch: true });
  const asked = fetch(request).then(async (response) => {
    if (response.status === 404 || response.status === 410) {
      await keepPage(cache, pathOf(request), response.clone());
    }
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

async function fileOf(request) {
  const cache = await caches.open(store);
  return (await cache.match(request)) ?? fetch(request);
}

import { filesOfPage } from "#app/lib/browser/kept-pages.ts";

/**
 * Asks the page's service worker to cache this page, its files and its pictures for offline use
 * (public/run/worker.js, docs/decisions/0032-drivers-page.md). Calls back once they are cached;
 * never on plain HTTP or in browsers without service workers. Returns a function that stops it.
 */
export function keepOffline(onKept: () => void, pictures: readonly string[] = []): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return () => {};
  const onMessage = ({ data }: MessageEvent) => {
    if (data === "kept") onKept();
  };
  workers.addEventListener("message", onMessage);
  void workers
    .register("/run/worker.js", { scope: "/run/" })
    .then(() => workers.ready)
    .then(({ active }) =>
      active?.postMessage({ page: location.pathname, files: [...filesOfPage(), ...pictures] }),
    )
    // Without the worker, the page works while it is open.
    .catch(() => undefined);
  workers.startMessages();
  return () => workers.removeEventListener("message", onMessage);
}

import { filesOfPage } from "#app/lib/browser/kept-pages.ts";

/**
 * Asks the page's service worker to keep this page, its files and the pictures that it shows for when there is no network
 * (public/run/worker.js, docs/decisions/0032-drivers-page.md). Calls back once they are kept; never on
 * plain HTTP and in browsers without service workers. Returns a function that stops it.
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
    // Without it the page works while it is open.
    .catch(() => undefined);
  workers.startMessages();
  return () => workers.removeEventListener("message", onMessage);
}

import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { filesOfPage, forgetOrderForm } from "#app/lib/browser/kept-pages.ts";

const script = "/dashboard/order-worker.js";

/**
 * Asks a service worker to keep the order form for when there is no network
 * (public/dashboard/order-worker.js, docs/decisions/0061-ordering-without-a-network.md). Does nothing on
 * plain HTTP and in browsers without service workers.
 *
 * @param whose the member and the customer
 */
export async function keepOrderForm(whose: string): Promise<void> {
  const workers = serviceWorkers();
  if (!workers) return;
  try {
    await workers.register(script, { scope: placeOrderPath });
    const { active } = await workers.ready;
    active?.postMessage({ whose, files: filesOfPage() });
  } catch {
    // Without it the form works as long as there is a network.
  }
}

/** Takes back what `keepOrderForm` has done, where the release says so. */
export async function withdrawOrderForm(): Promise<void> {
  const registrations = (await serviceWorkers()?.getRegistrations()) ?? [];
  const own = registrations.filter(({ active }) => active?.scriptURL.endsWith(script));
  await Promise.all(own.map((registration) => registration.unregister()));
  forgetOrderForm();
}

/** Undefined on plain HTTP. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker as ServiceWorkerContainer | undefined;
}

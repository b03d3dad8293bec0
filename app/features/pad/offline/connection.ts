// Whether the shop can be reached. A browser knows when it has no network at all, and not whether the one
// that it has leads anywhere: so the shop is asked. Browser only.

/** The shop is asked this often while it can't be reached, in ms. */
const askEvery = 10_000;

/** Longer than any answer takes on a line that is of use, in ms. */
const patience = 8_000;

let isCut = false;
const listeners = new Set<() => void>();
let asking: ReturnType<typeof setInterval> | null = null;

function become(cut: boolean): void {
  if (cut && asking === null) asking = setInterval(() => void isShopThere(), askEvery);
  if (!cut && asking !== null) {
    clearInterval(asking);
    asking = null;
  }
  if (cut === isCut) return;
  isCut = cut;
  for (const listener of listeners) listener();
}

/** Asks the shop, and remembers whether it answered. */
export async function isShopThere(): Promise<boolean> {
  const answer = await fetch("/healthz", {
    method: "HEAD",
    cache: "no-store",
    signal: AbortSignal.timeout(patience),
  }).catch(() => null);
  become(answer === null);
  return answer !== null;
}

/** A network that has just come back may not lead anywhere for a moment: asked again soon, in ms. */
const afterReturn = [0, 1_000, 2_000, 3_000];

async function askOnceBack(signal: AbortSignal): Promise<void> {
  for (const wait of afterReturn) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted || (await isShopThere())) return;
  }
}

/** Whether it could not be reached the last time. */
export const isShopCut = () => isCut;

/** Calls back when that changes. Returns a function that stops it. */
export function watchShop(onChange: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  listeners.add(onChange);
  window.addEventListener("online", () => void askOnceBack(signal), { signal });
  window.addEventListener("offline", () => become(true), { signal });
  return () => {
    watching.abort();
    listeners.delete(onChange);
  };
}

// Tells whether the shop can be reached. A browser knows when it has no network, but not whether
// its network leads anywhere, so the shop is asked. Browser only.

/** In ms before the shop is asked again while unreachable; shorter if somebody waits for it. */
const askAgainAfter = { isAwaited: 2_000, otherwise: 10_000 };

/** In ms; no answer takes longer on a usable connection. */
const patience = 8_000;

let isCut = false;
const listeners = new Set<() => void>();

let awaiting = 0;
let next: ReturnType<typeof setTimeout> | undefined;

/** The number of requests so far, and the latest that was answered. */
let asked = 0;
let answered = 0;

/** Asks the shop, and remembers whether it answered. */
export async function isShopThere(): Promise<boolean> {
  const mine = ++asked;
  const answer = await fetch("/healthz", {
    method: "HEAD",
    cache: "no-store",
    signal: AbortSignal.timeout(patience),
  }).catch(() => null);
  if (answer) {
    answered = Math.max(answered, mine);
    become(false);
  } else if (answered < mine) {
    // After the answer to a later request, this result is outdated.
    become(true);
  }
  return answer !== null;
}

function become(cut: boolean): void {
  const isNew = cut !== isCut;
  isCut = cut;
  askLater();
  if (!isNew) return;
  for (const listener of listeners) listener();
}

function askLater(): void {
  clearTimeout(next);
  if (!isCut) return;
  const wait = awaiting > 0 ? askAgainAfter.isAwaited : askAgainAfter.otherwise;
  next = setTimeout(() => void isShopThere(), wait);
}

/** In ms; a network that has just come back may not work at once, so ask again soon. */
const afterReturn = [0, 1_000, 2_000, 3_000];

async function askOnceBack(signal: AbortSignal): Promise<void> {
  for (const wait of afterReturn) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted || (await isShopThere())) return;
  }
}

/** True if the last request couldn't reach it. */
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

/** Calls back once the shop can be reached; asks more often until then. Returns a stop function. */
export function awaitShop(onBack: () => void): () => void {
  const backAgain = () => {
    if (!isCut) onBack();
  };
  const unwatch = watchShop(backAgain);
  awaiting += 1;
  askLater();
  // It may be back already.
  backAgain();
  return () => {
    unwatch();
    awaiting -= 1;
  };
}

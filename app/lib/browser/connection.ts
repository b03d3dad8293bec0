// Whether the shop can be reached. A browser knows when it has no network at all, and not whether the one
// that it has leads anywhere: so the shop is asked. Browser only.

/** Wait before the shop is asked again while it can't be reached, in ms: less where somebody waits for it. */
const askAgainAfter = { isAwaited: 2_000, otherwise: 10_000 };

/** Longer than any answer takes on a line that is of use, in ms. */
const patience = 8_000;

let isCut = false;
const listeners = new Set<() => void>();

/** How many wait for the shop. */
let awaiting = 0;
let next: ReturnType<typeof setTimeout> | undefined;

/** The asks so far, and the latest one that was answered. */
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
    // Where a later ask was answered, the line is no longer what this one found.
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

/** Calls back once the shop can be reached, and asks more often until then. Returns a function that stops it. */
export function awaitShop(onBack: () => void): () => void {
  const backAgain = () => {
    if (!isCut) onBack();
  };
  const unwatch = watchShop(backAgain);
  awaiting += 1;
  askLater();
  // It may have come back since it was last asked.
  backAgain();
  return () => {
    unwatch();
    awaiting -= 1;
  };
}

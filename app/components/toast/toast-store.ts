/** One toast is shown at a time. Times are in ms, the swipe in px. */
const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_SWIPE_THRESHOLD = 50;

interface ToastMessage {
  title: string;
  description?: string;
  /** `destructive`: something failed. */
  variant?: "default" | "destructive";
  durationMs?: number;
  action?: { label: string; run: () => void };
}

export interface ToastEntry extends Required<Omit<ToastMessage, "description" | "action">> {
  id: string;
  description?: string;
  action?: NonNullable<ToastMessage["action"]>;
  /** False once dismissed: hidden, and removed from the store after the removal delay. */
  open: boolean;
}

const NONE: readonly ToastEntry[] = [];
let entries: readonly ToastEntry[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly ToastEntry[]) {
  entries = next;
  for (const [id, timer] of removals) {
    if (next.some((entry) => entry.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
  for (const listener of listeners) listener();
}

export function toast(message: ToastMessage): string {
  lastId += 1;
  const entry: ToastEntry = {
    variant: "default",
    durationMs: TOAST_DURATION_MS,
    ...message,
    id: String(lastId),
    open: true,
  };
  publish([entry, ...entries].slice(0, TOAST_LIMIT));
  return entry.id;
}

/** Dismisses one or all toasts. Ignores unknown ids and repeated calls. */
export function dismiss(id?: string): void {
  const closing = entries.filter((entry) => entry.open && (id === undefined || entry.id === id));
  if (closing.length === 0) return;
  for (const entry of closing) {
    removals.set(
      entry.id,
      setTimeout(
        () => publish(entries.filter((other) => other.id !== entry.id)),
        TOAST_REMOVE_DELAY_MS,
      ),
    );
  }
  publish(entries.map((entry) => (closing.includes(entry) ? { ...entry, open: false } : entry)));
}

/** For `useSyncExternalStore`. Returns an unsubscribe function. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the toasts, newest first; the same array until something changes. */
export function getSnapshot(): readonly ToastEntry[] {
  return entries;
}

export function getServerSnapshot(): readonly ToastEntry[] {
  return NONE;
}

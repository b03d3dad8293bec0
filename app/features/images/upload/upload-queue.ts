import {
  maxUploadBytes,
  tooLargeMessage,
  UploadError,
  type UploadedPicture,
} from "./picture-upload.ts";
import { retried } from "./retried.ts";

/** A file on its way to the bucket. */
export interface Upload {
  id: number;
  file: File;
  /** Where it goes; made by `uploadAddress`. */
  address: string;
  /** Files that were chosen together have the same. */
  batch: number;
  state: "waiting" | "sending" | "done" | "failed";
  /** The part that has left, between 0 and 1. */
  progress: number;
  /** The connection was lost, and it is being sent again. */
  isInterrupted: boolean;
  /** Why it failed; empty where nobody said. */
  message: string;
  /** Whether it can be sent again after it failed: not a file that will never be accepted. */
  canRetry: boolean;
  /** Once done. */
  picture: UploadedPicture | null;
}

interface UploadEnds {
  onUploaded: (upload: Upload, picture: UploadedPicture) => void;
  onFailed: (upload: Upload) => void;
}

type Send = (
  file: File,
  address: string,
  sending: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<UploadedPicture>;

/** Ends early, by throwing, when the sending is given up. */
type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

function isLost(error: unknown): boolean {
  return error instanceof UploadError && error.kind === "lost";
}

/** Two make use of the line; more would only let each wait longer. */
const atOnce = 2;

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Whether an upload is not over yet. */
export function isUnderWay({ state }: Upload): boolean {
  return state === "waiting" || state === "sending";
}

/**
 * Sends files, two at once and in the order they came. Each fails, is tried again and is given up
 * alone. One that is cut off is sent three times, with the waits of `retried`.
 *
 * @param wait another way to wait between attempts, in tests
 */
export function createUploadQueue(send: Send, ends: UploadEnds, wait: Wait = waitFor) {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
  let lastBatch = 0;
  const listeners = new Set<() => void>();
  const sendings = new Map<number, AbortController>();

  function become(next: readonly Upload[]) {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function change(id: number, to: Partial<Upload>): Upload | undefined {
    become(uploads.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
    return uploads.find((upload) => upload.id === id);
  }

  function fail(id: number, message: string, canRetry: boolean) {
    const failed = change(id, { state: "failed", message, canRetry, isInterrupted: false });
    if (failed) ends.onFailed(failed);
  }

  function proceed() {
    for (const upload of uploads.filter(({ state }) => state === "waiting")) {
      if (upload.file.size > maxUploadBytes) fail(upload.id, tooLargeMessage, false);
      else if (sendings.size < atOnce) void start(upload);
    }
  }

  async function start({ id, file, address }: Upload) {
    const sending = new AbortController();
    sendings.set(id, sending);
    change(id, { state: "sending", progress: 0, message: "" });
    try {
      const { signal } = sending;
      const onProgress = (progress: number) =>
        void change(id, progress > 0 ? { progress, isInterrupted: false } : { progress });
      const picture = await retried(() => send(file, address, { onProgress, signal }), {
        isWorthIt: (error) => isLost(error) && !signal.aborted,
        wait(ms) {
          change(id, { progress: 0, isInterrupted: true });
          return wait(ms, signal);
        },
      });
      const done = change(id, { state: "done", progress: 1, isInterrupted: false, picture });
      if (done) ends.onUploaded(done, picture);
    } catch (error) {
      // What was given up is no longer there to have failed.
      const isRefused = error instanceof UploadError && error.kind === "refused";
      fail(id, error instanceof Error ? error.message : "", !isRefused);
    } finally {
      sendings.delete(id);
      proceed();
    }
  }

  function cancel(id: number) {
    become(uploads.filter((upload) => upload.id !== id));
    sendings.get(id)?.abort();
  }

  return {
    /** For `useSyncExternalStore`. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** In the order they came; the same array until something changes. */
    getSnapshot: () => uploads,

    /** Sends files, each to the address that is made for it. One that is too large is not sent. */
    add(files: Iterable<File>, addressFor: (file: File) => string): void {
      lastBatch += 1;
      for (const file of files) {
        lastId += 1;
        const id = lastId;
        const address = addressFor(file);
        const fresh = { id, file, address, batch: lastBatch, progress: 0, picture: null };
        const untried = {
          state: "waiting" as const,
          isInterrupted: false,
          message: "",
          canRetry: true,
        };
        become([...uploads, { ...fresh, ...untried }]);
      }
      proceed();
    },

    /** Sends again what failed. */
    retry(id: number): void {
      change(id, { state: "waiting", progress: 0, message: "" });
      proceed();
    },

    /** Takes a file off the list, and gives its sending up. */
    cancel,

    /** Takes what has arrived off the list. */
    clearDone(): void {
      become(uploads.filter(({ state }) => state !== "done"));
    },

    /** Gives everything up: the page is left. */
    cancelAll(): void {
      for (const { id } of uploads) cancel(id);
    },
  };
}

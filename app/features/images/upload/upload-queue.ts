import {
  tooLargeMessage,
  UploadError,
  type UploadedImage,
} from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { retried } from "#app/lib/retried.ts";

export interface Upload {
  id: number;
  file: File;
  /** From `uploadAddress`. */
  address: string;
  /** Shared by files that were selected together. */
  batch: number;
  state: "waiting" | "sending" | "done" | "failed";
  /** Between 0 and 1. */
  progress: number;
  /** The connection was lost; a retry follows. */
  isInterrupted: boolean;
  message: string;
  /** False if the file will never be accepted. */
  canRetry: boolean;
  image: UploadedImage | null;
}

interface UploadEnds {
  onUploaded: (upload: Upload, image: UploadedImage) => void;
  onFailed: (upload: Upload) => void;
}

type Send = (
  file: File,
  address: string,
  sending: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<UploadedImage>;

/** Rejects early when the upload is cancelled. */
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

/** Two saturate the connection; more would slow each other down. */
const atOnce = 2;

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** True if an upload is waiting or in progress. */
export function isUnderWay({ state }: Upload): boolean {
  return state === "waiting" || state === "sending";
}

/**
 * Uploads files in order, two at a time; each can fail, be retried and be cancelled by itself.
 * After connection errors, an upload is tried up to three times with the waits of `retried`.
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
      const image = await retried(() => send(file, address, { onProgress, signal }), {
        isWorthIt: (error) => isLost(error) && !signal.aborted,
        wait(ms) {
          change(id, { progress: 0, isInterrupted: true });
          return wait(ms, signal);
        },
      });
      const done = change(id, { state: "done", progress: 1, isInterrupted: false, image });
      if (done) ends.onUploaded(done, image);
    } catch (error) {
      // Does nothing for a cancelled upload, which is no longer in the list.
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
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** In the order added; the same array until something changes. */
    getSnapshot: () => uploads,

    /** Uploads files to the URLs from `addressFor`; those that are too large fail unsent. */
    add(files: Iterable<File>, addressFor: (file: File) => string): void {
      lastBatch += 1;
      for (const file of files) {
        lastId += 1;
        const id = lastId;
        const address = addressFor(file);
        const fresh = { id, file, address, batch: lastBatch, progress: 0, image: null };
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

    retry(id: number): void {
      change(id, { state: "waiting", progress: 0, message: "" });
      proceed();
    },

    cancel,

    clearDone(): void {
      become(uploads.filter(({ state }) => state !== "done"));
    },

    cancelAll(): void {
      for (const { id } of uploads) cancel(id);
    },
  };
}

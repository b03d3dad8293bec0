import { maxUploadBytes, tooLargeMessage, type UploadedPicture } from "./picture-upload.ts";

/** A file on its way to the bucket. */
export interface Upload {
  id: number;
  file: File;
  /** Where it goes; made by `uploadAddress`. */
  address: string;
  state: "waiting" | "sending" | "done" | "failed";
  /** The part that has left, between 0 and 1. */
  progress: number;
  /** Why it failed; empty where nobody said. */
  message: string;
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

/** Two make use of the line; more would only let each wait longer. */
const atOnce = 2;

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Sends files, two at once and in the order they came. Each fails, is tried again and is given up alone. */
export function createUploadQueue(send: Send, ends: UploadEnds) {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
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

  function fail(id: number, message: string) {
    const failed = change(id, { state: "failed", message });
    if (failed) ends.onFailed(failed);
  }

  function proceed() {
    for (const upload of uploads.filter(({ state }) => state === "waiting")) {
      if (upload.file.size > maxUploadBytes) fail(upload.id, tooLargeMessage);
      else if (sendings.size < atOnce) void start(upload);
    }
  }

  async function start({ id, file, address }: Upload) {
    const sending = new AbortController();
    sendings.set(id, sending);
    change(id, { state: "sending", progress: 0, message: "" });
    try {
      const { signal } = sending;
      const onProgress = (progress: number) => void change(id, { progress });
      const picture = await send(file, address, { onProgress, signal });
      const done = change(id, { state: "done", progress: 1, picture });
      if (done) ends.onUploaded(done, picture);
    } catch (error) {
      // What was given up is no longer there to have failed.
      fail(id, error instanceof Error ? error.message : "");
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
      for (const file of files) {
        lastId += 1;
        const id = lastId;
        const address = addressFor(file);
        const fresh = { id, file, address, progress: 0, message: "", picture: null };
        become([...uploads, { ...fresh, state: "waiting" }]);
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

import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import type { Print } from "./print-job.ts";
import type { PrintAnswer, PrintQuestion } from "./print-worker.ts";

/** Reads a logo by its digest; null for an unknown one. */
type ReadLogo = (digest: string) => Promise<Uint8Array | null>;

/**
 * Renders in a worker thread, since a long document takes 0.2 s and more. The thread starts with
 * the first job, doesn't keep the process alive, and is restarted if it exits. Only one job at a
 * time, because answers carry no id; the others queue.
 */
export function createPrintThread(readLogo: ReadLogo): Print {
  const queue = new PQueue({ concurrency: 1 });
  let thread: Worker | undefined;

  function start(): Worker {
    // Resolve to the source file, whether run from the build, Vite or a test.
    const { resolve } = createRequire(import.meta.url);
    const started = new Worker(resolve("#app/features/printing/print-worker.ts"));
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    started.unref();
    return started;
  }

  async function print(asked: PrintQuestion): Promise<Uint8Array<ArrayBuffer>> {
    thread ??= start();
    const ended = new AbortController();
    const onExit = () => ended.abort(new Error("The printing thread ended"));
    thread.once("exit", onExit);
    try {
      const answered = once(thread, "message", { signal: ended.signal });
      thread.postMessage(asked);
      const [answer]: PrintAnswer[] = await answered;
      if (answer && "pdf" in answer) return answer.pdf;
      throw new Error(`${asked.job.template} could not be printed: ${answer?.failed}`);
    } finally {
      thread?.off("exit", onExit);
    }
  }

  return async (job) => {
    const logo = job.logo ? await readLogo(job.logo) : null;
    return queue.add(() => print({ job, logo }));
  };
}

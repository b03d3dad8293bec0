import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { sheetRefusal } from "#app/lib/spreadsheets/sheet.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import type { Columns } from "../columns.ts";
import type { ReadRow } from "../read-row.ts";
import { answersOf, type Look, type ReadAnswer, type ReadTask } from "./read-file.server.ts";
import type { ThreadMessage } from "./read-worker.ts";
import { isZip } from "./xlsx.server.ts";

/** Timeout in ms; a batch takes tens of milliseconds, inspecting a file seconds. */
const patience = 60_000;

/** Bytes up to which a CSV file is read faster than a thread starts. */
const atOnce = 64 * 1024;

/** Megabytes; a file at every limit takes half of them. */
const memory = 512;

/** Inspects a file, in a separate thread unless it is small. @throws Refusal if it can't be read */
export async function lookInto(kind: ImportKind, bytes: Buffer): Promise<Look> {
  for await (const answer of readApart({ kind, bytes, columns: null })) {
    if ("look" in answer) return answer.look;
  }
  throw new Error("The reading thread told nothing");
}

/**
 * Yields a file's rows in batches. For a large file, a separate thread reads ahead while the caller
 * uses a batch. @throws Refusal if it can't be read
 */
export async function* readInThread(
  kind: ImportKind,
  bytes: Buffer,
  columns: Columns,
): AsyncGenerator<ReadRow[]> {
  for await (const answer of readApart({ kind, bytes, columns })) {
    if ("rows" in answer) yield answer.rows;
  }
}

async function* readApart(task: ReadTask): AsyncGenerator<ReadAnswer> {
  if (task.bytes.length <= atOnce && !isZip(task.bytes)) {
    yield* answersOf(task);
    return;
  }
  // Finds the source file from the build, Vite or a test.
  const { resolve } = createRequire(import.meta.url);
  const thread = new Worker(resolve("#app/features/imports/files/read-worker.ts"), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  // If the thread dies, the next answer rejects with the reason.
  const ended = new AbortController();
  thread.once("error", (error: Error & { code?: string }) => ended.abort(error));
  thread.once("exit", () => ended.abort(new Error("The reading thread ended")));
  try {
    let next = messageOf(thread, ended.signal);
    for (;;) {
      const answer = await next;
      if ("end" in answer) return;
      if ("refused" in answer) throw sheetRefusal(answer.refused);
      if ("failed" in answer) throw new Error(`A file could not be read: ${answer.failed}`);
      next = messageOf(thread, ended.signal);
      // A caller that stops early doesn't wait for it.
      next.catch(() => undefined);
      yield answer;
    }
  } finally {
    await thread.terminate();
  }
}

async function messageOf(thread: Worker, ended: AbortSignal): Promise<ThreadMessage> {
  const late = AbortSignal.timeout(patience);
  const answered = once(thread, "message", { signal: AbortSignal.any([late, ended]) });
  thread.postMessage("next");
  try {
    const [answer]: ThreadMessage[] = await answered;
    if (!answer) throw new Error("The reading thread told nothing");
    return answer;
  } catch (error) {
    const { code } = (ended.reason ?? {}) as { code?: string };
    if (late.aborted || code === "ERR_WORKER_OUT_OF_MEMORY") {
      throw sheetRefusal("The file is too much to read at once. Please split it.");
    }
    throw ended.aborted ? ended.reason : error;
  }
}

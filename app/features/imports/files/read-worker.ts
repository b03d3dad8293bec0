import { parentPort, workerData } from "node:worker_threads";
import { isRefusal } from "#app/lib/refusal.ts";
import { answersOf, type ReadAnswer } from "./read-file.server.ts";

// A worker thread for one file, because unpacking and reading 50,000 rows takes seconds of CPU. It
// answers each message with the next rows, so that the consumer sets the pace.

export type ThreadMessage = ReadAnswer | { end: true } | { refused: string } | { failed: string };

const all = answersOf({ ...workerData, bytes: Buffer.from(workerData.bytes) });

parentPort?.on("message", async () => {
  try {
    const { done, value } = await all.next();
    parentPort?.postMessage(done ? { end: true } : value);
  } catch (error) {
    const message: ThreadMessage = isRefusal(error, "sheet")
      ? { refused: error.message }
      : { failed: String(error) };
    parentPort?.postMessage(message);
  }
});

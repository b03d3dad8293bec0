import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import type { PrintAnswer, PrintQuestion } from "./print-worker.ts";
import { PrintAbandonedError, type PrintLimits, PrintRefusedError } from "./printing.ts";

/** Bytes of a page of memory, as the kernel counts it. */
const pageSize = 4_096;

/** How often to look at the process while it prints, in ms. */
const lookEvery = 100;

/** Megabytes of JavaScript: what is printed, not what it is printed with. */
const heap = 256;

export interface PrintProcess {
  /**
   * Prints one paper; nobody may ask before the last answer.
   *
   * @throws PrintRefusedError "too long" if it takes too much time or memory, PrintAbandonedError if
   *   the signal was aborted before it was done
   */
  print(question: PrintQuestion, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** The process's id; undefined while there is none. */
  readonly pid: number | undefined;
  close(): void;
}

/**
 * Typesets in a process of its own. A thread could not be ended while it typesets, and would not give
 * its memory back. The process starts with the first paper, gives way to the pages (its priority),
 * doesn't keep this one alive, and is replaced when it has ended or grown.
 */
export function createPrintProcess(limits: PrintLimits): PrintProcess {
  let child: ChildProcess | undefined;
  let printed = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // Resolve to the source file, whether run from the build, Vite or a test.
    const { resolve } = createRequire(import.meta.url);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const started = fork(resolve("#app/features/printing/print-worker.ts"), {
      // No keys, addresses or passwords.
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      execArgv: [`--max-old-space-size=${heap}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    // Whoever prints is told by the exit.
    started.on("error", () => undefined);
    started.unref();
    started.channel?.unref();
    try {
      if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It prints all the same.
    }
    printed = 0;
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = undefined;
  }

  /** Ends a process that takes too long, grows too much, or works for nobody. */
  function watch(working: ChildProcess, over: AbortController, signal?: AbortSignal): () => void {
    const stop = (why: Error) => {
      over.abort(why);
      end();
    };
    const timer = setTimeout(() => stop(new PrintRefusedError("too long")), limits.time);
    const looking = setInterval(async () => {
      if ((await residentBytes(working.pid)) > limits.memory && !over.signal.aborted)
        stop(new PrintRefusedError("too long"));
    }, lookEvery);
    let leaving: NodeJS.Timeout | undefined;
    const leave = () => {
      leaving = setTimeout(
        () => stop(new PrintAbandonedError("They left while it was printed")),
        limits.abandoned,
      );
    };
    if (signal?.aborted) leave();
    signal?.addEventListener("abort", leave, { once: true });
    return () => {
      signal?.removeEventListener("abort", leave);
      clearTimeout(timer);
      clearTimeout(leaving);
      clearInterval(looking);
    };
  }

  return {
    async print(question, signal) {
      clearTimeout(idle);
      child ??= start();
      const working = child;
      const over = new AbortController();
      const onExit = () => over.abort(new Error("The printing process ended"));
      working.once("exit", onExit);
      const unwatch = watch(working, over, signal);
      try {
        const answered = once(working, "message", { signal: over.signal });
        working.send(question, (error) => error && over.abort(error));
        const [answer]: PrintAnswer[] = await answered;
        printed += 1;
        if (!answer || answer.memory > limits.replace.memory || printed >= limits.replace.prints)
          end();
        if (answer && "pdf" in answer) return answer.pdf;
        throw new Error(`${question.job.template} could not be printed: ${answer?.failed}`);
      } catch (error) {
        throw over.signal.aborted ? over.signal.reason : error;
      } finally {
        over.abort();
        unwatch();
        working.off("exit", onExit);
        idle = setTimeout(end, limits.idle).unref();
      }
    },
    get pid() {
      return child?.pid;
    },
    close: end,
  };
}

/** The memory of a process; 0 where the kernel doesn't say, and it is judged after each paper alone. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return (Number(text.split(" ")[1]) || 0) * pageSize;
}

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";

/** Linux's units: bytes per memory page, and ms per tick of CPU time. */
const pageSize = 4_096;
const tick = 10;

/** In ms; how often to check the process while it works. */
const lookEvery = 100;

/** Times in ms, memory in bytes. */
interface HelperLimits {
  /** CPU time per answer, independent of how busy the machine is. */
  work: number;
  /** Wall-clock time per answer. */
  time: number;
  memory: number;
  /** The process is replaced after an answer if it exceeds this memory, or has given this many. */
  replace: { memory: number; answers: number };
  /** How long a job may continue after its caller has left, if callers can leave. */
  abandoned?: number;
  /** It ends after being idle this long; starting it takes half a second. */
  idle: number;
}

interface HelperOptions {
  /** The module it runs, from the root, e.g. "#app/features/…". */
  module: `#app/${string}.ts`;
  /** In megabytes: for the data, not for native code. */
  heap: number;
  limits: HelperLimits;
  /** The error for work that takes too much CPU or memory, and would again. */
  tooMuch: () => Error;
  /** The error for work that was not done in time, but might be if it is asked for again. */
  tooSlow: () => Error;
}

interface Measured {
  memory: number;
}

export interface HelperProcess<Question, Answer> {
  /**
   * Asks for an answer. The caller waits for it before asking again.
   *
   * @throws the error from `tooMuch` or `tooSlow`; AskerLeftError if the signal was aborted before
   *   it was done
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  readonly pid: number | undefined;
  close(): void;
}

/** The caller has left. */
export class AskerLeftError extends Error {
  override readonly name = "AskerLeftError";
}

/**
 * Runs native code on user input in a separate process. A thread could not be killed while it
 * works, and would not free its memory. The process starts with the first question, runs at a lower
 * priority than the pages, doesn't keep this process alive, and is replaced once it has ended or
 * grown.
 */
export function createHelperProcess<Question extends object, Answer extends Measured>({
  module,
  heap,
  limits,
  tooMuch,
  tooSlow,
}: HelperOptions): HelperProcess<Question, Answer> {
  let child: ChildProcess | undefined;
  let answers = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // Resolve to the source file, whether run from the build, Vite or a test.
    const { resolve } = createRequire(import.meta.url);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const started = fork(resolve(module), {
      // Without keys, addresses or passwords.
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      execArgv: [`--max-old-space-size=${heap}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    // The exit is reported to the caller.
    started.on("error", () => undefined);
    started.unref();
    started.channel?.unref();
    try {
      if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Only the priority is missing then.
    }
    answers = 0;
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = undefined;
  }

  /** Kills a process that works too much or too long, grows too much, or works for nobody. */
  async function watch(
    working: ChildProcess,
    over: AbortController,
    signal?: AbortSignal,
  ): Promise<() => void> {
    const before = await usage(working.pid);
    const stop = (why: Error) => {
      over.abort(why);
      end();
    };
    const timer = setTimeout(() => stop(tooSlow()), limits.time);
    const looking = setInterval(async () => {
      const { memory, work } = await usage(working.pid);
      const beyond = memory > limits.memory || work - before.work > limits.work;
      if (beyond && !over.signal.aborted) stop(tooMuch());
    }, lookEvery);
    let leaving: NodeJS.Timeout | undefined;
    const leave = () => {
      leaving = setTimeout(
        () => stop(new AskerLeftError("They left while it was worked on")),
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
    async ask(question, signal) {
      clearTimeout(idle);
      child ??= start();
      const working = child;
      const over = new AbortController();
      const onExit = () => over.abort(new Error(`The process of ${module} ended`));
      working.once("exit", onExit);
      const unwatch = await watch(working, over, signal);
      try {
        const answered = once(working, "message", { signal: over.signal });
        working.send(question, (error) => error && over.abort(error));
        const [answer]: Answer[] = await answered;
        if (!answer) throw new Error(`The process of ${module} said nothing`);
        answers += 1;
        if (answer.memory > limits.replace.memory || answers >= limits.replace.answers) end();
        return answer;
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

/**
 * Returns a process's memory in bytes, and its CPU time in ms (proc(5), `stat`). Zero if the kernel
 * doesn't say: then only the wall clock ends it, and memory is checked after each answer.
 */
async function usage(pid: number | undefined): Promise<{ memory: number; work: number }> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The program's name may contain spaces; its fields start with the third.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]) || 0;
  return { memory: field(24) * pageSize, work: (field(14) + field(15)) * tick };
}

/** The helper's side, in its own module: answers each question, along with the process's memory. */
export function answerQuestions<Question, Answer extends object>(
  answer: (question: Question) => Promise<Answer>,
): void {
  process.on("message", async (question: Question) => {
    const found = await answer(question);
    process.send?.({ ...found, memory: process.memoryUsage.rss() });
  });
  // Ends only with the shop, also if that was killed, and ignores signals.
  process.on("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
}

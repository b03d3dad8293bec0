import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";

/** Bytes of a page of memory, as the kernel counts it. */
const pageSize = 4_096;

/** How often to look at the process while it works, in ms. */
const lookEvery = 100;

/** What a process may take; times in ms, memory in bytes. */
interface HelperLimits {
  /** For one answer. */
  time: number;
  /** While it works. */
  memory: number;
  /** It is replaced after an answer when it has grown beyond this, or has given so many. */
  replace: { memory: number; answers: number };
  /** How long it may go on for somebody who has left, if askers can leave. */
  abandoned?: number;
  /** It ends when nothing was asked for so long: starting it takes half a second. */
  idle: number;
}

interface HelperOptions {
  /** The module that it runs, from the root on, e.g. "#app/features/…". */
  module: `#app/${string}.ts`;
  /** Megabytes of JavaScript: what is worked on, not what it is worked on with. */
  heap: number;
  limits: HelperLimits;
  /** What to throw for what takes too much time or memory. */
  tooMuch: () => Error;
}

/** What every answer says besides: how much memory the process has after it, in bytes. */
interface Measured {
  memory: number;
}

export interface HelperProcess<Question, Answer> {
  /**
   * Asks for one answer; nobody may ask before the last one.
   *
   * @throws what `tooMuch` makes; AskerLeftError if the signal was aborted before it was done
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  /** The process's id; undefined while there is none. */
  readonly pid: number | undefined;
  close(): void;
}

/** Whoever asked has left. */
export class AskerLeftError extends Error {
  override readonly name = "AskerLeftError";
}

/**
 * Native code that works on what somebody sent, in a process of its own. A thread could not be ended
 * while it works, and would not give its memory back. The process starts with the first question,
 * gives way to the pages (its priority), doesn't keep this one alive, and is replaced when it has
 * ended or grown.
 */
export function createHelperProcess<Question extends object, Answer extends Measured>({
  module,
  heap,
  limits,
  tooMuch,
}: HelperOptions): HelperProcess<Question, Answer> {
  let child: ChildProcess | undefined;
  let answers = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // Resolve to the source file, whether run from the build, Vite or a test.
    const { resolve } = createRequire(import.meta.url);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const started = fork(resolve(module), {
      // No keys, addresses or passwords.
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      execArgv: [`--max-old-space-size=${heap}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    // Whoever asks is told by the exit.
    started.on("error", () => undefined);
    started.unref();
    started.channel?.unref();
    try {
      if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It works all the same.
    }
    answers = 0;
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
    const timer = setTimeout(() => stop(tooMuch()), limits.time);
    const looking = setInterval(async () => {
      if ((await residentBytes(working.pid)) > limits.memory && !over.signal.aborted)
        stop(tooMuch());
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
      const unwatch = watch(working, over, signal);
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

/** The memory of a process; 0 where the kernel doesn't say, and it is judged after each answer alone. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return (Number(text.split(" ")[1]) || 0) * pageSize;
}

/**
 * The other side, in the helper's own module: answers each question, and with how much memory the
 * process has.
 */
export function answerQuestions<Question, Answer extends object>(
  answer: (question: Question) => Promise<Answer>,
): void {
  process.on("message", async (question: Question) => {
    const found = await answer(question);
    process.send?.({ ...found, memory: process.memoryUsage.rss() });
  });
  // With the shop, also when it was killed; and no sooner, whoever else is sent the signal.
  process.on("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
}

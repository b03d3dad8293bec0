import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";

/** Bytes of a page of memory, and ms of a tick of processor time, as Linux counts them for programs. */
const pageSize = 4_096;
const tick = 10;

/** How often to look at the process while it works, in ms. */
const lookEvery = 100;

/** What a process may take; times in ms, memory in bytes. */
interface HelperLimits {
  /** Processor time for one answer: what the work itself takes, however busy the machine is. */
  work: number;
  /** Until one answer, by the clock. */
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
  /** What to throw for what takes too much of the processor or memory, and would again. */
  tooMuch: () => Error;
  /** What to throw for what was not done in time, and may be another time. */
  tooSlow: () => Error;
}

/** What every answer says besides: how much memory the process has after it, in bytes. */
interface Measured {
  memory: number;
}

export interface HelperProcess<Question, Answer> {
  /**
   * Asks for one answer; nobody may ask before the last one.
   *
   * @throws what `tooMuch` or `tooSlow` makes; AskerLeftError if the signal was aborted before it was done
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  /** The process's id; undefined while there is none. */
  readonly pid: number | undefined;
  close(): void;
}

/** The caller has left. */
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
      // No keys, addresses or passwords.
      env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      execArgv: [`--max-old-space-size=${heap}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    // The exit tells the caller.
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

  /** Ends a process that works too much or too long, grows too much, or works for nobody. */
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
 * The memory of a process in bytes, and what it has had of the processor in ms (proc(5), `stat`).
 * Zero where the kernel doesn't say: there the clock alone ends it, and memory is judged after each
 * answer.
 */
async function usage(pid: number | undefined): Promise<{ memory: number; work: number }> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program may hold spaces; its fields begin with the third.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]) || 0;
  return { memory: field(24) * pageSize, work: (field(14) + field(15)) * tick };
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

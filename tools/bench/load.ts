import { existsSync, readFileSync } from "node:fs";
import autocannon from "autocannon";
import { someAddress } from "./crowd.ts";
import { percentile } from "./section.ts";
import { hasWrk, wrk } from "./wrk.ts";

export interface Borne {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU microseconds per request on the server; NaN if unknown. */
  cpu: number;
}

export interface Load {
  url: string;
  pid: number;
  seconds: number;
  headers?: Record<string, string>;
  connections?: number;
  /** Sends each request as another visitor, for per-visitor limits; needs `behindProxy`. */
  areMany?: boolean;
}

function fromSomebody(request: autocannon.Request): autocannon.Request {
  return { ...request, headers: { ...request.headers, ...someAddress() } };
}

/**
 * Requests one address as often as the server responds, after a second of warm-up.
 *
 * @throws when a response is not a 2xx
 */
export async function load({ seconds, ...asked }: Load): Promise<Borne> {
  await fire(asked, 1);
  return fire(asked, seconds);
}

async function fire(asked: Omit<Load, "seconds">, duration: number): Promise<Borne> {
  const { url, pid, headers, connections = 32, areMany } = asked;
  if (hasWrk && !areMany) {
    const before = cpuSecondsOf(pid);
    const { count, ...borne } = await wrk({ url, headers, connections, duration });
    return { ...borne, cpu: ((cpuSecondsOf(pid) - before) / count) * 1e6 };
  }
  const times: number[] = [];
  const before = cpuSecondsOf(pid);
  const fromMany = areMany ? [{ setupRequest: fromSomebody }] : undefined;
  const { errors, non2xx, requests } = await new Promise<autocannon.Result>((done, failed) => {
    autocannon({ url, headers, connections, duration, requests: fromMany }, (error, result) =>
      error ? failed(error) : done(result),
    ).on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} answers not 2xx`);
  return {
    perSecond: requests.total / duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: ((cpuSecondsOf(pid) - before) / times.length) * 1e6,
  };
}

/** Returns the CPU seconds of a process so far (Linux: proc(5), in hundredths), else NaN. */
function cpuSecondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns a process's memory now or at most so far, in megabytes (Linux: proc(5)), else NaN. */
export function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  const [, kB] = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(file, "utf8")) ?? [];
  return (Number(kB) * 1024) / 1e6;
}

/**
 * Runs something repeatedly with the given concurrency, without pauses.
 *
 * @returns runs per second within the given time
 */
export async function repeat(
  atOnce: number,
  seconds: number,
  work: (worker: number) => Promise<unknown>,
): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  async function one(worker: number) {
    while (performance.now() < end) {
      await work(worker);
      done++;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => one(worker)));
  return done / ((performance.now() - begin) / 1000);
}

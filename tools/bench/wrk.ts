import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const milliseconds = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

/** True if wrk (https://github.com/wg/wrk) is installed; it needs little CPU time itself. */
export const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

interface Wanted {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  duration: number;
}

/**
 * Requests one address as often as the server responds.
 *
 * @returns requests per second, their number, and latencies in ms
 * @throws when a response is neither 2xx nor 3xx, and on connection errors
 */
export async function wrk({ url, headers = {}, connections, duration }: Wanted) {
  const said = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const threads = ["-t1", `-c${connections}`, `-d${Math.max(1, Math.round(duration))}s`];
  const { stdout } = await run("wrk", [...threads, "--latency", ...said, url]);
  const wrong = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(stdout)?.[0];
  if (wrong) throw new Error(`${url}: ${wrong}`);
  return {
    perSecond: Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]),
    count: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    p50: latencyAt(50, stdout),
    p99: latencyAt(99, stdout),
  };
}

function latencyAt(percent: number, stdout: string): number {
  const line = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)$`, "m").exec(stdout);
  const [, value, unit] = line ?? [];
  return Number(value) * milliseconds[(unit ?? "ms") as keyof typeof milliseconds];
}

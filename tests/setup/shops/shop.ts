import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { copyFolder } from "../files/copy-folder.ts";
import { removeFolder } from "../files/remove-folder.ts";

/** The built server as a child process with its own data folder and port. */
export interface ShopProcess {
  dataDir: string;
  pid: number;
  opened: Promise<string>;
  /** Its exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  stdout(): string;
  stderr(): string;
  log(): LogLine[];
  /** Resolves when its standard output contains the text; rejects if it ends before. */
  says(text: string): Promise<void>;
  /** Its standard output, which tests pause or destroy to stop reading the log. */
  output: Readable;
  /** Ends it and removes its data folder, unless the settings gave one. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface LogLine {
  /** Pino's level: 30 is info, 40 warn, 50 error. */
  level: number;
  msg: string;
  requestId?: string;
  [fact: string]: unknown;
}

type Command = [string, ...string[]];

export interface RunningShop extends ShopProcess {
  url: string;
  admin: Account;
  demo: Account;
}

export interface Account {
  email: string;
  password: string;
}

/** AUTH_SECRET, which shops on DATABASE_URL need. */
export const authSecret = randomBytes(32).toString("base64url");

const root = join(import.meta.dirname, "../../..");

/** Same as for `npm start`: with a compile cache, a shop opens in three quarters of the time. */
export const compileCache = join(root, "node_modules/.cache/v8");

/** Settings that change the first start. */
const firstSettings = /^(ADMIN|DEMO|SAMPLE|S3)_|^(DEMO|DATABASE_URL|DATA_DIR)$/;

/** The accounts of every shop that tests start. */
export const admin: Account = { email: "admin@example.com", password: "correct horse battery" };
export const demo: Account = { email: "demo@example.com", password: "staple beef sample" };

/**
 * Starts the built shop on a free loopback port and waits until it is open. Settings are those of
 * the README; the caller stops it.
 *
 * If FIRST_DAY is the data folder of a shop after its first start, a shop without settings of its
 * own starts from a copy of it.
 */
export async function startShop(
  settings: Record<string, string> = {},
  command?: Command,
): Promise<RunningShop> {
  const shop = await spawnShop(settings, command);
  try {
    return { ...shop, url: await shop.opened, admin, demo };
  } catch (error) {
    await shop.stop();
    throw error;
  }
}

/**
 * Like `startShop`, but does not wait for it to open: for starts that fail or are cut off.
 *
 * @param command another command to start it, in its own process group, which `stop` signals
 */
export async function spawnShop(
  settings: Record<string, string> = {},
  command?: Command,
): Promise<ShopProcess> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "shop-test-")));
  const firstDay = process.env.FIRST_DAY;
  const isOrdinary = !Object.keys(settings).some((name) => firstSettings.test(name));
  if (firstDay && isOrdinary) await copyFolder(firstDay, dataDir);
  const [program, ...parameters] = command ?? [process.execPath, "server.ts"];
  const child = spawn(program, parameters, {
    cwd: root,
    detached: command !== undefined,
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: compileCache,
      ADMIN_PASSWORD: admin.password,
      DEMO_PASSWORD: demo.password,
      // The business of server/sample has its own tests.
      SAMPLE: "small",
      // Orders need no day unless a test adds zones.
      SAMPLE_ZONES: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close").then(([status, signal]) => status ?? signal);
  const output = listenTo(child, ended);
  const opened = output
    .says("The shop is open at")
    .then(() => /The shop is open at (\S+)/.exec(output.stdout())?.[1] ?? "");
  // A start that must fail has no listener for this rejection.
  opened.catch(() => undefined);
  return {
    ...output,
    dataDir,
    pid: child.pid ?? 0,
    opened,
    ended,
    output: child.stdout,
    async stop(signal = "SIGTERM") {
      if (command) signalGroup(child.pid ?? 0, signal);
      else child.kill(signal);
      await ended;
      if (!settings.DATA_DIR) await removeFolder(dataDir);
    },
  };
}

/**
 * Signals a process group; signal 0 only checks it.
 *
 * @returns whether any process of the group received it
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

function listenTo(
  { stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>,
  ended: Promise<unknown>,
) {
  let said = "";
  let complained = "";
  stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  stderr.setEncoding("utf8").on("data", (text) => {
    complained += text;
  });
  return {
    stdout: () => said,
    stderr: () => complained,
    log(): LogLine[] {
      const lines = said.split("\n").slice(0, -1);
      return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    },
    async says(text: string): Promise<void> {
      let isOver = false;
      const end = ended.then(() => {
        isOver = true;
      });
      while (!wholeLines(said).includes(text)) {
        if (isOver) throw new Error(`It ended before it said "${text}":\n${said}${complained}`);
        await Promise.race([once(stdout, "data"), end]);
      }
    },
  };
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

/** Returns a loopback port that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No port to be had");
  return address.port;
}

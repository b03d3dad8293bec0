import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";

// The user that the server can run as depends on who starts it, from where, and with which
// programs. Root can try all ways; the other tests show that of any other user.

const script = join(import.meta.dirname, "../../tests/setup/servers/hold-data-dir.ts");
const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })) : -1;

vi.setConfig({ testTimeout: 120_000 });

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "shop-ways-"));
});
afterEach(() => removeFolder(parent));

/** Opens and closes the embedded database in another process, through the given command. */
async function opens(dataDir: string, through: string[] = [], env: Record<string, string> = {}) {
  const [file = "", ...args] = [...through, process.execPath, script, dataDir];
  const child = spawn(file, args, { env: { ...process.env, ...env } });
  child.stdin.end();
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, status };
}

const opened = { stdout: "open\n", stderr: "", status: 0 };
const owner = async (dataDir: string) => (await stat(join(dataDir, "db", "PG_VERSION"))).uid;

it("an ordinary user owns their database", async () => {
  const dataDir = join(parent, "data");
  chmodSync(parent, 0o755);
  if (isRoot) {
    mkdirSync(dataDir, 0o700);
    chownSync(dataDir, nobody, nobody);
  }
  const through = isRoot
    ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"]
    : [];
  expect(await opens(dataDir, through)).toEqual(opened);
  expect(await owner(dataDir)).toBe(isRoot ? nobody : process.getuid?.());
});

if (isRoot) {
  describe("root", () => {
    it("runs the database as the user nobody if others may enter the folder", async () => {
      chmodSync(parent, 0o755);
      const dataDir = join(parent, "data");
      mkdirSync(dataDir, 0o755);
      expect(await opens(dataDir)).toEqual(opened);
      expect(await owner(dataDir)).toBe(nobody);
    });

    it("runs the database as the user nobody even in a home that is closed to others", async () => {
      const dataDir = join(parent, "data");
      expect((await stat(parent)).mode & 0o777).toBe(0o700);
      expect(await opens(dataDir)).toEqual(opened);
      expect(await owner(dataDir)).toBe(nobody);
    });

    it("runs the database as the user nobody even without setpriv and unshare", async () => {
      chmodSync(parent, 0o755);
      const dataDir = join(parent, "data");
      mkdirSync(dataDir, 0o755);
      expect(await opens(dataDir, [], { PATH: onlyId() })).toEqual(opened);
      expect(await owner(dataDir)).toBe(nobody);
    });

    it("is refused in one line if there is no way to switch users, and leaves no database behind", async () => {
      const dataDir = join(parent, "data");
      const refused = await opens(dataDir, [], { PATH: onlyId() });
      expect(refused).toMatchObject({ stdout: "", status: 1 });
      expect(refused.stderr).toMatch(
        /^Error: PostgreSQL does not run as root, and .+ DATABASE_URL .+$/,
      );
      expect(await readdir(dataDir)).toEqual(["lock"]);
    });
  });
}

/** Makes a PATH without the programs that switch users. */
function onlyId(): string {
  const bin = join(parent, "bin");
  mkdirSync(bin);
  const id = execFileSync("sh", ["-c", "command -v id"], { encoding: "utf8" }).trim();
  symlinkSync(id, join(bin, "id"));
  return bin;
}

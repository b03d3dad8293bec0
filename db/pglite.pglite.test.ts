import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { insertProduct } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/remove-folder.ts";
import { cloneSnapshot } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { connect } from "./connect.ts";
import { DataDirInUseError } from "./lock.ts";
import { products } from "./schema/products.ts";
import { seedCatalogue } from "./seed/seed.ts";

const patiently = { timeout: 10_000 };

const script = join(import.meta.dirname, "../tests/setup/hold-data-dir.ts");

let parent: string;
let dataDir: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "beef-shop-data-"));
  dataDir = join(parent, "deep", "data");
});

afterEach(() => removeFolder(parent));

const open = () => connect({ dataDir, log: silentLog });

function otherProcess() {
  const child = spawn(process.execPath, [script, dataDir], { stdio: "pipe" });
  const said = { out: "", error: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.error += chunk;
  });
  return { child, said, ended: once(child, "close") };
}

describe("a first start", () => {
  it("is not blocked by earlier ones that were killed, whenever that was", async () => {
    const has = (name: string) => existsSync(join(dataDir, name));
    const filesWritten = () => {
      const [unfinished] = existsSync(dataDir)
        ? readdirSync(dataDir).filter((name) => name.startsWith("db.new-"))
        : [];
      return unfinished ? readdirSync(join(dataDir, unfinished), { recursive: true }).length : -1;
    };
    // A database has about a thousand files.
    const some = randomInt(1, 900);
    const moments: [string, () => boolean][] = [
      ["the folder was locked", () => has("lock")],
      ["the temporary folder was there", () => filesWritten() >= 0],
      [`${some} files were written`, () => filesWritten() >= some],
      ["the database was in its place", () => has("db")],
    ];
    for (const [moment, hasCome] of moments) {
      const { child, said, ended } = otherProcess();
      const arrival = () => {
        expect(said.error, moment).toBe("");
        expect(hasCome(), moment).toBe(true);
      };
      await vi.waitFor(arrival, { interval: 10, timeout: 30_000 });
      child.kill("SIGKILL");
      await ended;
    }

    const survivor = await open();
    expect(survivor).toMatchObject({ engine: "pglite", isNew: true });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(await seedCatalogue(survivor.db)).toBeGreaterThan(0);
    await survivor.close();
    expect((await readdir(dataDir)).sort()).toEqual(["db", "lock"]);
  }, 120_000);
});

describe("an existing database", () => {
  beforeEach(async () => {
    await mkdir(dataDir, { recursive: true });
    await (await cloneSnapshot(join(dataDir, "db"))).close();
  });

  it("keeps its data, and is new until it has been seeded", async () => {
    const first = await open();
    await insertProduct(first.db, { slug: "kept" });
    await first.close();

    const second = await open();
    expect(second.isNew).toBe(true);
    const kept = await second.db.select({ slug: products.slug }).from(products);
    expect(kept).toEqual([{ slug: "kept" }]);
    await seedCatalogue(second.db);
    await second.close();
    await second.close();

    const third = await open();
    expect(third.isNew).toBe(false);
    await third.close();
  });

  it("refuses a second process until the first has ended, by whatever", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(DataDirInUseError);
    const refused = otherProcess();
    expect(await refused.ended).toEqual([1, null]);
    expect(refused.said.error).toContain(`Another process is using ${dataDir}. Stop it, or set`);
    await first.close();

    const admitted = otherProcess();
    await vi.waitFor(() => expect(admitted.said.out).toBe("open\n"), patiently);
    await expect(open()).rejects.toThrow(DataDirInUseError);
    admitted.child.kill("SIGKILL");
    await admitted.ended;
    await (await open()).close();
  });

  it("lets its process end when it is closed, without a warning", async () => {
    const { child, said, ended } = otherProcess();
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(said).toEqual({ out: "open\n", error: "" });
  });

  it("opens after a start that was killed while it wrote its lock file", async () => {
    await (await open()).close();
    await writeFile(join(dataDir, "db", "postmaster.pid"), "");
    const database = await open();
    expect(await database.db.$count(products)).toBe(0);
    await database.close();
  });

  it("has what a killed start left beside it removed, and nothing else", async () => {
    await mkdir(join(dataDir, "db.new-abc123", "base"), { recursive: true });
    await writeFile(join(dataDir, "photos"), "");
    await (await open()).close();
    expect((await readdir(dataDir)).sort()).toEqual(["db", "lock", "photos"]);
  });
});

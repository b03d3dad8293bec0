import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { seedCatalogue } from "#server/seed/seed.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { copyFolder } from "#tests/setup/files/copy-folder.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { recordingLog, silentLog } from "#tests/setup/test-log.ts";
import { connect } from "../connect.ts";
import { DataDirInUseError } from "../data-dir-lock.ts";
import { products } from "../schema/products.ts";
import { runningServer } from "./leftover.ts";

const patiently = { timeout: 60_000 };

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const script = join(import.meta.dirname, "../../tests/setup/servers/hold-data-dir.ts");

/** A stopped, migrated database that tests copy. */
let pattern: string;
let parent: string;
let dataDir: string;

beforeAll(async () => {
  pattern = await mkdtemp(join(tmpdir(), "shop-pattern-"));
  await (await connect({ dataDir: pattern, log: silentLog })).close();
});

afterAll(() => removeFolder(pattern));

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "shop-data-"));
  dataDir = join(parent, "deep", "data");
});

afterEach(async () => {
  const left = await runningServer(join(dataDir, "db"));
  if (left) process.kill(left.pid, "SIGQUIT");
  await removeFolder(parent);
});

const open = (log = silentLog) => connect({ dataDir, log });

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

async function holder() {
  const other = otherProcess();
  await vi.waitFor(() => expect(other.said).toEqual({ out: "open\n", error: "" }), patiently);
  return other;
}

describe("a first start", () => {
  it("is not blocked by earlier ones that were killed, at whatever moment", async () => {
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
      await vi.waitFor(arrival, { interval: 5, timeout: 60_000 });
      child.kill("SIGKILL");
      await ended;
    }

    const survivor = await open();
    expect(survivor).toMatchObject({ isNew: true });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, "db")).mode & 0o777).toBe(0o700);
    expect(await seedCatalogue(survivor.db)).toBeGreaterThan(0);
    await survivor.close();
    expect((await readdir(dataDir)).sort()).toEqual(["db", "lock"]);
  });
});

describe("an existing database", () => {
  beforeEach(async () => {
    await copyFolder(pattern, dataDir);
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

  it("has synced writes, UTC, and a role that owns only the shop's database", async () => {
    const { db, close } = await open();
    const { rows } = await db.execute(sql`
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit, current_setting('TimeZone') as zone,
        current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens,
        (select rolsuper from pg_roles where rolname = current_user) as superuser`);
    expect(rows).toEqual([
      {
        fsync: "on",
        pages: "on",
        commit: "on",
        zone: "UTC",
        checksums: "on",
        listens: "",
        superuser: false,
      },
    ]);
    // Objects that a later migration may create.
    await db.execute(sql`create extension unaccent`);
    const natural = await db.execute(sql`
      select 'No. 10' < 'No. 9' as by_code, 'No. 10' < 'No. 9' collate "und-x-icu" as by_icu`);
    expect(natural.rows).toEqual([{ by_code: true, by_icu: true }]);
    await close();
  });

  it("syncs every commit that it acknowledges", async () => {
    const { embedded, close } = await open();
    const client = new pg.Client({ connectionString: embedded?.superuserUrl });
    await client.connect();
    const syncs = async () => {
      await client.query("select pg_stat_force_next_flush()");
      const { rows } = await client.query(
        "select sum(fsyncs)::int as syncs from pg_stat_io where object = 'wal' and context = 'normal'",
      );
      return rows[0].syncs;
    };
    await client.query("create table acknowledged (number integer)");
    const before = await syncs();
    const count = 20;
    for (let number = 0; number < count; number++) {
      await client.query("insert into acknowledged values ($1)", [number]);
    }
    expect((await syncs()) - before).toBeGreaterThanOrEqual(count);
    await client.end();
    await close();
  });

  it("refuses a second process until the first has closed it or was killed", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(DataDirInUseError);
    const refused = otherProcess();
    expect(await refused.ended).toEqual([1, null]);
    expect(refused.said.error).toContain(`Another process is using ${dataDir}. Stop it, or set`);
    await first.close();

    const admitted = await holder();
    await expect(open()).rejects.toThrow(DataDirInUseError);
    admitted.child.kill("SIGKILL");
    await admitted.ended;
    await (await open()).close();
  });

  it("lets its process and server end without a warning when it is closed", async () => {
    const { child, said, ended } = await holder();
    const server = await runningServer(join(dataDir, "db"));
    expect(server?.pid).toBeGreaterThan(0);
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(said).toEqual({ out: "open\n", error: "" });
    expect(await runningServer(join(dataDir, "db"))).toBeUndefined();
  });

  it("opens after a start that was killed while it wrote its lock file", async () => {
    await writeFile(join(dataDir, "db", "postmaster.pid"), "");
    const database = await open();
    expect(await database.db.$count(products)).toBe(0);
    await database.close();
  });

  it("never touches an unrelated process that has its server's PID", async () => {
    const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const ended = once(stranger, "exit");
    const pidFile = join(dataDir, "db", "postmaster.pid");
    await writeFile(pidFile, `${stranger.pid}\n${join(dataDir, "db")}\n1\n5432\n\n\n`);
    const database = await open();
    expect(await readFile(pidFile, "utf8")).not.toMatch(new RegExp(`^${stranger.pid}\n`));
    await database.close();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
    expect(await ended).toEqual([null, "SIGTERM"]);
  });

  it("ends the server that a killed process left, and keeps the acknowledged data", async () => {
    const { child, ended } = await holder();
    const folder = join(dataDir, "db");
    const left = await runningServer(folder);
    // A stopped server cannot end with its process, as it otherwise would.
    process.kill(left?.pid ?? 0, "SIGSTOP");
    child.kill("SIGKILL");
    await ended;
    const { log, lines } = recordingLog();
    const opening = open(log);
    await vi.waitFor(() => expect(lines).not.toEqual([]), patiently);
    process.kill(left?.pid ?? 0, "SIGCONT");
    const { db, close } = await opening;
    expect(lines[0]).toMatchObject({
      level: "warn",
      facts: { pid: left?.pid },
      message: "ending the database server that a killed shop left",
    });
    expect(await db.$count(products)).toBe(0);
    await close();
  });

  it("restarts its server after that was killed", async () => {
    const { log, lines } = recordingLog();
    const { db, embedded, listen, close } = await open(log);
    const heard: string[] = [];
    await listen("catalog_changed", (payload) => heard.push(payload));
    await insertProduct(db, { slug: "kept" });
    await vi.waitFor(() => expect(heard).toEqual(["products"]), patiently);
    for (const round of [1, 2]) {
      heard.length = 0;
      process.kill(embedded?.pid() ?? 0, "SIGKILL");
      await vi.waitFor(() => expect(heard).toEqual([""]), patiently);
      const kept = await db.select({ slug: products.slug }).from(products);
      expect(kept, `round ${round}`).toEqual([{ slug: "kept" }]);
    }
    expect(lines).toContainEqual({
      level: "error",
      facts: { how: "SIGKILL" },
      message: "the database server ended, starting it again",
    });
    await close();
    expect(await runningServer(join(dataDir, "db"))).toBeUndefined();
  });

  it("opens under a path that is too long for a socket", async () => {
    const long = join(parent, "x".repeat(100), "y".repeat(100));
    await copyFolder(pattern, long);
    const { db, embedded, close } = await connect({ dataDir: long, log: silentLog });
    expect(await db.$count(products)).toBe(0);
    const folder = decodeURIComponent(new URL(embedded?.url ?? "").hostname);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await close();
    expect(existsSync(folder)).toBe(false);
  });

  it("refuses files of another PostgreSQL version, and leaves them unchanged", async () => {
    await writeFile(join(dataDir, "db", "PG_VERSION"), "17\n");
    await expect(open()).rejects.toThrow(
      /^Cannot open the database in .+: database files are incompatible with server\. It belongs to PostgreSQL 17/,
    );
    expect(await readFile(join(dataDir, "db", "PG_VERSION"), "utf8")).toBe("17\n");
  });

  it("removes only the folders that a killed start left in the data folder", async () => {
    await mkdir(join(dataDir, "db.new-abc123", "base"), { recursive: true });
    await writeFile(join(dataDir, "photos"), "");
    await (await open()).close();
    expect((await readdir(dataDir)).sort()).toEqual(["db", "lock", "photos"]);
  });
});

/** Mounts a disk of this many megabytes, which only root can do, and not in every container. */
function smallDisk(megabytes: number): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), "shop-small-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk];
  if (spawnSync("mount", options).status === 0) return disk;
  rmdirSync(disk);
  return undefined;
}

const disk = smallDisk(80);

if (disk) {
  afterAll(async () => {
    spawnSync("umount", [disk]);
    await removeFolder(disk);
  });

  it("an embedded database refuses writes on a full disk, recovers once there is room, and keeps the acknowledged data", async () => {
    const { log, lines } = recordingLog();
    const { db, close } = await connect({ dataDir: join(disk, "data"), log });
    await db.execute(sql`create table acknowledged (filler text)`);
    let acknowledged = 0;
    const write = () =>
      db
        .execute(sql`insert into acknowledged select string_agg(md5(n::text), '')
          from generate_series(1, 2000) as n`)
        .then(
          () => {
            acknowledged += 1;
            return true;
          },
          () => false,
        );

    const { bavail, bsize } = await statfs(disk);
    const ballast = join(disk, "ballast");
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 4 * 1024 * 1024));
    while (await write());
    const said = () => lines.map(({ message }) => message);
    await vi.waitFor(() => expect(said().join()).toContain("No space left on device"), {
      timeout: 60_000,
    });

    await rm(ballast);
    await vi.waitFor(async () => expect(await write()).toBe(true), {
      timeout: 60_000,
      interval: 200,
    });
    const { rows } = await db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from acknowledged`,
    );
    expect(rows[0]?.kept).toBeGreaterThanOrEqual(acknowledged);
    await close();
  });
}

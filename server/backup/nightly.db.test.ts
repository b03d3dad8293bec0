import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { openPostgres } from "#db/postgres.ts";
import { images } from "#db/schema/images.ts";
import { backupRuns } from "#db/schema/operations.ts";
import { seeds } from "#db/schema/system.ts";
import type { backupKinds } from "#db/schema/values/backups.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startBucket } from "#tests/setup/images/s3-bucket.ts";
import { createMigratedDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import type { Told } from "./runs.ts";

// Each run is a separate process, like beside the shop.
vi.setConfig({ testTimeout: 60_000 });

const serverUrl = inject("testDatabase").serverUrl;

let databaseUrl: string;
let database: OpenDatabase;
let dataDir: string;
let backupDir: string;

beforeEach(async () => {
  const made = await createMigratedDatabase();
  databaseUrl = made.databaseUrl;
  database = await openPostgres({ databaseUrl, log: silentLog });
  dataDir = await mkdtemp(join(tmpdir(), "shop-nightly-"));
  backupDir = join(dataDir, "backups");
  onTestFinished(async () => {
    await database.close();
    await made.drop();
    await removeFolder(dataDir);
  });
  const planted = sql`now() - interval '3 days'`;
  await database.db.insert(seeds).values({ name: "catalogue", plantedAt: planted });
  await addImage("steak", Buffer.from("a steak"));
});

afterEach(async () => {
  expect(await temporaryDatabases()).toEqual([]);
});

async function addImage(name: string, content: Buffer) {
  const path = `products/${name}.jpg`;
  const digest = createHash("sha256").update(content).digest("hex");
  await mkdir(join(dataDir, "photos/products"), { recursive: true });
  await writeFile(join(dataDir, "photos", path), content);
  const facts = { version: 1, contentType: "image/jpeg", width: 4, height: 3, preview: "data:," };
  await database.db.insert(images).values({ path, digest, bytes: content.length, ...facts });
}

/** Only this test's shop, since others run at the same time. */
async function temporaryDatabases() {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select datname as name from pg_database
    where datname in (select database from backup_runs)`);
  return rows.map(({ name }) => name);
}

/** Runs as a role that may create databases, by default. */
function start(env: Record<string, string> = {}, script = "nightly.ts") {
  const url = new URL(databaseUrl);
  url.username = new URL(serverUrl).username;
  return fork(join(import.meta.dirname, script), {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      AUTH_SECRET: "a secret that is used in tests and nowhere else",
      ...env,
    },
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

async function run(env?: Record<string, string>, script?: string) {
  const child = start(env, script);
  const told: string[] = [];
  child.on("message", ({ level, message }: Told) => told.push(`${level}: ${message}`));
  const [status] = await once(child, "close");
  return { status, told };
}

const aNight = async () => {
  const result = await run();
  expect(result.status).toBe(0);
  return result.told;
};

const runs = () =>
  database.db
    .select({ kind: backupRuns.kind, outcome: backupRuns.outcome, message: backupRuns.message })
    .from(backupRuns)
    .orderBy(backupRuns.startedAt);

/** Shifts times back, as if this much time had passed. */
const letPass = (time: string, since?: SQL) =>
  database.db
    .update(backupRuns)
    .set({
      startedAt: sql`started_at - ${time}::interval`,
      endedAt: sql`ended_at - ${time}::interval`,
    })
    .where(since);

const done = (kind: (typeof backupKinds)[number]) => ({ kind, outcome: "done", message: "" });

describe("a night", () => {
  it("makes one backup and test-restores it, even with two processes", async () => {
    const both = await Promise.all([aNight(), aNight()]);
    expect(both.flat()).toEqual([
      "info: made the nightly backup",
      "info: proved the nightly backup",
    ]);
    expect(await aNight()).toEqual([]);
    expect(await runs()).toEqual([done("backup"), done("proof")]);
    const [name = "", ...others] = await readdir(backupDir);
    expect([name, others]).toEqual([expect.stringMatching(/^nightly-[\d-]{17}$/), []]);
    const manifest = JSON.parse(await readFile(join(backupDir, name, "manifest.json"), "utf8"));
    expect(Object.keys(manifest.files)).toContain("photos/products/steak.jpg");
    expect((await stat(backupDir)).mode & 0o777).toBe(0o700);
  });

  it("hard-links files unchanged since the last backup, and removes outdated ones", async () => {
    await addImage("shank", Buffer.from("a shank"));
    expect(await aNight()).toHaveLength(2);
    const [made = ""] = await readdir(backupDir);
    // A second one on a day would be one too many.
    const first = "nightly-2020-01-02-030000";
    await rename(join(backupDir, made), join(backupDir, first));
    await addImage("ribs", Buffer.from("some ribs"));
    await writeFile(join(backupDir, first, "photos/products/shank.jpg"), "a stone");
    // All of one day, long ago; and a manual one.
    for (const name of [
      "nightly-2019-01-02-030000",
      "nightly-2019-01-02-040000",
      "before the move",
    ]) {
      await mkdir(join(backupDir, name));
    }
    await letPass("1 day");
    expect(await aNight()).toEqual(["info: made the nightly backup"]);
    const names = (await readdir(backupDir)).filter((name) => name !== first);
    const second = names.find((name) => name > first) ?? "";
    expect(names.sort()).toEqual(["before the move", "nightly-2019-01-02-040000", second]);
    const image = (backup: string, name: string) =>
      join(backupDir, backup, "photos/products", name);
    const { ino, nlink } = await stat(image(second, "steak.jpg"));
    expect([ino, nlink]).toEqual([(await stat(image(first, "steak.jpg"))).ino, 2]);
    expect((await stat(image(second, "ribs.jpg"))).nlink).toBe(1);
    // A corrupted file is copied again.
    expect(await readFile(image(second, "shank.jpg"), "utf8")).toBe("a shank");
  });

  it("reports why it can't test-restore if the role may not create databases", async () => {
    expect(await run({ DATABASE_URL: databaseUrl })).toMatchObject({ status: 0 });
    expect(await runs()).toEqual([
      done("backup"),
      { kind: "proof", outcome: "skipped", message: expect.stringMatching(/CREATEDB/) },
    ]);
  });
});

describe("a backup that fails", () => {
  it("for lack of room keeps the older ones, and is not retried immediately", async () => {
    await mkdir(join(backupDir, "nightly-2026-11-01-030000"), { recursive: true });
    await database.db.execute(sql`
      insert into images (path, version, digest, content_type, width, height, bytes, preview)
      select 'products/large-' || number || '.jpg', 1, repeat('0', 64), 'image/jpeg', 1, 1, 2147483647, ''
      from generate_series(1, 5000) as number`);
    expect(await aNight()).toEqual(["error: the nightly backup failed"]);
    expect(await runs()).toEqual([
      {
        kind: "backup",
        outcome: "failed",
        message: expect.stringMatching(/^There is not enough room on the disk of .+ MB\.$/),
      },
    ]);
    expect(await readdir(backupDir)).toEqual(["nightly-2026-11-01-030000"]);
    expect(await aNight()).toEqual([]);
  });

  it("reports that its folder is a file", async () => {
    await writeFile(backupDir, "");
    expect(await aNight()).toEqual(["error: the nightly backup failed"]);
    expect(await runs()).toEqual([
      { kind: "backup", outcome: "failed", message: `${backupDir} cannot be written to.` },
    ]);
  });

  it("reports that its disk is missing", async () => {
    await symlink(join(dataDir, "away"), backupDir);
    expect(await aNight()).toEqual(["error: the nightly backup failed"]);
    const message = `${backupDir} is not there, and cannot be made.`;
    expect(await runs()).toEqual([{ kind: "backup", outcome: "failed", message }]);
  });
});

describe("a run that is cut short", () => {
  it("because its shop has ended leaves no complete backup, and the next run tidies up", async () => {
    const child = start();
    await expect
      .poll(() => readdir(backupDir).catch(() => []), { interval: 2 })
      .toContainEqual(expect.stringMatching(/\.part$/));
    child.disconnect();
    await once(child, "exit");
    expect((await readdir(backupDir)).filter((name) => !name.endsWith(".part"))).toEqual([]);
    expect(await aNight()).toEqual([]);
    expect(await readdir(backupDir)).toEqual([]);
    expect(await runs()).toMatchObject([{ kind: "backup", outcome: "cut" }]);
    await letPass("61 minutes");
    expect((await run({ DATABASE_URL: databaseUrl })).told).toEqual([
      "info: made the nightly backup",
    ]);
  });

  it("by a kill has its temporary database removed by the next run", async () => {
    const child = start();
    await expect.poll(temporaryDatabases, { interval: 5, timeout: 30_000 }).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await temporaryDatabases()).toHaveLength(1);
    expect(await aNight()).toEqual([]);
    expect(await temporaryDatabases()).toEqual([]);
    expect(await runs()).toMatchObject([done("backup"), { kind: "proof", outcome: "cut" }]);
  });
});

describe("a night with a bucket", () => {
  let server: Awaited<ReturnType<typeof startBucket>>;
  let settings: Record<string, string>;
  beforeEach(async () => {
    server = await startBucket("backups");
    onTestFinished(() => server.stop());
    settings = {
      BACKUP_S3_ENDPOINT: server.settings.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: server.settings.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: server.settings.secretAccessKey,
      BACKUP_PASSPHRASE: "four words that nobody guesses",
    };
  });
  const sent = () => server.requests.filter((request) => request.startsWith("PUT /backups/files/"));

  it("uploads its backup once, and test-restores it from there", async () => {
    expect((await run(settings)).told).toEqual([
      "info: made the nightly backup",
      "info: sent the nightly backup to the bucket",
      "info: proved the nightly backup",
      "info: proved the backup in the bucket",
    ]);
    expect((await run(settings)).told).toEqual([]);
    expect(await runs()).toEqual([
      ...[done("backup"), done("offsite"), done("proof"), done("offsite_proof")],
    ]);
    // The fetched copy is gone.
    expect(await readdir(backupDir)).toEqual([expect.stringMatching(/^nightly-[\d-]{17}$/)]);
    const first = sent().length;
    await letPass("1 day");
    expect((await run(settings)).told).toEqual([
      "info: made the nightly backup",
      "info: sent the nightly backup to the bucket",
    ]);
    // Only its own runs are new.
    expect(first).toBeGreaterThan(5);
    expect(sent().length - first).toBe(1);
  });

  it("that does not answer keeps the backup, and uploads it an hour later", async () => {
    const away = { ...settings, BACKUP_S3_ENDPOINT: "http://127.0.0.1:9" };
    expect((await run(away)).told).toEqual([
      "info: made the nightly backup",
      "error: the nightly backup was not sent to the bucket",
      "info: proved the nightly backup",
    ]);
    expect(await runs()).toContainEqual({
      kind: "offsite",
      outcome: "failed",
      message: "The bucket backups at 127.0.0.1:9 does not answer (ECONNREFUSED).",
    });
    expect((await run(settings)).told).toEqual([]);
    // The backup stays tonight's, whatever the time.
    await letPass("61 minutes", eq(backupRuns.kind, "offsite"));
    expect((await run(settings)).told).toEqual([
      "info: sent the nightly backup to the bucket",
      "info: proved the backup in the bucket",
    ]);
  });

  it("uploads changes between nights, at most every ten minutes", async () => {
    const between = () => run(settings, "recent.ts");
    expect((await between()).told).toEqual(["info: sent what changed to the bucket"]);
    const first = sent().length;
    expect((await between()).told).toEqual([]);
    await letPass("10 minutes");
    await addImage("ribs", Buffer.from("some ribs"));
    expect((await between()).told).toEqual(["info: sent what changed to the bucket"]);
    // The image, its row, and the run.
    expect(sent().length - first).toBe(3);
    const [recent = "", ...others] = await readdir(backupDir);
    expect([recent, others]).toEqual([expect.stringMatching(/^recent-[\d-]{17}$/), []]);
    expect((await stat(join(backupDir, recent, "photos/products/steak.jpg"))).nlink).toBe(1);
    // The nightly run links from it, and doesn't wait for it.
    expect((await run(settings)).told).toHaveLength(4);
  });
});

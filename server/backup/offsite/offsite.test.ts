import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Decrypter } from "age-encryption";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startBucket } from "#tests/setup/images/s3-bucket.ts";
import { filesIn } from "../files.ts";
import type { Manifest } from "../manifest.ts";
import { type BackupBucket, openBackupBucket } from "./bucket.ts";
import { backupsIn, manifestKey } from "./contents.ts";
import { DamagedContentError, fetchBackup } from "./fetch-backup.ts";
import { sendBackup, tidyBucket } from "./offsite-runs.ts";
import { identityKey, openSeal, type Seal } from "./seal.ts";

const passphrase = "four words that nobody guesses";

let server: Awaited<ReturnType<typeof startBucket>>;
let bucket: BackupBucket;
let seal: Seal;
let folder: string;
beforeEach(async () => {
  server = await startBucket("backups");
  bucket = openBackupBucket(server.settings);
  seal = await openSeal(bucket, passphrase, { mayMake: true });
  folder = await mkdtemp(join(tmpdir(), "shop-offsite-"));
});
afterEach(async () => {
  bucket.close();
  await server.stop();
  await removeFolder(folder);
});

const measured = (content: Buffer) => ({
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

/** Makes a backup with these parts of its only table, and these images. */
async function backup(name: string, parts: Buffer[], images: Record<string, Buffer> = {}) {
  const contents = {
    "tables/orders.copy.gz": Buffer.concat(parts),
    "auth-secret": Buffer.from(""),
  };
  const files: Manifest["files"] = {};
  for (const [path, content] of Object.entries({ ...contents, ...images })) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    files[path] = measured(content);
    if (path.startsWith("tables/")) files[path].parts = parts.map(measured);
  }
  const manifest: Manifest = {
    format: 2,
    takenAt: "2026-11-23T10:00:00.000Z",
    migration: "0001",
    tables: { orders: { columns: ["id"], rows: 1 } },
    sequences: {},
    files,
  };
  await writeFile(join(folder, name, "manifest.json"), JSON.stringify(manifest));
  return join(folder, name);
}

async function keysIn(prefix: string) {
  const keys: string[] = [];
  for await (const some of bucket.list(prefix)) keys.push(...some.map(({ key }) => key));
  return keys;
}

const inThe = (folder: string) =>
  filesIn(folder).then((names) =>
    Promise.all(
      names.map(async (name) => [name, (await readFile(join(folder, name))).toString("hex")]),
    ),
  );

const rows = [randomBytes(70_000), randomBytes(300), randomBytes(1_000)];
const steak = { "photos/products/steak.jpg": randomBytes(6 * 1024 * 1024) };
const night = "nightly-2026-11-23-030000";
const hour = 3_600_000;

describe("a backup in the bucket", () => {
  it("is fetched unchanged, and cannot be read or named without the key", async () => {
    const sent = await sendBackup(await backup(night, rows, steak), bucket, seal);
    expect(sent).toBeGreaterThan(6 * 1024 * 1024);
    const back = join(folder, "back");
    await fetchBackup(night, back, bucket, seal);
    expect(await inThe(back)).toEqual(await inThe(join(folder, night)));
    const named = await keysIn("");
    expect(named).toHaveLength(1 + 1 + rows.length + 2);
    for (const key of named) {
      const stored = await bucket.read(key);
      const content = stored ? await buffer(stored) : Buffer.alloc(0);
      expect(content.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
      for (const part of rows) {
        expect(content.includes(part.subarray(0, 100))).toBe(false);
        expect(key).not.toContain(measured(part).sha256);
      }
    }
  });

  it("is updated by uploading only the changes", async () => {
    await sendBackup(await backup(night, rows, steak), bucket, seal);
    const before = new Set(await keysIn("files/"));
    const changed = [rows[0], randomBytes(200), rows[2]].filter((part) => part !== undefined);
    const next = "nightly-2026-11-24-030000";
    const sent = await sendBackup(await backup(next, changed, steak), bucket, seal);
    expect(sent).toBeLessThan(2_000);
    expect((await keysIn("files/")).filter((key) => !before.has(key))).toHaveLength(1);
    expect(await backupsIn(bucket)).toEqual([night, next]);
    await fetchBackup(next, join(folder, "back"), bucket, seal);
    expect(await inThe(join(folder, "back"))).toEqual(await inThe(join(folder, next)));
  });

  it("can be opened with the age program itself: passphrase, key, file", async () => {
    await sendBackup(await backup(night, rows), bucket, seal);
    const stored = async (key: string) => buffer((await bucket.read(key)) ?? Readable.from([]));
    const byPassphrase = new Decrypter();
    byPassphrase.addPassphrase(passphrase);
    const identity = await byPassphrase.decrypt(await stored(identityKey), "text");
    const byKey = new Decrypter();
    byKey.addIdentity(identity.trim());
    const opened = await byKey.decrypt(await stored(manifestKey(night)));
    expect([...opened.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  });
});

describe("failures are reported in a sentence:", () => {
  it("another passphrase", async () => {
    await expect(
      openSeal(bucket, "four other words than before", { mayMake: true }),
    ).rejects.toThrow(/^BACKUP_PASSPHRASE is not the one of the backups in the bucket\./);
  });

  it("a bucket without its key, which is never replaced", async () => {
    await sendBackup(await backup(night, rows), bucket, seal);
    await bucket.remove(identityKey);
    const again = openSeal(bucket, passphrase, { mayMake: true });
    await expect(again).rejects.toThrow(/^The bucket is not empty, and identity\.age is not in it/);
  });

  it("a missing bucket, and a missing server", async () => {
    const other = openBackupBucket({ ...server.settings, bucket: "elsewhere" });
    await expect(openSeal(other, passphrase, { mayMake: true })).rejects.toThrow(
      /^The bucket elsewhere at 127\.0\.0\.1:\d+ refused: NoSuchBucket \(404\)\.$/,
    );
    const nowhere = openBackupBucket({ ...server.settings, endpoint: "http://127.0.0.1:9" });
    await expect(openSeal(nowhere, passphrase, { mayMake: true })).rejects.toThrow(
      /^The bucket backups at 127\.0\.0\.1:9 does not answer \(ECONNREFUSED\)\.$/,
    );
  });

  it("a corrupted file, which is not uploaded", async () => {
    const made = await backup(night, rows, steak);
    await writeFile(join(made, "photos/products/steak.jpg"), randomBytes(6 * 1024 * 1024));
    await expect(sendBackup(made, bucket, seal)).rejects.toThrow(/ is damaged: .+ was not sent\.$/);
    expect(await backupsIn(bucket)).toEqual([]);
    await backup(night, rows, steak);
    await sendBackup(made, bucket, seal);
    await fetchBackup(night, join(folder, "back"), bucket, seal);
  });

  it("content that was altered or is missing in the bucket", async () => {
    await sendBackup(await backup(night, [randomBytes(500)]), bucket, seal);
    const keys = await keysIn("files/");
    const other = await seal.close(Readable.from([randomBytes(500)]));
    for (const [at, key] of keys.entries()) {
      if (at === 0) await bucket.remove(key);
      else await bucket.put(key, Readable.from([await buffer(other)]));
    }
    const fetching = fetchBackup(night, join(folder, "back"), bucket, seal);
    await expect(fetching).rejects.toThrow(DamagedContentError);
    await expect(fetching).rejects.toThrow(/^The backup nightly-.+ is not as it was sent\.$/);
    expect(await readdir(join(folder, "back"))).not.toContain("manifest.json");
  });

  it("a name that no backup has", async () => {
    await expect(fetchBackup("nightly-none", join(folder, "back"), bucket, seal)).rejects.toThrow(
      "There is no backup nightly-none in the bucket.",
    );
  });
});

describe("tidying", () => {
  const soon = () => new Date(Date.now() + hour);

  it("removes outdated backups, and unreferenced contents", async () => {
    const shared = randomBytes(400);
    const days = ["20", "21"].flatMap((day) => [
      ...[`nightly-2026-11-${day}-030000`, `nightly-2026-11-${day}-040000`],
    ]);
    for (const name of days) {
      await sendBackup(await backup(name, [shared, randomBytes(300)]), bucket, seal);
    }
    expect(await keysIn("files/")).toHaveLength(2 + days.length);
    await tidyBucket(bucket, seal, new Date(Date.now() - hour));
    expect(await keysIn("files/")).toHaveLength(2 + days.length);
    await tidyBucket(bucket, seal, soon());
    const kept = days.filter((name) => name.endsWith("04" + "0000"));
    expect(await backupsIn(bucket)).toEqual(kept);
    expect(await keysIn("files/")).toHaveLength(2 + kept.length);
    for (const name of kept) await fetchBackup(name, join(folder, `back-${name}`), bucket, seal);
  });

  it("removes nothing if a remaining manifest cannot be read", async () => {
    await sendBackup(await backup(night, rows), bucket, seal);
    await sendBackup(await backup("nightly-2026-11-23-020000", [randomBytes(9)]), bucket, seal);
    await bucket.put(manifestKey(night), Readable.from([Buffer.from("not age")]));
    const before = await keysIn("");
    await expect(tidyBucket(bucket, seal, soon())).rejects.toThrow(
      /its manifest cannot be read\.$/,
    );
    expect(await keysIn("")).toEqual(before);
  });
});

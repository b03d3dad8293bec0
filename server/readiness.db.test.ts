import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { createReadiness } from "./readiness.ts";

let database: OpenDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-ready-"));
});
afterEach(async () => {
  await chmod(dataDir, 0o700);
  await removeFolder(dataDir);
});
afterAll(() => database.close());

function ask(more: Partial<Parameters<typeof createReadiness>[0]> = {}) {
  const { log, lines } = recordingLog();
  return { lines, ready: createReadiness({ db: database.db, dataDir, log, keptFor: 0, ...more }) };
}

it("finds nothing missing, leaves nothing behind, and logs nothing", async () => {
  const { ready, lines } = ask();
  expect(await ready()).toEqual([]);
  expect(lines).toEqual([]);
  const left = await readdir(dataDir, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

it("reports that files cannot be written, and logs why", async () => {
  await rm(join(dataDir, "photos"), { recursive: true, force: true });
  // A file in place of the folder also fails for the superuser.
  await writeFile(join(dataDir, "photos"), "");
  const { ready, lines } = ask();
  expect(await ready()).toEqual(["files"]);
  expect(lines).toMatchObject([
    { level: "warn", facts: { need: "files", err: expect.any(Error) } },
  ]);
});

it("reports migrations that the database lacks", async () => {
  const { ready } = ask();
  await database.db.execute(
    sql`update schema_migrations set name = name || '~' where name ~ '^0055'`,
  );
  expect(await ready()).toEqual(["migrations"]);
  await database.db.execute(sql`update schema_migrations set name = rtrim(name, '~')`);
  expect(await ready()).toEqual([]);
});

it("reports missing objects, as after a restore with errors, and logs their names", async () => {
  const { ready, lines } = ask();
  await database.db.execute(sql`alter index products_name rename to products_name_away`);
  expect(await ready()).toEqual(["migrations"]);
  expect(lines).toContainEqual({
    level: "warn",
    facts: { missing: ["index public.products_name"] },
    message: "the database is incomplete",
  });
  await database.db.execute(sql`alter index products_name_away rename to products_name`);
  expect(await ready()).toEqual([]);
});

it("accepts migrations of a newer version", async () => {
  const { ready } = ask();
  await database.db.execute(sql`insert into schema_migrations values ('9999_newer', 'x')`);
  expect(await ready()).toEqual([]);
  await database.db.execute(sql`delete from schema_migrations where name = '9999_newer'`);
});

it("limits its waiting, and shares one check among concurrent requests", async () => {
  let asked = 0;
  const hanging = new Proxy(database.db, {
    get(db, name, self) {
      if (name !== "execute") return Reflect.get(db, name, self);
      return () => {
        asked += 1;
        return new Promise(() => undefined);
      };
    },
  });
  // No writable folder either: a slow disk would go on writing after the answer.
  const { ready } = ask({ db: hanging, dataDir: "/dev/null", patience: 20, keptFor: 60_000 });
  const missing = ["database", "files"];
  expect(await Promise.all([ready(), ready(), ready()])).toEqual([missing, missing, missing]);
  expect(asked).toBe(1);
});

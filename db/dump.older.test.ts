import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { searchProducts } from "#app/domain/catalogue/search/product-search.server.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { findPostgres } from "#tests/setup/servers/postgres-binaries.ts";
import { createMigratedDatabase, createTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { migrate, missingFrom } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shop-dump-"));
});
afterAll(() => removeFolder(folder));

function run(program: "pg_dump" | "pg_restore", ...options: string[]): void {
  const path = join(findPostgres() ?? "", program);
  if (!existsSync(path)) throw new Error(`This machine has PostgreSQL, but not ${path}`);
  execFileSync(path, options, { stdio: "pipe" });
}

const open = (databaseUrl: string) => openPostgres({ databaseUrl, log: silentLog });

it("a dump restored as the README says is complete, and its search works", async () => {
  const [shop, restored] = [await createMigratedDatabase(), await createTestDatabase()];
  const before = await open(shop.databaseUrl);
  await insertProduct(before.db, { name: "Oxtail Reserve" });

  const dump = join(folder, "shop.dump");
  run("pg_dump", "--format=custom", `--file=${dump}`, shop.databaseUrl);
  run("pg_restore", "--no-owner", `--dbname=${restored.databaseUrl}`, dump);

  const after = await open(restored.databaseUrl);
  expect(await migrate(after.db)).toEqual([]);
  expect(await missingFrom(after.db)).toEqual([]);
  const found = await searchProducts(after.db, "tail res");
  expect(found.products).toMatchObject([{ name: "Oxtail Reserve" }]);
  const objects = sql`select count(*) from schema_objects`;
  expect((await after.db.execute(objects)).rows).toEqual((await before.db.execute(objects)).rows);

  await Promise.all([before.close(), after.close()]);
  await Promise.all([shop.drop(), restored.drop()]);
});

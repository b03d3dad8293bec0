import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, TransactionRollbackError } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  migrate,
  missingFrom,
  ownSchema,
  type SchemaFolders,
  UnknownMigrationError,
} from "./migrate.ts";

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

const read = async (query: string) => (await database.db.execute(sql.raw(query))).rows;

describe("the shop's own migrations", () => {
  it("are applied once", async () => {
    expect(await migrate(database.db)).toEqual([]);
    const files = await readdir(ownSchema.migrations);
    const names = files.filter((it) => it.endsWith(".sql")).map((it) => it.replace(".sql", ""));
    expect(await read("select name from schema_migrations order by name")).toEqual(
      names.sort().map((name) => ({ name })),
    );
  });

  it("leave no table without a comment", async () => {
    const bare = await read(`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and obj_description(oid, 'pg_class') is null`);
    expect(bare.map(({ relname }) => relname).sort()).toEqual([
      "schema_functions",
      "schema_migrations",
      "schema_objects",
    ]);
  });

  it("have lost indexes, triggers, functions and constraints reported by name", async () => {
    expect(await missingFrom(database.db)).toEqual([]);
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`drop index products_name`);
        await tx.execute(sql`drop trigger orders_notify on orders`);
        await tx.execute(sql`drop function notify_inbox_changed cascade`);
        await tx.execute(sql`alter table products drop constraint products_price_positive`);
        expect(await missingFrom(tx)).toEqual([
          "function public.notify_inbox_changed()",
          "index public.products_name",
          "table constraint products_price_positive on public.products",
          "trigger contact_messages_notify on public.contact_messages",
          "trigger orders_notify on public.orders",
          "trigger wholesale_inquiries_notify on public.wholesale_inquiries",
        ]);
        tx.rollback();
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(TransactionRollbackError));
    expect(await missingFrom(database.db)).toEqual([]);
  });

  it("have no foreign objects reported that others created and dropped", async () => {
    await read("create table somebodys (id integer primary key)");
    await read("drop table somebodys");
    expect(await missingFrom(database.db)).toEqual([]);
  });
});

describe("migrating", () => {
  let folder: string;
  let folders: SchemaFolders;

  const file = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "beef-shop-migrations-"));
    const functions = join(folder, "functions");
    await mkdir(functions);
    folders = { migrations: folder, functions };
    await read("drop table schema_migrations, schema_objects, schema_functions");
    await read("drop table if exists steps");
    await file("0000_first", "create table steps (step text);\n--> statement-breakpoint\n");
    await file("0001_second", "insert into steps values ('second')");
  });

  afterEach(() => removeFolder(folder));

  const third = "insert into steps values ('third');\n--> statement-breakpoint\nselect 1/0;";

  it("applies files in order of their names, and records them", async () => {
    expect(await migrate(database.db, folders)).toEqual(["0000_first", "0001_second"]);
    await file("0002_third", "insert into steps values ('third')");
    expect(await migrate(database.db, folders)).toEqual(["0002_third"]);
    expect(await migrate(database.db, folders)).toEqual([]);
    expect(await read("select step from steps")).toEqual([{ step: "second" }, { step: "third" }]);
    const [row] = await read("select sha256, applied_at from schema_migrations");
    expect(row).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("reports pending migrations missing, but not objects that a later migration dropped", async () => {
    await file("0002_third", "create table gone (id integer)");
    await migrate(database.db, folders);
    await read("drop table gone");
    expect(await missingFrom(database.db, folders)).toEqual(["table public.gone"]);
    await read("create table gone (id integer)");
    await file("0003_fourth", "drop table gone");
    expect(await missingFrom(database.db, folders)).toEqual(["migration 0003_fourth"]);
    await migrate(database.db, folders);
    expect(await missingFrom(database.db, folders)).toEqual([]);
  });

  it("stops after the given migration, and continues from there", async () => {
    await file("0002_third", "insert into steps values ('third')");
    expect(await migrate(database.db, folders, "0001_second")).toEqual([
      "0000_first",
      "0001_second",
    ]);
    expect(await migrate(database.db, folders, "0001_second")).toEqual([]);
    expect(await migrate(database.db, folders)).toEqual(["0002_third"]);
    await expect(migrate(database.db, folders, "0003_fourth")).rejects.toThrow(
      UnknownMigrationError,
    );
  });

  it("names the migration that failed, undoes it and keeps the earlier ones", async () => {
    await file("0002_third", third);
    const failure = await migrate(database.db, folders).catch((error: Error) => error);
    expect(failure).toMatchObject({
      message: "Migration 0002_third failed: division by zero",
      cause: expect.any(Error),
    });
    expect(await read("select step from steps")).toEqual([{ step: "second" }]);

    await file("0002_third", "insert into steps values ('repaired')");
    expect(await migrate(database.db, folders)).toEqual(["0002_third"]);
  });

  it("lets two processes start concurrently", async () => {
    const both = await Promise.all([migrate(database.db, folders), migrate(database.db, folders)]);
    expect(both.flat().sort()).toEqual(["0000_first", "0001_second"]);
    expect(await read("select step from steps")).toEqual([{ step: "second" }]);
  });

  it("refuses an applied migration that was changed", async () => {
    await migrate(database.db, folders);
    await file("0001_second", "insert into steps values ('2nd')");
    await expect(migrate(database.db, folders)).rejects.toThrow(
      /Migration 0001_second was applied .* its file has changed/,
    );
  });

  it("ignores a change of line endings", async () => {
    await migrate(database.db, folders);
    await file("0000_first", "create table steps (step text);\r\n--> statement-breakpoint\r\n");
    expect(await migrate(database.db, folders)).toEqual([]);
  });

  it("refuses a database that has an unknown migration", async () => {
    await migrate(database.db, folders);
    await rm(join(folder, "0001_second.sql"));
    await expect(migrate(database.db, folders)).rejects.toThrow(
      /Migration 0001_second was applied .* its file is gone/,
    );
  });

  it("refuses a new migration that sorts before an applied one", async () => {
    await migrate(database.db, folders);
    await file("0000_z-overlooked", "select 1");
    await expect(migrate(database.db, folders)).rejects.toThrow(
      "Migration 0000_z-overlooked comes before 0001_second, which is already applied.",
    );
  });
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { createTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { readFunctions } from "./install-functions.ts";
import { migrate, missingFrom, ownSchema, type SchemaFolders } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";

describe("each file of the shop's own", () => {
  const functions = readFunctions(ownSchema.functions);

  it("names its owner first, and declares the function it is named for, with its triggers", async () => {
    expect((await functions).length).toBeGreaterThan(20);
    for (const { name, text } of await functions) {
      expect(text, name).toMatch(/^-- Owner: (app\/(domain|features)\/[\w-]+$|db, )/m);
      expect(text.startsWith("-- Owner: "), name).toBe(true);
      const code = text.replaceAll(/--.*$/gm, "");
      expect([...code.matchAll(/\bfunction (\w+)\(\) *(?:;|$)|\bfunction (\w+)\(/gm)].length).toBe(
        1 + [...code.matchAll(/^create (?:constraint )?trigger /gm)].length,
      );
      for (const [, called] of code.matchAll(/\bfunction (\w+)/g)) expect(called).toBe(name);
      expect(code, name).toContain(`create or replace function ${name}(`);
    }
  });

  it("is installed after those that it calls", async () => {
    const names = (await functions).map(({ name }) => name);
    expect(names.indexOf("search_words")).toBeGreaterThan(names.indexOf("folded"));
    expect(names.indexOf("price_for")).toBeGreaterThan(names.indexOf("prices_for"));
    expect(names.indexOf("notify_delivery_changed")).toBeGreaterThan(names.indexOf("takes_stops"));
  });
});

describe("functions", () => {
  let database: OpenDatabase;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const empty = await createTestDatabase();
    drop = empty.drop;
    database = await openPostgres({ databaseUrl: empty.databaseUrl, log: silentLog });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  const read = async (query: string) => (await database.db.execute(sql.raw(query))).rows;

  let folder: string;
  let folders: SchemaFolders;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "shop-functions-"));
    folders = { migrations: join(folder, "migrations"), functions: join(folder, "functions") };
    await mkdir(folders.migrations);
    await mkdir(join(folders.functions, "steps"), { recursive: true });
    await read("drop schema public cascade");
    await read("create schema public");
    await writeFile(
      join(folders.migrations, "0000_steps.sql"),
      "create table steps (step text, told text)",
    );
    await file("told", told("'first'"));
    await file("a_pair", pair("''"));
  });
  afterEach(() => removeFolder(folder));

  const file = (name: string, text: string) =>
    writeFile(join(folders.functions, "steps", `${name}.sql`), text);

  const told = (word: string, trigger = "steps_told") => `-- Owner: app/domain/steps
    create or replace function told() returns trigger language plpgsql as $$
    begin
      new.told = a_pair(${word});
      return new;
    end $$;

    create trigger ${trigger} before insert on steps for each row execute function told();`;

  /** A function that the other calls, although its name sorts first. */
  const pair = (between: string, more = "") => `-- Owner: app/domain/steps, called by told()
    create or replace function a_pair(word text${more}) returns text language sql immutable
      return word || ${between} || word;`;

  const step = async () => {
    await read("insert into steps (step) values ('one')");
    const rows = await read("delete from steps returning told");
    return rows.map(({ told: it }) => it);
  };

  it("are installed after the migrations, each once, in order of their calls", async () => {
    expect(await migrate(database.db, folders)).toEqual(["0000_steps", "a_pair", "told"]);
    expect(await step()).toEqual(["firstfirst"]);
    expect(await migrate(database.db, folders)).toEqual([]);
    expect(await missingFrom(database.db, folders)).toEqual([]);
  });

  it("are installed again with their triggers when their text changes, but not for other line endings", async () => {
    await migrate(database.db, folders);
    await file("told", told("'second'", "steps_told_otherwise"));
    await file("a_pair", pair("''").replaceAll("\n", "\r\n"));
    expect(await migrate(database.db, folders)).toEqual(["told"]);
    expect(await step()).toEqual(["secondsecond"]);
    expect(await read("select tgname from pg_trigger where not tgisinternal")).toEqual([
      { tgname: "steps_told_otherwise" },
    ]);
    expect(await missingFrom(database.db, folders)).toEqual([]);
  });

  it("may change their arguments", async () => {
    await migrate(database.db, folders);
    await file("a_pair", pair("more", ", more text default ' and '"));
    expect(await migrate(database.db, folders)).toEqual(["a_pair"]);
    expect(await step()).toEqual(["first and first"]);
    expect(await read("select from pg_proc where proname = 'a_pair'")).toHaveLength(1);
  });

  it("are replaced and not dropped if an index needs them", async () => {
    await migrate(database.db, folders);
    await read("create index steps_pair on steps (a_pair(step))");
    await file("a_pair", pair("' + '"));
    await migrate(database.db, folders);
    expect(await step()).toEqual(["first + first"]);
    await file("a_pair", pair("more", ", more text default ' and '"));
    await expect(migrate(database.db, folders)).rejects.toThrow(
      "Function a_pair failed: dependents still use its old arguments",
    );
  });

  it("are dropped with their triggers when their file is gone, while functions of others stay", async () => {
    await migrate(database.db, folders);
    await read("create function somebodys() returns integer language sql return 1");
    await rm(join(folders.functions, "steps", "told.sql"));
    expect(await migrate(database.db, folders)).toEqual([]);
    expect(await step()).toEqual([null]);
    expect(
      await read(
        "select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1",
      ),
    ).toEqual([{ proname: "a_pair" }, { proname: "somebodys" }]);
    expect(await missingFrom(database.db, folders)).toEqual([]);
  });

  it("are not installed, and the migration is undone, if one fails, which is named", async () => {
    await migrate(database.db, folders);
    await writeFile(join(folders.migrations, "0001_more.sql"), "create table more (id integer)");
    await file("told", told("'second'"));
    await file(
      "zero",
      "create or replace function zero() returns integer language sql return none;",
    );
    await expect(migrate(database.db, folders)).rejects.toThrow(/^Function zero failed: .*"none"/);
    expect(await step()).toEqual(["firstfirst"]);
    expect(await read("select to_regclass('more') as more")).toEqual([{ more: null }]);
  });

  it("are refused by name if they call each other in a cycle", async () => {
    await file("a_pair", pair("told()"));
    await expect(migrate(database.db, folders)).rejects.toThrow(
      "These functions call each other in a cycle: a_pair, told.",
    );
  });

  it("are installed once when two processes start concurrently", async () => {
    const both = await Promise.all([migrate(database.db, folders), migrate(database.db, folders)]);
    expect(both.flat().sort()).toEqual(["0000_steps", "a_pair", "told"]);
    expect(await step()).toEqual(["firstfirst"]);
  });

  it("are reported missing when one of their triggers is lost", async () => {
    await migrate(database.db, folders);
    await read("drop trigger steps_told on steps");
    expect(await missingFrom(database.db, folders)).toEqual(["trigger steps_told on public.steps"]);
  });
});

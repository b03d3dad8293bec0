import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { poolOf } from "#tests/setup/statements.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { OpenDatabase } from "./database.ts";
import { databaseErrorOf } from "./database-error.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.execute(sql`create table weighed (lb integer)`);
  await database.db.execute(sql`insert into weighed values (5)`);
});
afterAll(() => database.close());

/** Runs all of it on one connection. */
async function onOne<T>(work: (client: Awaited<ReturnType<typeof connected>>) => Promise<T>) {
  const client = await connected();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

const connected = () => poolOf(database.db).connect();

const plansLike = (mark: string) => ({
  text: "select generic_plans + custom_plans as uses from pg_prepared_statements where statement like $1",
  values: [`%${mark}%`],
});

it("plans a statement from its second use on, whoever sends it", async () => {
  const read = { text: "select lb as once from weighed where lb = $1" };
  await onOne((client) => client.query(read, [5]));
  await onOne(async (client) => {
    for (const lb of [5, 6, 5]) {
      const { rows } = await client.query(read, [lb]);
      expect(rows).toEqual(lb === 5 ? [{ once: 5 }] : []);
    }
    const { rows } = await client.query(plansLike("as once"));
    expect(rows).toEqual([{ uses: "3" }]);
  });
});

it("plans what is sent together once", async () => {
  const read = { text: "select lb as together from weighed where lb = $1" };
  await onOne(async (client) => {
    await Promise.all([5, 6, 7, 5].map((lb) => client.query(read, [lb])));
    const { rows } = await client.query(plansLike("as together"));
    expect(rows).toEqual([{ uses: "3" }]);
  });
});

it("keeps no plan of a setting, of several statements in one, or of a very long one", async () => {
  await onOne(async (client) => {
    const long = { text: `select 1 as long${" ".repeat(16_000)}` };
    for (let time = 0; time < 3; time += 1) {
      await client.query({ text: "set application_name = 'as set'" });
      await client.query({ text: "select 1 as several; select 2 as several" });
      await client.query(long);
    }
    for (const mark of ["as set", "as several", "as long"]) {
      expect((await client.query(plansLike(mark))).rows).toEqual([]);
    }
  });
});

it("stops at a hundred plans of a connection", async () => {
  await onOne(async (client) => {
    const texts = Array.from({ length: 110 }, (_, at) => ({ text: `select ${at} as many` }));
    for (const one of [...texts, ...texts]) await client.query(one);
    const { rows } = await client.query(
      "select count(*)::integer as kept from pg_prepared_statements",
    );
    expect(rows).toEqual([{ kept: 100 }]);
    expect((await client.query(texts.at(-1) ?? "")).rows).toEqual([{ many: 109 }]);
  });
});

it("answers on after a migration changed the type of a result", async () => {
  const read = { text: "select lb as changed from weighed where lb = $1" };
  await onOne(async (client) => {
    const ask = async () => (await client.query(read, [5])).rows;
    for (let time = 0; time < 3; time += 1) await ask();
    await client.query("alter table weighed alter lb type numeric");
    expect(await ask()).toEqual([{ changed: "5" }]);
    expect(await ask()).toEqual([{ changed: "5" }]);
  });
});

it("fails in a transaction whose plan is outdated, and answers in the next", async () => {
  const read = { text: "select lb as outdated from weighed where lb = $1" };
  await onOne(async (client) => {
    const inTransaction = async () => {
      await client.query("begin");
      try {
        return (await client.query(read, [5])).rows;
      } finally {
        await client.query("rollback");
      }
    };
    for (let time = 0; time < 3; time += 1) await inTransaction();
    await client.query("alter table weighed alter lb type bigint");
    const failure = await inTransaction().catch((error: unknown) => error);
    expect(databaseErrorOf(failure)?.code).toBe("0A000");
    expect(await inTransaction()).toEqual([{ outdated: "5" }]);
  });
});

it("plans a statement that first came in a failed transaction", async () => {
  const read = { text: "select lb as late from weighed where lb = $1" };
  await onOne(async (client) => {
    await client.query("begin");
    await client.query("select 1 / 0").catch(() => undefined);
    for (let time = 0; time < 2; time += 1) {
      const failure = await client.query(read, [5]).catch((error: unknown) => error);
      expect(databaseErrorOf(failure)?.code).toBe("25P02");
    }
    await client.query("rollback");
    expect((await client.query(read, [5])).rows).toHaveLength(1);
  });
});

it("reports the error of a statement with a plan, to callbacks too", async () => {
  const divide = { text: "select 1 / $1::integer as divided" };
  await onOne(async (client) => {
    for (let time = 0; time < 3; time += 1) {
      const failure = await client.query(divide, [0]).catch((error: unknown) => error);
      expect(databaseErrorOf(failure)?.code).toBe("22012");
    }
    const told = await new Promise((resolve) => client.query({ ...divide, values: [0] }, resolve));
    expect(databaseErrorOf(told)?.code).toBe("22012");
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";

const patiently = { timeout: 10_000 };

let database: OpenDatabase;
const { log, lines } = recordingLog();

beforeAll(async () => {
  database = await openTestDatabase(log);
});

beforeEach(() => {
  lines.length = 0;
});

afterAll(() => database.close());

const notify = (payload: string) =>
  database.db.execute(sql`select pg_notify('catalog_changed', ${payload})`);

const cutListener = () =>
  database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'beef-shop % listener'`);

it("reconnects after its connection was cut, and reports that notifications may have been missed", async () => {
  const heard: string[] = [];
  const alsoHeard: string[] = [];
  await database.listen("catalog_changed", (payload) => heard.push(payload));
  await database.listen("orders_changed", (payload) => alsoHeard.push(payload));
  await notify("before");
  await vi.waitFor(() => expect(heard).toEqual(["before"]), patiently);

  await cutListener();
  await notify("missed");
  await vi.waitFor(() => expect(heard).toContain(""), patiently);
  await notify("after");
  await vi.waitFor(() => expect(heard).toContain("after"), patiently);

  expect(heard.filter((payload) => payload !== "missed")).toEqual(["before", "", "after"]);
  expect(alsoHeard).toEqual([""]);
  expect(lines.map(({ message }) => message)).toEqual([
    "lost the connection that listens to the database",
    "listening to the database again",
  ]);
});

it("accepts another listener while it is reconnecting", async () => {
  const heard: string[] = [];
  await cutListener();
  await vi.waitFor(() => expect(lines[0]).toMatchObject({ level: "warn" }), patiently);
  const stop = await database.listen("catalog_changed", (payload) => heard.push(payload));
  await notify("now");
  await vi.waitFor(() => expect(heard).toContain("now"), patiently);
  await stop();
});

it("does not reconnect after it was closed", async () => {
  const { log: ownLog, lines: ownLines } = recordingLog();
  const own = await openTestDatabase(ownLog);
  const onPayload = vi.fn();
  await own.listen("catalog_changed", onPayload);
  await own.close();
  await own.close();
  expect(onPayload).not.toHaveBeenCalled();
  expect(ownLines).toEqual([]);
});
